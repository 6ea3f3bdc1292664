// Squared distances of a tile of pairs, from differences of points or from inner products. Small
// distances in float32 are computed again in float64.
#pragma once

#include "vectors.hpp"

namespace kernelscale {
namespace INSTRUCTION_SET {

constexpr int64_t PANEL_COLUMNS = 128;
constexpr int64_t PANEL_ROWS = 4;
constexpr int64_t FEW_FEATURES = 2;  // with so few features float64 takes no longer than float32
constexpr double UNDERFLOW = 1e-30;  // squared distances / unit below this are computed in float64

INLINE double coordinate(const Points& points, int64_t i, int64_t f) {
    return (at(points, i)[f] - points.centre[f]) * points.inverse_root_unit;
}

// Writes `width` points, from `start` on, minus the centre and divided by the root of the unit, to
// block[feature][point]. If there are fewer points, the last point is repeated.
template <class Real>
INLINE void turned(const Points& points, int64_t start, int64_t width, Real* block) {
    for (int64_t j = 0; j < width; ++j)
        for (int64_t f = 0; f < points.n_features; ++f)
            block[f * width + j] = Real(coordinate(points, least(start + j, points.n - 1), f));
}

// Squared distances of PANEL_ROWS rows and a panel of columns, both transposed.
template <class Real>
INLINE void squares(const Real* rows, const Real* panel, int64_t n_features, Real* r) {
    constexpr int64_t W = Vec<Real>::width;
    for (int64_t j = 0; j < PANEL_COLUMNS; j += 2 * W) {
        vec<Real> sums[PANEL_ROWS][2] = {};
        for (int64_t f = 0; f < n_features; ++f) {
            const vec<Real> left = load(panel + f * PANEL_COLUMNS + j);
            const vec<Real> right = load(panel + f * PANEL_COLUMNS + j + W);
#pragma GCC unroll 4
            for (int64_t k = 0; k < PANEL_ROWS; ++k) {
                const vec<Real> x = all_of<Real>(rows[f * PANEL_ROWS + k]);
                const vec<Real> a = left - x, b = right - x;
                sums[k][0] += a * a;
                sums[k][1] += b * b;
            }
        }
#pragma GCC unroll 4
        for (int64_t k = 0; k < PANEL_ROWS; ++k) {
            store(r + k * PANEL_COLUMNS + j, sums[k][0]);
            store(r + k * PANEL_COLUMNS + j + W, sums[k][1]);
        }
    }
}

// The squared distance of two points in float64, in the units of the data.
INLINE double raw_distance(const Points& rows, int64_t i, const Points& columns, int64_t j) {
    const double *x = at(rows, i), *y = at(columns, j);
    constexpr int64_t W = Vec<double>::width;
    vec<double> sums{};
    int64_t f = 0;
    for (; f + W <= rows.n_features; f += W) {
        const vec<double> d = load(x + f) - load(y + f);
        sums += d * d;
    }
    double sum = total<double>(sums);
    for (; f < rows.n_features; ++f) sum += (x[f] - y[f]) * (x[f] - y[f]);
    return sum;
}

// Recomputes in float64 each of `n` float32 distances that does not exceed its limit. Returns
// whether a distance is too small for float32.
__attribute__((noinline)) bool repair(const Points& rows, int64_t i, const Points& columns,
                                      int64_t j, int64_t n, vec<float> limit, float* r) {
    bool underflow = false;
    for (int64_t k = 0; k < n; ++k) {
        if (r[k] > limit[k]) continue;
        const double exact = raw_distance(rows, i, columns, j + k) * rows.inverse_root_unit *
                             rows.inverse_root_unit;
        underflow |= exact > 0 && exact < UNDERFLOW;
        r[k] = float(exact);
    }
    return underflow;
}

// Like `repair`, for a row of PANEL_COLUMNS distances, of which the first `n` exist; the limit of a
// distance is the sum of the limits of its row and its column.
INLINE bool repair_row(const Points& rows, int64_t i, const Points& columns, int64_t j0, int64_t n,
                       float row_limit, const float* column_limits, float* r) {
    constexpr int64_t W = Vec<float>::width;
    bool underflow = false;
    const vec<float> of_row = all_of<float>(row_limit);
    bits<float> small{};
    for (int64_t j = 0; j < PANEL_COLUMNS; j += W)
        small |= load(r + j) <= load(column_limits + j) + of_row;
    if (!any<float>(small)) return false;
    for (int64_t j = 0; j < n; j += W) {
        const vec<float> limit = load(column_limits + j) + of_row;
        if (any<float>(load(r + j) <= limit))
            underflow |= repair(rows, i, columns, j0 + j, least(W, n - j), limit, r + j);
    }
    return underflow;
}

// Squared norms of the centred points, divided by the unit, times `share`, plus UNDERFLOW. The last
// norm is repeated up to entry n.
INLINE void shares_of_norms(const Points& points, float share, int64_t n, float* norms) {
    const Points centre{points.centre, 1, points.n_features, nullptr, 1.0};
    // In float64, because the norm and the unit may be outside the range of float32.
    const double scale = points.inverse_root_unit;
    for (int64_t i = 0; i < points.n; ++i)
        norms[i] = float(raw_distance(points, i, centre, 0) * scale * scale * share + UNDERFLOW);
    for (int64_t i = points.n; i < n; ++i) norms[i] = norms[points.n - 1];
}

// Calls `finish(i, j, n, row)` for each row i and each panel of columns, from column j on; `row`
// holds the n squared distances.
template <class Real, class Finish>
INLINE void over_rows(const Points& rows, const Points& columns, Finish finish) {
    const int64_t D = rows.n_features;
    const int64_t n_rows = (rows.n + PANEL_ROWS - 1) / PANEL_ROWS * PANEL_ROWS;
    Scratch scratch(sizeof(Real) * (n_rows * D + PANEL_COLUMNS * D + PANEL_ROWS * PANEL_COLUMNS));
    Real* left = scratch.take<Real>(n_rows * D);
    Real* panel = scratch.take<Real>(PANEL_COLUMNS * D);
    Real* block = scratch.take<Real>(PANEL_ROWS * PANEL_COLUMNS);
    for (int64_t i = 0; i < n_rows; i += PANEL_ROWS) turned(rows, i, PANEL_ROWS, left + i * D);
    for (int64_t j = 0; j < columns.n; j += PANEL_COLUMNS) {
        turned(columns, j, PANEL_COLUMNS, panel);
        for (int64_t i = 0; i < n_rows; i += PANEL_ROWS) {
            squares(left + i * D, panel, D, block);
            for (int64_t k = i; k < least(i + PANEL_ROWS, rows.n); ++k)
                finish(k, j, least(PANEL_COLUMNS, columns.n - j), block + (k - i) * PANEL_COLUMNS);
        }
    }
}

// All squared distances divided by the unit, by direct differences in float64.
void exact_distances(const Points& rows, const Points& columns, double* r) {
    over_rows<double>(rows, columns, [&](int64_t i, int64_t j, int64_t n, const double* row) {
        std::memcpy(r + i * columns.n + j, row, n * sizeof(double));
    });
}

typedef float half __attribute__((vector_size(VECTOR_BYTES / 2)));

// All squared distances, rounded to float32; returns whether one is too small for float32.
INLINE bool rounded_distances(const Points& rows, const Points& columns, float* r) {
    bool underflow = false;
    over_rows<double>(rows, columns, [&](int64_t i, int64_t j, int64_t n, const double* row) {
        alignas(64) float rounded[PANEL_COLUMNS];
        const vec<double> none{}, least_one = all_of<double>(UNDERFLOW);
        bits<double> small{};
        for (int64_t k = 0; k < PANEL_COLUMNS; k += Vec<double>::width) {
            const vec<double> x = load(row + k);
            small |= (x > none) & (x < least_one);
            const auto y = __builtin_convertvector(x, half);
            std::memcpy(rounded + k, &y, sizeof y);
        }
        underflow |= any<double>(small);
        std::memcpy(r + i * columns.n + j, rounded, n * sizeof(float));
    });
    return underflow;
}

// All squared distances in float32. For few features they are computed in float64 and rounded.
// Otherwise they are computed in float32, and again in float64 if they are at most `share` times
// the sum of the squared norms of the two points. Returns whether a distance is too small for
// float32.
bool distances(const Points& rows, const Points& columns, float share, float* r) {
    if (rows.n_features <= FEW_FEATURES) return rounded_distances(rows, columns, r);
    const int64_t width = (columns.n + PANEL_COLUMNS - 1) / PANEL_COLUMNS * PANEL_COLUMNS;
    Scratch scratch(sizeof(float) * (rows.n + width));
    float* row_norms = scratch.take<float>(rows.n);
    float* column_norms = scratch.take<float>(width);
    shares_of_norms(rows, share, rows.n, row_norms);
    shares_of_norms(columns, share, width, column_norms);
    bool underflow = false;
    over_rows<float>(rows, columns, [&](int64_t i, int64_t j, int64_t n, float* row) {
        underflow |= repair_row(rows, i, columns, j, n, row_norms[i], column_norms + j, row);
        std::memcpy(r + i * columns.n + j, row, n * sizeof(float));
    });
    return underflow;
}

// Writes the points minus the centre, divided by the root of the unit, in float32, row by row. Also
// writes their squared norms.
void pack(const Points& points, float* packed, double* norms) {
    constexpr int64_t LANES = 16;
    const int64_t whole = points.n_features / LANES * LANES;
    for (int64_t i = 0; i < points.n; ++i) {
        const double* x = at(points, i);
        float* to = packed + i * points.n_features;
        double sums[LANES] = {}, norm = 0;
        for (int64_t f = 0; f < whole; f += LANES)
            for (int64_t k = 0; k < LANES; ++k) {
                to[f + k] = float((x[f + k] - points.centre[f + k]) * points.inverse_root_unit);
                sums[k] += double(to[f + k]) * double(to[f + k]);
            }
        for (int64_t f = whole; f < points.n_features; ++f) {
            to[f] = float(coordinate(points, i, f));
            norm += double(to[f]) * double(to[f]);
        }
        for (double sum : sums) norm += sum;
        norms[i] = norm;
    }
}

// Replaces the inner products of packed points in r by squared distances; small distances are
// computed again in float64, as in `distances`. Returns whether a distance is too small for
// float32.
bool from_products(const Points& rows, const Points& columns, const double* row_norms,
                   const double* column_norms, float share, float* r) {
    const int64_t width = (columns.n + PANEL_COLUMNS - 1) / PANEL_COLUMNS * PANEL_COLUMNS;
    Scratch scratch((sizeof(double) + sizeof(float)) * width + sizeof(float) * PANEL_COLUMNS);
    double* norms = scratch.take<double>(width);
    float* limits = scratch.take<float>(width);
    float* line = scratch.take<float>(PANEL_COLUMNS);
    for (int64_t j = 0; j < width; ++j) {
        norms[j] = column_norms[least(j, columns.n - 1)];
        limits[j] = float(norms[j]) * share + float(UNDERFLOW);
    }
    bool underflow = false;
    for (int64_t i = 0; i < rows.n; ++i)
        for (int64_t j = 0; j < columns.n; j += PANEL_COLUMNS) {
            const int64_t n = least(PANEL_COLUMNS, columns.n - j);
            float* to = r + i * columns.n + j;
            std::memcpy(line, to, n * sizeof(float));
            for (int64_t k = 0; k < PANEL_COLUMNS; ++k)
                line[k] = float(row_norms[i] + norms[j + k] - 2 * double(line[k]));
            underflow |= repair_row(rows, i, columns, j, n, float(row_norms[i]) * share,
                                    limits + j, line);
            std::memcpy(to, line, n * sizeof(float));
        }
    return underflow;
}

}  // namespace INSTRUCTION_SET
}  // namespace kernelscale
