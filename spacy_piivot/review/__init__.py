"""The review desk: a person decides, in the browser, what a release replaces."""
