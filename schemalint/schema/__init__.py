"""What is known of JSON Schema: keywords, references, types, what is valid and what fits. Knows no rule and no file."""
