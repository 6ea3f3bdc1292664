"""How often do the checks of data say something of clean sets, and how often do they see a fault?

Constants of the checks were chosen on one half of the sets; the other half was looked at once.
"""
