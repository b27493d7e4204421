"""The four doors to the world: reading, showing, writing, running. Whatever touches the outside goes through one of them."""

alone = False
"""Whether this process is a command line of ours, so that each of its children is ours too; `child` ends more of them then."""
