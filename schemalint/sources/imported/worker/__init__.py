"""The worker: started as a program, `python FOLDER`, under the user's own interpreter. Nothing of schemalint imports it."""
