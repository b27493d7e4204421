"""What the files of frameworks are written with: their record, and what several of them do in the same way."""
