// The nearest others of the rows and of the columns of a tile.
#pragma once

#include "distances.hpp"

namespace kernelscale {
namespace INSTRUCTION_SET {

// What is nearest to one point so far, ascending by (distance, place); beyond `limit`, in units
// and with room for rounding, nothing can be.
template <class Real> struct Nearest {
    double* distances;
    int64_t* places;
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

// Takes pairs into what is known of the rows, (n_rows, n) distances and places, and of the columns,
// (n_columns, n); places are counted from those of the first row and column on. Beyond the limits
// nothing is looked at. `scale` takes distances to the unit of r, with room for rounding: the distance
// in r of a pair may be that much larger than another's although it is the nearer one. In float32 the
// pairs that matter are computed again in float64.
template <class Real>
void nearest(const Real* r, const Points& rows, const Points& columns, bool on_diagonal,
             const int64_t* row_groups, const int64_t* column_groups, const Real* row_limits,
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
        limits[j] = j < columns.n && !on_diagonal ? column_limits[j] : Real(-1);
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
                if (!(for_row || for_column) || (on_diagonal && c == i)) continue;
                if (row_groups && row_groups[i] == column_groups[c]) continue;
                const double distance =
                    single ? raw_distance(rows, i, columns, c) : double(line[c]);
                if (for_row) row.offer(distance, first_column + c, scale);
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

// Takes what a tile found into what is known: rows of `distances` and `places`, ascending, infinity
// and -1 where there is nothing. The caller of a pass does this alone for all workers, so which of two
// comes next is chosen without a branch that a processor could not foresee: bit patterns of distances
// have the order of the distances.
void take_in(int64_t n_rows, int64_t n, const double* found, const int64_t* found_places,
             double* distances, int64_t* places) {
    Scratch scratch(16 * n);
    double* known = scratch.take<double>(n);
    int64_t* known_places = scratch.take<int64_t>(n);
    for (int64_t i = 0; i < n_rows; ++i, found += n, found_places += n, distances += n, places += n) {
        if (found_places[0] < 0 || found[0] > distances[n - 1]) continue;
        std::memcpy(known, distances, 8 * n);
        std::memcpy(known_places, places, 8 * n);
        for (int64_t k = 0, a = 0, b = 0; k < n; ++k) {
            const int64_t old = pattern_of(known[a]), fresh = pattern_of(found[b]);
            const int64_t old_place = known_places[a], fresh_place = found_places[b];
            const int64_t next = (fresh < old) | ((fresh == old) & (fresh_place < old_place));
            const int64_t chosen = old ^ ((old ^ fresh) & -next);
            std::memcpy(distances + k, &chosen, sizeof chosen);
            places[k] = old_place ^ ((old_place ^ fresh_place) & -next);
            a += 1 - next;
            b += next;
        }
    }
}

}  // namespace INSTRUCTION_SET
}  // namespace kernelscale
