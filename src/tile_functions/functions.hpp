// Pointers to the tile functions of one instruction set; module.cpp chooses the set.
#pragma once

#include "tile.hpp"

namespace kernelscale {

template <class Real> struct TileFunctions {
    void (*kernel_sums)(const Real*, int64_t, const Chain*, int64_t, double*, double*);
    void (*row_sums)(const Real*, int64_t, int64_t, bool, const Chain*, int64_t, const int64_t*,
                     int64_t, const int64_t*, const int64_t*, char*, double*, double*);
    void (*kernel)(const Real*, int64_t, double, Real*);
    void (*nearest)(const Real*, const Points&, const Points&, const int64_t*, const int64_t*,
                    const int64_t*, const int64_t*, const Real*, const Real*, double, int64_t,
                    int64_t, int64_t, double*, int64_t*, double*, int64_t*);
    // Smallest nonzero and largest value of r * factor, and the number of zeros.
    void (*span)(const Real*, int64_t, Real, Real*, Real*, int64_t*);
    void (*histogram)(const Real*, int64_t, Real, Real, int64_t, int64_t, int64_t, int64_t*,
                      double*, double*);
};

struct Functions {
    const char* name;
    TileFunctions<float> in_float;
    TileFunctions<double> in_double;
    void (*exact_distances)(const Points&, const Points&, double*);
    bool (*distances)(const Points&, const Points&, float, float*);
    bool (*from_products)(const Points&, const Points&, const double*, const double*, float,
                          float*);
    void (*pack)(const Points&, float*, double*);
    void (*nearest_of)(int64_t, int64_t, const double*, const int64_t*, const double*,
                       const int64_t*, double*, int64_t*);
};

}  // namespace kernelscale
