"""The data: public files checked, converted and split, gold and silver labels, the made corpus."""
