"""Shows figures as HTML pages, Markdown, plots and terminal tables."""
