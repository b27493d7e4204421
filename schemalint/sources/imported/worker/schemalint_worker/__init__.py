"""What the worker does. Floors, lowest first: values, objects, type_map, functions, ways, known, entries, search, answer."""
