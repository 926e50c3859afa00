"""Everything that is measured of systems against gold, and of annotators against each other."""
