"""How the help is built: `python scripts/build_help.py` calls Sphinx with this file."""

import sys
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent
sys.path.insert(0, str(HERE / "_ext"))

from nimatron.version import __version__  # noqa: E402

release = __version__
project = "Nimatron"
author = "Nimatron contributors"
language = "en"

extensions = [
    "myst_parser",  # pages are Markdown, as on every host of repositories
    "sphinx.ext.autodoc",  # the reference of the library, from its docstrings
    "sphinxcontrib.bibtex",  # the literature, from references.bib
    "nimatron_help",  # tables of games, theorems, commands, routes and JSON, from the program itself
]

exclude_patterns = ["_*"]
root_doc = "index"

# -- pages -----------------------------------------------------------------------------------------

myst_enable_extensions = ["attrs_inline", "colon_fence", "deflist"]
myst_heading_anchors = 4
# Files that the build adds beside the pages; only pages of the reference refer to them.
myst_url_schemes = {"http": None, "https": None, "help": "../{{path}}"}
suppress_warnings = ["myst.header"]  # errata and others begin sections at the level that suits them

bibtex_bibfiles = ["references.bib"]
bibtex_default_style = "plain"
bibtex_reference_style = "author_year"

# -- the library -----------------------------------------------------------------------------------

default_role = "literal"  # docstrings put names between single backquotes
autodoc_inherit_docstrings = False  # an overridden method is documented once, in the class that introduces it
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True
add_module_names = False
toc_object_entries_show_parents = "hide"

# -- the look --------------------------------------------------------------------------------------

html_theme = "nimatron"
html_theme_path = ["_theme"]
html_title = "Nimatron help"
html_short_title = "Help"
html_static_path = ["../src/nimatron/web/static/style.css", "../src/nimatron/web/static/icon.svg"]
html_css_files = []
html_favicon = "../src/nimatron/web/static/icon.svg"
html_copy_source = False
html_show_sourcelink = False
html_use_index = True
html_permalinks_icon = "#"
html_compact_lists = True
html_search_language = "en"
