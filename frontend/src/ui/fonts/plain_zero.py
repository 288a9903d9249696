"""Removes the slash from the zero of Atkinson Hyperlegible Next. Usage: plain_zero.py <original> <result>"""

import sys
from array import array

from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._g_l_y_f import GlyphCoordinates
from fontTools.varLib.iup import iup_delta

font = TTFont(sys.argv[1])
glyph = font["glyf"]["zero"]
points = list(glyph.coordinates)
# Contour 0 is the outline. Contours 1 and 2 are the two halves of the counter, left and right of the slash.
outline = glyph.endPtsOfContours[0] + 1
# The lower left quarter of the counter, from its lowest to its leftmost point, is not cut by the slash.
quarter = [points.index(point) for point in [(324, 62), (265, 62), (188, 126), (151, 248), (151, 335)]]
assert [glyph.flags[i] & 1 for i in quarter] == [1, 0, 0, 0, 1]


def close_counter(quarter):
    """Returns the whole counter: the quarter, and its mirror images at the two axes of the zero."""
    (x0, _), (_, y0) = quarter[0], quarter[-1]
    upper = [(x, 2 * y0 - y) for x, y in reversed(quarter)]
    left = quarter + upper[1:]
    right = [(2 * x0 - x, y) for x, y in reversed(left)]
    whole = left + right[1:-1]
    # A counter runs in the opposite direction of the outline.
    return whole[:1] + whole[:0:-1]


def replace_counter(values):
    return values[:outline] + close_counter([values[i] for i in quarter])


coordinates, control = font["glyf"]._getCoordinatesAndControls("zero", font["hmtx"].metrics)
for variation in font["gvar"].variations["zero"]:
    deltas = variation.coordinates
    if None in deltas:
        deltas = iup_delta(deltas, list(coordinates), control.endPts)
    deltas = [tuple(delta) for delta in deltas]
    variation.coordinates = replace_counter(deltas[: len(points)]) + deltas[len(points) :]

glyph.coordinates = GlyphCoordinates(replace_counter(points))
glyph.flags = array("B", list(glyph.flags[:outline]) + [1, 0, 0, 0] * 4)
glyph.endPtsOfContours = [outline - 1, len(glyph.coordinates) - 1]
glyph.numberOfContours = 2
font.save(sys.argv[2])
