"""How often do the checks of data say something of clean sets, and how often do they see a fault?

Constants of the checks were chosen on some of the sets. The confirming ones were looked at once;
what they showed changed two checks, so that others were looked at afresh.
"""
