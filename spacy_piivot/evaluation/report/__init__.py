"""How figures are shown: pages, Markdown, plots, tables in a terminal."""
