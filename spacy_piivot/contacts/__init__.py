"""How telephone numbers and addresses of the web are written, where found and where replaced."""
