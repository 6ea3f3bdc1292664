"""How often do the data checks give a false alarm, and how often do they find a planted fault?

Constants of the checks were chosen on the choosing sets. The confirming sets were used once. Two
checks were changed because of their results, and then confirmed on new sets.
"""
