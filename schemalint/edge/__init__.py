"""The four doors to the world: reading, showing, writing, running. Whatever touches the outside goes through one of them."""
