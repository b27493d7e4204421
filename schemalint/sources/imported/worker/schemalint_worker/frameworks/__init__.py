"""Frameworks whose objects take more than a record to be read, each under the name of its file in `schemalint/frameworks`.

A file has `read` (a tool), `listed` and `resembles` (a server), `marked` (a function) or `wrap`, as its record asks for.
"""
