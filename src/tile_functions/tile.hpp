// Arguments of tile functions: plain types, shared by all instruction sets.
#pragma once

#include <cstdint>

namespace kernelscale {

// A block of points, float64, row by row, as given. Distances are formed from the points minus
// `centre`, divided by the root of a unit. With `half_squares` the distance of two points is half
// their squared Euclidean distance; `half_squared` gives the square of this distance.
struct Points {
    const double* values;
    int64_t n, n_features;
    const double* centre;
    double inverse_root_unit;
    bool half_squares;
};

// The square of half a squared Euclidean distance.
inline double half_squared(double r) { return (0.5 * r) * (0.5 * r); }

// Scales eps / 2^k in one chain: one exponential, then a square for each further scale.
struct Chain {
    double rate;        // -1 / (2 eps) of the largest scale
    int64_t first;      // position of its first scale in `Chains::order`
    int64_t n_scales;
};

// Bytes of scratch memory for sums along the rows of a block, in either precision.
inline int64_t row_sums_room(int64_t n_rows, int64_t n_columns, int64_t n_sets, int64_t n_scales) {
    // Columns are padded to whole vectors. The 16 lines hold two sets of sums of a chain of 8
    // scales.
    const int64_t width = n_columns + 16;
    return 8 * (n_rows + 16 + n_sets * n_scales) * width + 33 * (n_rows + n_columns) + 64 * 16;
}

}  // namespace kernelscale
