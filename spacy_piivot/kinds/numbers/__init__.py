"""Numbers about people: ages, grades, telephone numbers, identifiers."""
