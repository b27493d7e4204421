"""Definitions over time: what differs between two toolsets, and what that does to callers, to models and to a cached prompt."""
