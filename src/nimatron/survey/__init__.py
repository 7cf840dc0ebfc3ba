"""Surveys: every game of a family solved exactly, on one machine or many, into a data set of Parquet files.

    from nimatron import survey

    survey.run(survey.Sets("subtraction", size=3, largest=60), "three")
    table = survey.load("three")

A family is described in one line, or is any object with the methods of `Family`. The data set is the same, bit for
bit, whatever the number of workers and however often the survey was interrupted.
"""

from __future__ import annotations

from .code_families import Codes, MisereCodes
from .dataset import DataSet, load, read_manifest
from .family import FACTS, Family, Sample, need
from .plan import Part, Plan
from .rule_family import RandomRules, prettiest
from .run import Progress, fill, run
from .set_family import Sets
from .summary import describe, summary

__all__ = [
    "FACTS",
    "Codes",
    "DataSet",
    "Family",
    "MisereCodes",
    "Part",
    "Plan",
    "Progress",
    "RandomRules",
    "Sample",
    "Sets",
    "describe",
    "fill",
    "load",
    "need",
    "prettiest",
    "read_manifest",
    "run",
    "summary",
]
