"""Tools as constants of a module, which is read and never run."""

ADDRESS = {
    "type": "object",
    "properties": {
        "street": {"type": "string", "description": "Street and number."},
        "city": {"type": "string", "description": "City, with its postal code."},
    },
    "required": ["street", "city"],
}

TOOLS = [
    {
        "name": "price_letter",
        "description": "Look up what a letter costs, in cents.",
        "parameters": {
            "type": "object",
            "properties": {"grams": {"type": "integer", "description": "Weight of the letter in grams.", "minimum": 1}},
            "required": ["grams"],
        },
    },
    {
        "name": "move_address",
        "description": "Tell the post that somebody moved, so that letters are sent on for a year.",
        "parameters": {
            "type": "object",
            "properties": {"old": ADDRESS, "new": ADDRESS},
            "required": ["old", "new"],
        },
    },
]
