// What a tile function is handed. Plain data: these types are shared by all instruction sets.
#pragma once

#include <cstdint>

namespace kernelscale {

// A block of points, float64, row by row, as the user gave them. Distances are formed from the
// points less `centre` and over the root of a unit.
struct Points {
    const double* values;
    int64_t n, n_features;
    const double* centre;
    double inverse_root_unit;
};

// Scales eps / 2^k in one chain: one exponential, then a square for each further scale.
struct Chain {
    double rate;        // -1 / (2 eps) of the largest scale
    int64_t first;      // where its scales stand among all, in the order of chains
    int64_t n_scales;
};

}  // namespace kernelscale
