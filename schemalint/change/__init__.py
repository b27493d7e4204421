r"""What changed between two versions of a toolset, and whether it breaks someone.

`compare` pairs tools and compares them member by member (`pair` decides which became which); `grade` has the nouns. The hard part
is a pair of schemas, which takes two halves that check each other:

- **The judge** (`accepts`) answers one question: does the new schema accept every value that the old one accepts? Yes, no, or
  cannot tell. A yes is a promise. `schemas` follows references and joins `allOf`, so that a place has *layers*, schemas that a
  value must all fit; `layers` says what they state together, `demands` what each keyword asks of that, `fits` tries values one
  by one where there are few. A union has *arms*. What is known of old values may be too little, never wrong.
- **The explainer** (`explain`) walks both schemas side by side, as a reader sees them (`view`), and reports each difference at
  its own place, and only there (`differences`).

A difference has a way: fewer values are accepted (`NARROWER`), more (`WIDER`), `BOTH` or `NEITHER`. What a tool accepts may not
get narrower and what it returns may not get wider, so one walk serves parameters and outputs. Two rules tie the halves together:

1. A way that the judge rules out for a place is not reported below it, however different the text.
2. Where the judge finds a way, or cannot tell whether it is the breaking one, and nothing below was reported for it, the place
   itself is reported. So a report without a breaking change is one that the judge has agreed to.

*Bounds and types.* Not all old values are accepted (1 is below 2), nor are all new ones old (2.5), so nothing is ruled out and
the explainer finds a cause for each way:

    old        {"n": {"type": "integer", "minimum": 1}}
    new        {"n": {"type": "number", "minimum": 2}}
    breaking   bounds-narrowed /parameters/properties/n/minimum
    behaviour  type-widened /parameters/properties/n/type

*A recursive schema.* Whether `node` accepts the old `node` depends on `next`, which asks the same of a part of the value. A
question that is met again below itself counts as a yes until something distinguishes the two (coinduction); here `maxLength`
does, and every answer that rested on the yes is withdrawn:

    old        {"list": {"$ref": "#/properties/node"}, "node": {"properties": {"next": {"$ref": "#/properties/node"}, "id": {"maxLength": 9}}}}
    new        {"list": {"$ref": "#/properties/node"}, "node": {"properties": {"next": {"$ref": "#/properties/node"}, "id": {"maxLength": 5}}}}
    breaking   bounds-narrowed /parameters/properties/node/properties/id/maxLength

*A condition.* The judge runs no pattern, so it cannot tell whether old values pass. The explainer names the keyword, and since it
may break, it is graded as if it did:

    old        {"s": {"type": "string"}}
    new        {"s": {"type": "string", "if": {"minLength": 3}, "then": {"pattern": "^a"}}}
    breaking   undecidable /parameters/properties/s/if

One convention weakens the promise: callers are models that fill in declared parameters. An object that is open only because nobody
closed it gets no members that it does not declare, so a new optional parameter breaks nothing. All work is bounded; a question
that takes too long stays unanswered. Nothing is fetched and no format is checked.
"""  # noqa: E501 - the examples are one JSON value a line
