// Log-histograms of squared distances; a bin is an interval of bit patterns.
#pragma once

#include "vectors.hpp"

namespace kernelscale {
namespace INSTRUCTION_SET {

constexpr int64_t AT_ONCE = 128;

// Smallest nonzero and largest product of some numbers with `factor`, and the number of zeros.
template <class Real> struct Span {
    Real least, largest;
    int64_t n_zero;
};

template <class Real> Span<Real> span(const Real* r, int64_t n, Real factor) {
    constexpr int64_t W = Vec<Real>::width;
    const Real huge = sizeof(Real) == 4 ? Real(3e38f) : Real(1e308);
    vec<Real> low = all_of<Real>(huge), high{};
    bits<Real> zeros{};
    int64_t j = 0;
    for (; j + W <= n; j += W) {
        const vec<Real> x = load(r + j) * all_of<Real>(factor);
        const bits<Real> zero = x == vec<Real>{};
        zeros -= zero;
        low = smaller<Real>(low, zero ? all_of<Real>(huge) : x);
        high = larger<Real>(high, x);
    }
    Span<Real> found{huge, 0, 0};
    for (int64_t k = 0; k < W; ++k) {
        found.n_zero += zeros[k];
        if (low[k] < found.least) found.least = low[k];
        if (high[k] > found.largest) found.largest = high[k];
    }
    for (; j < n; ++j) {
        const Real x = r[j] * factor;
        if (x == 0) ++found.n_zero;
        else if (x < found.least) found.least = x;
        if (x > found.largest) found.largest = x;
    }
    return found;
}

// One entry of a packed histogram, two integers. The first holds the number of pairs in its top 24
// bits, and the sum of remainders in the bits below; the second is the sum of squared remainders.
// The upper bits of a bit pattern are the number of its bin, the lower bits its remainder.
typedef int64_t entry __attribute__((vector_size(16)));
constexpr uint64_t ONE_PAIR = uint64_t(1) << 40;

// Adds the first `m` of AT_ONCE numbers to the table. The entries of all numbers are computed in
// vectors, and then added one by one.
INLINE void add_block(const float* r, int64_t m, float factor, float least, uint32_t base,
                      int64_t shift, entry* table) {
    constexpr int64_t W = Vec<float>::width;
    alignas(64) uint32_t patterns[AT_ONCE], places[AT_ONCE];
    alignas(64) uint64_t parts[2 * AT_ONCE];
    const uint32_t mask = (1u << shift) - 1;
    for (int64_t j = 0; j < AT_ONCE; j += W) {
        const vec<float> x =
            larger<float>(load(r + j) * all_of<float>(factor), all_of<float>(least));
        std::memcpy(patterns + j, &x, sizeof x);
    }
    for (int64_t j = 0; j < AT_ONCE; ++j) {
        const uint32_t rest = patterns[j] & mask;
        places[j] = (patterns[j] >> shift) - base;
        parts[2 * j] = ONE_PAIR + rest;
        parts[2 * j + 1] = uint64_t(rest) * rest;
    }
#pragma GCC unroll 4
    for (int64_t j = 0; j < m; ++j) {
        entry part;
        std::memcpy(&part, parts + 2 * j, sizeof part);
        table[places[j]] += part;
    }
}

// The lower edge of a bin as an integer, in units of the last bit of numbers in the bin. Remainders
// have the same unit.
template <class Real> INLINE double edge_of(int64_t bin, int64_t shift) {
    constexpr int64_t MANTISSA = sizeof(Real) == 4 ? 23 : 52;
    const int64_t exponent = bin >> (MANTISSA - shift);
    const int64_t digits = (bin << shift) & ((int64_t(1) << MANTISSA) - 1);
    return double(digits + (exponent > 0 ? int64_t(1) << MANTISSA : 0));
}

// Counts the numbers x = r * factor in bins of the float32 bit pattern, from the bin of the
// smallest number on. Zeros are not counted. For each bin, t = x / edge - 1 and its square are
// added up, where edge is the lower edge of the bin; these sums keep their digits for any size of
// x. There may be at most 2^23 numbers, because a count has 24 bits including its sign.
void histogram(const float* r, int64_t n, float factor, const Span<float>& found, int64_t shift,
               int64_t n_bins, int64_t* counts, double* sums, double* squares) {
    uint32_t lowest;
    std::memcpy(&lowest, &found.least, 4);
    const uint32_t base = lowest >> shift, mask = (1u << shift) - 1;
    Scratch scratch(sizeof(entry) * n_bins);
    entry* table = scratch.take<entry>(n_bins);
    std::memset(table, 0, sizeof(entry) * n_bins);
    for (int64_t start = 0; start < n; start += AT_ONCE) {
        if (start + AT_ONCE <= n) {
            add_block(r + start, AT_ONCE, factor, found.least, base, shift, table);
            continue;
        }
        float padded[AT_ONCE] = {};
        std::memcpy(padded, r + start, (n - start) * sizeof(float));
        add_block(padded, n - start, factor, found.least, base, shift, table);
    }
    // Zeros were counted as the smallest number: subtract them.
    const int64_t rest = lowest & mask;
    table[0][0] -= found.n_zero * int64_t(ONE_PAIR + rest);
    table[0][1] -= found.n_zero * rest * rest;
    for (int64_t k = 0; k < n_bins; ++k) {
        const double edge = edge_of<float>(base + k, shift);
        counts[k] = table[k][0] >> 40;
        sums[k] = double(table[k][0] & int64_t(ONE_PAIR - 1)) / edge;
        squares[k] = double(table[k][1]) / (edge * edge);
    }
}

// The number of pairs in a bin, the sum of remainders, that of their squares, and nothing.
typedef double wide_entry __attribute__((vector_size(32)));

// Counts float64 numbers in the same way; their remainders are too long to be packed.
void histogram(const double* r, int64_t n, double factor, const Span<double>& found, int64_t shift,
               int64_t n_bins, int64_t* counts, double* sums, double* squares) {
    uint64_t lowest;
    std::memcpy(&lowest, &found.least, 8);
    const int64_t base = lowest >> shift;
    const uint64_t mask = (uint64_t(1) << shift) - 1;
    Scratch scratch(sizeof(wide_entry) * n_bins);
    wide_entry* table = scratch.take<wide_entry>(n_bins);
    std::memset(table, 0, sizeof(wide_entry) * n_bins);
    for (int64_t j = 0; j < n; ++j) {
        const double x = r[j] * factor;
        if (x == 0) continue;
        uint64_t pattern;
        std::memcpy(&pattern, &x, 8);
        const double rest = double(int64_t(pattern & mask));
        table[int64_t(pattern >> shift) - base] += wide_entry{1.0, rest, rest * rest, 0.0};
    }
    for (int64_t k = 0; k < n_bins; ++k) {
        const double edge = edge_of<double>(base + k, shift);
        counts[k] = int64_t(table[k][0]);
        if (edge == 0) sums[k] = squares[k] = 0;  // distances so small that they count as 0
        else sums[k] = table[k][1] / edge, squares[k] = table[k][2] / (edge * edge);
    }
}

}  // namespace INSTRUCTION_SET
}  // namespace kernelscale
