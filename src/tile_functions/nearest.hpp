// The nearest other points of the rows and of the columns of a tile.
#pragma once

#include "distances.hpp"

namespace kernelscale {
namespace INSTRUCTION_SET {

// The nearest other points found so far for one point, sorted by (distance, index). A point whose
// distance in r exceeds `limit` is not among the nearest; `limit` has a margin for rounding.
template <class Real> struct Nearest {
    double* distances;
    int64_t* places;  // indices of the points
    int64_t n;
    Real limit;

    void offer(double distance, int64_t place, double scale) {
        if (distance > distances[n - 1] ||
            (distance == distances[n - 1] && place >= places[n - 1]))
            return;
        int64_t k = n - 1;
        for (; k > 0 && (distance < distances[k - 1] ||
                         (distance == distances[k - 1] && place < places[k - 1]));
             --k) {
            distances[k] = distances[k - 1];
            places[k] = places[k - 1];
        }
        distances[k] = distance;
        places[k] = place;
        const Real reached = Real(distances[n - 1] * scale);
        if (reached < limit) limit = reached;
    }
};

// Inserts the pairs of a block into the lists of nearest points. The lists of the rows have the
// shape (n_rows, n). The lists of the columns have the shape (n_columns, n), and are null if they
// are not needed. Indices count from `first_row` and `first_column`; `names`, if given, replace the
// indices of columns. `selves` holds for each row the column of the same point, which is not
// inserted. Pairs beyond the limits and pairs of the same group are ignored. `scale` converts
// distances to the unit of r, with a margin, because rounding may make the distance in r larger. If
// r is float32, the distances of inserted pairs are computed again in float64.
template <class Real>
void nearest(const Real* r, const Points& rows, const Points& columns, const int64_t* selves,
             const int64_t* names, const int64_t* row_groups, const int64_t* column_groups,
             const Real* row_limits,
             const Real* column_limits, double scale, int64_t n, int64_t first_row,
             int64_t first_column, double* row_distances, int64_t* row_places,
             double* column_distances, int64_t* column_places) {
    constexpr int64_t W = Vec<Real>::width;
    constexpr bool single = sizeof(Real) == sizeof(float);
    const int64_t width = (columns.n + W - 1) / W * W;
    Scratch scratch(2 * sizeof(Real) * width);
    Real* line = scratch.take<Real>(width);
    Real* limits = scratch.take<Real>(width);
    for (int64_t j = 0; j < width; ++j) {
        limits[j] = j < columns.n && column_distances ? column_limits[j] : Real(-1);
        line[j] = Real(__builtin_inf());
    }
    for (int64_t i = 0; i < rows.n; ++i) {
        std::memcpy(line, r + i * columns.n, sizeof(Real) * columns.n);
        Nearest<Real> row{row_distances + i * n, row_places + i * n, n, row_limits[i]};
        for (int64_t j = 0; j < width; j += W) {
            const vec<Real> x = load(line + j);
            if (!any<Real>((x <= all_of<Real>(row.limit)) | (x <= load(limits + j)))) continue;
            for (int64_t c = j; c < least(j + W, columns.n); ++c) {
                const bool for_row = line[c] <= row.limit, for_column = line[c] <= limits[c];
                if (!(for_row || for_column) || c == selves[i]) continue;
                if (row_groups && row_groups[i] == column_groups[c]) continue;
                double distance = single ? raw_distance(rows, i, columns, c) : double(line[c]);
                if (single && rows.half_squares) distance = half_squared(distance);
                if (for_row) row.offer(distance, names ? names[c] : first_column + c, scale);
                if (!for_column) continue;
                Nearest<Real> column{column_distances + c * n, column_places + c * n, n, limits[c]};
                column.offer(distance, first_row + i, scale);
                limits[c] = column.limit;
            }
        }
    }
}

INLINE int64_t pattern_of(double x) {
    int64_t pattern;
    std::memcpy(&pattern, &x, sizeof x);
    return pattern;
}

// Merges two sorted lists of nearest points for each row into one of the same length; empty entries
// are infinity and -1. The next entry is chosen without a branch, which a processor could not
// predict. Distances are compared by their bit patterns, which have the same order.
void nearest_of(int64_t n_rows, int64_t n, const double* one, const int64_t* one_places,
                const double* other, const int64_t* other_places, double* distances,
                int64_t* places) {
    for (int64_t i = 0; i < n_rows; ++i) {
        for (int64_t k = i * n, a = k, b = k; k < (i + 1) * n; ++k) {
            const int64_t first = pattern_of(one[a]), second = pattern_of(other[b]);
            const int64_t place = one_places[a], other_place = other_places[b];
            const int64_t next = (second < first) | ((second == first) & (other_place < place));
            const int64_t chosen = first ^ ((first ^ second) & -next);
            std::memcpy(distances + k, &chosen, sizeof chosen);
            places[k] = place ^ ((place ^ other_place) & -next);
            a += 1 - next;
            b += next;
        }
    }
}

}  // namespace INSTRUCTION_SET
}  // namespace kernelscale
