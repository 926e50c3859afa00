"""Numbers of people: ages, grades, telephone numbers, identifiers."""
