"""Excel workbooks (.xlsx), read and written with the standard library.

openpyxl cuts texts at 32,767 characters without a word, reads "_x000D_" and "_x005F_" as they
stand, does not show hidden rows while it streams, and writes the time into every file.
"""
