"""Surveys: every game of a family solved exactly, on one machine or many, into a data set of Parquet files.

    from nimatron import survey

    survey.run(survey.Sets("subtraction", size=3, largest=60), "three")
    table = survey.load("three")

A family is described in one line, or is any object with the methods of `Family`. The data set is the same, bit for
bit, whatever the number of workers and however often the survey was interrupted.
"""

from __future__ import annotations

from .codes import Codes
from .dataset import DataSet, load, read_manifest, seconds
from .extras import need
from .family import FACTS, Family, Sample
from .misere import MisereCodes
from .plan import Part, Plan
from .records import Record, certify, records
from .run import Progress, fill, run
from .sets import Sets
from .summary import described, summary
from .tartans import Tartans

__all__ = [
    "FACTS",
    "Codes",
    "DataSet",
    "Family",
    "MisereCodes",
    "Part",
    "Plan",
    "Progress",
    "Record",
    "Sample",
    "Sets",
    "Tartans",
    "certify",
    "described",
    "fill",
    "load",
    "need",
    "read_manifest",
    "records",
    "run",
    "seconds",
    "summary",
]
