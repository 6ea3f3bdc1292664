"""How often do the checks of data say something of clean sets, and how often do they see a fault?

Constants of the checks were chosen on some of the sets. The confirming sets were used once; their
results changed two checks, so that new sets were used after that.
"""
