"""`pytest docs --doctest-glob='*.md'` runs the pages, not the scripts that build the site."""

collect_ignore_glob = ["*.py", "*/*.py"]
