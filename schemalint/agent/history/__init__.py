"""Tools that change while a conversation runs; `schemalint.history` has the public names."""
