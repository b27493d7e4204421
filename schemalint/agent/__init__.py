"""For those who write an agent: names, a registry, definitions from functions, and a request's front.

Pure apart from the two registries, which hold state under a lock. Knows no network and no file, and asks the rules
only where an author says `lint=True`.
"""
