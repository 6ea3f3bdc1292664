// Sums of the kernel over a tile, along rows and columns, and within classes.
//
// Scales form chains eps, eps/2, eps/4, ... Because K(eps / 2) = K(eps)^2, a chain needs only one
// exponential for each pair. Squaring doubles the relative error, so the caller keeps chains short.
#pragma once

#include "vectors.hpp"

namespace kernelscale {
namespace INSTRUCTION_SET {

constexpr int64_t LONGEST_CHAIN = 8;
// Sums along columns are formed over this many rows, and then added to sums in float64.
constexpr int64_t ROWS_AT_ONCE = 128;

// A rate, which is negative, as a finite Real, because minus infinity times a distance of 0
// would be NaN.
template <class Real> INLINE Real rate_of(double rate) {
    constexpr double largest = sizeof(Real) == 4 ? 3e38 : 1.7e308;
    return Real(rate < -largest ? -largest : rate);
}

constexpr int64_t BLOCK = 1024;  // sums are formed over this many pairs, then added in float64

// Sums of K and of r K for a chain of N scales.
template <class Real, int N>
void sum_chain(const Real* r, int64_t n, Real rate, double* S, double* T) {
    constexpr int64_t W = Vec<Real>::width;
    for (int64_t start = 0; start < n; start += BLOCK) {
        vec<Real> s[N] = {}, t[N] = {};
        const int64_t stop = least(n, start + BLOCK);
        for (int64_t j = start; j < stop; j += W) {
            vec<Real> x{};
            if (j + W <= stop) x = load(r + j);
            else std::memcpy(&x, r + j, (stop - j) * sizeof(Real));
            vec<Real> K = exp_of<Real>(x * all_of<Real>(rate));
            if (j + W > stop)
                for (int64_t k = stop - j; k < W; ++k) K[k] = 0;
#pragma GCC unroll 8
            for (int k = 0; k < N; ++k) {
                s[k] += K;
                t[k] += K * x;
                K *= K;
            }
        }
        for (int k = 0; k < N; ++k) {
            S[k] += total<Real>(s[k]);
            T[k] += total<Real>(t[k]);
        }
    }
}

// S[k] = sum of K and T[k] = sum of r K over all pairs of the tile.
template <class Real>
void kernel_sums(const Real* r, int64_t n, const Chain* chains, int64_t n_chains, double* S,
                 double* T) {
    NoDenormals flushed;
    for (int64_t c = 0; c < n_chains; ++c) {
        double *s = S + chains[c].first, *t = T + chains[c].first;
        for (int64_t k = 0; k < chains[c].n_scales; ++k) s[k] = t[k] = 0;
        const Real rate = rate_of<Real>(chains[c].rate);
        switch (chains[c].n_scales) {
            case 1: sum_chain<Real, 1>(r, n, rate, s, t); break;
            case 2: sum_chain<Real, 2>(r, n, rate, s, t); break;
            case 3: sum_chain<Real, 3>(r, n, rate, s, t); break;
            case 4: sum_chain<Real, 4>(r, n, rate, s, t); break;
            case 5: sum_chain<Real, 5>(r, n, rate, s, t); break;
            case 6: sum_chain<Real, 6>(r, n, rate, s, t); break;
            case 7: sum_chain<Real, 7>(r, n, rate, s, t); break;
            default: sum_chain<Real, 8>(r, n, rate, s, t);
        }
    }
}

// A tile with rows and columns sorted by class, and rows padded to whole vectors.
template <class Real> struct OrderedTile {
    const Real* r;  // [n_rows][width]
    int64_t n_rows, n_columns, width;
    bool on_diagonal;
    const int64_t *row_order, *column_order;  // original index of each sorted row and column
    const int64_t *starts, *stops;            // first column of each row's class, and its end
};

// Arrays for sums over all points, followed by sums within classes.
struct SumsOut {
    double* by_row;     // [n_sets][n_rows][n_scales]
    double* by_column;  // [n_sets][n_scales][width], transposed at the end
    const int64_t* order;  // indices of the scales, chain after chain
    int64_t n_sets, n_scales;
};

// Sums along R rows, one vector for each row and each of the N scales of a chain.
template <class Real, int N, int R> struct RowTotals { vec<Real> of[R][N] = {}; };

// Kernel values of R rows, from row i on, with one vector of columns, from column j on.
template <class Real, int R>
INLINE void kernels(const OrderedTile<Real>& tile, int64_t i, int64_t j, Real rate,
                    bits<Real> columns, vec<Real>* K) {
    using Code = typename Integer<Real>::type;
#pragma GCC unroll 2
    for (int q = 0; q < R; ++q) {
        const vec<Real> r = load(tile.r + (i + q) * tile.width + j);
        K[q] = exp_of<Real>(r * all_of<Real>(rate));
        if (tile.on_diagonal) K[q] = masked<Real>(K[q], columns != Code(i + q));
        if (j + Vec<Real>::width > tile.n_columns)
            K[q] = masked<Real>(K[q], columns < Code(tile.n_columns));
    }
}

// Indices of one vector of columns, from column j on.
template <class Real> INLINE bits<Real> numbers_from(int64_t j) {
    using Code = typename Integer<Real>::type;
    bits<Real> numbers;
    for (int64_t k = 0; k < Vec<Real>::width; ++k) numbers[k] = Code(k);
    return numbers + Code(j);
}

// Adds up kernel values along R rows and along columns `from` to `to` (whole vectors). No column is
// in the class of one of the rows. `by_column` is [N][width].
template <class Real, int N, int R>
INLINE void add_others(const OrderedTile<Real>& tile, int64_t i, int64_t from, int64_t to,
                       Real rate, Real* by_column, RowTotals<Real, N, R>& totals) {
    constexpr int64_t W = Vec<Real>::width;
    bits<Real> columns = numbers_from<Real>(from);
    for (int64_t j = from; j < to; j += W, columns += typename Integer<Real>::type(W)) {
        vec<Real> K[R];
        kernels<Real, R>(tile, i, j, rate, columns, K);
#pragma GCC unroll 8
        for (int k = 0; k < N; ++k) {
            vec<Real> sum = load(by_column + k * tile.width + j);
#pragma GCC unroll 2
            for (int q = 0; q < R; ++q) {
                totals.of[q][k] += K[q];
                sum += K[q];
                K[q] *= K[q];
            }
            store(by_column + k * tile.width + j, sum);
        }
    }
}

// Like `add_others`, but some columns are in the classes of the rows. Sums over pairs of the same
// class are also added to `own_totals` along rows, and along columns to the lines of `by_column`
// after the first N.
template <class Real, int N, int R>
INLINE void add_own(const OrderedTile<Real>& tile, int64_t i, int64_t from, int64_t to, Real rate,
                    Real* by_column, RowTotals<Real, N, R>& totals,
                    RowTotals<Real, N, R>& own_totals) {
    using Code = typename Integer<Real>::type;
    constexpr int64_t W = Vec<Real>::width;
    Real* own_by_column = by_column + N * tile.width;
    bits<Real> columns = numbers_from<Real>(from);
    for (int64_t j = from; j < to; j += W, columns += Code(W)) {
        vec<Real> K[R];
        bits<Real> same[R];
        kernels<Real, R>(tile, i, j, rate, columns, K);
        for (int q = 0; q < R; ++q)
            same[q] = (columns >= Code(tile.starts[i + q])) & (columns < Code(tile.stops[i + q]));
#pragma GCC unroll 8
        for (int k = 0; k < N; ++k) {
            vec<Real> sum = load(by_column + k * tile.width + j);
            vec<Real> own_sum = load(own_by_column + k * tile.width + j);
#pragma GCC unroll 2
            for (int q = 0; q < R; ++q) {
                const vec<Real> own = masked<Real>(K[q], same[q]);
                totals.of[q][k] += K[q];
                own_totals.of[q][k] += own;
                sum += K[q];
                own_sum += own;
                K[q] *= K[q];
            }
            store(by_column + k * tile.width + j, sum);
            store(own_by_column + k * tile.width + j, own_sum);
        }
    }
}

template <class Real, int N, int R>
void run_rows(const OrderedTile<Real>& tile, int64_t i, Real rate, Real* by_column,
              const SumsOut& out) {
    constexpr int64_t W = Vec<Real>::width;
    RowTotals<Real, N, R> totals, own_totals;
    const int64_t first = least(tile.starts[i], tile.starts[i + R - 1]) / W * W;
    const int64_t last = -least(-tile.stops[i], -tile.stops[i + R - 1]);
    const int64_t after = last > first ? (last + W - 1) / W * W : first;
    add_others<Real, N, R>(tile, i, 0, first, rate, by_column, totals);
    add_own<Real, N, R>(tile, i, first, after, rate, by_column, totals, own_totals);
    add_others<Real, N, R>(tile, i, after, tile.width, rate, by_column, totals);
    const RowTotals<Real, N, R>* sets[] = {&totals, &own_totals};
    for (int64_t set = 0; set < out.n_sets; ++set)
        for (int q = 0; q < R; ++q) {
            double* row = out.by_row + (set * tile.n_rows + tile.row_order[i + q]) * out.n_scales;
            for (int k = 0; k < N; ++k) row[out.order[k]] = total<Real>(sets[set]->of[q][k]);
        }
}

// Sums of one chain over rows start, ..., stop - 1; `out.order` holds the indices of its scales.
template <class Real, int N>
void run_chain(const OrderedTile<Real>& tile, int64_t start, int64_t stop, Real rate,
               Real* by_column, const SumsOut& out) {
    std::memset(by_column, 0, sizeof(Real) * 2 * N * tile.width);
    int64_t i = start;
    for (; i + 2 <= stop; i += 2) run_rows<Real, N, 2>(tile, i, rate, by_column, out);
    if (i < stop) run_rows<Real, N, 1>(tile, i, rate, by_column, out);
    for (int64_t set = 0; set < out.n_sets; ++set)
        for (int k = 0; k < N; ++k) {
            double* sums = out.by_column + (set * out.n_scales + out.order[k]) * tile.width;
            const Real* more = by_column + (set * N + k) * tile.width;
            for (int64_t j = 0; j < tile.width; ++j) sums[j] += more[j];
        }
}

template <class Real>
void run_chains(const OrderedTile<Real>& tile, int64_t start, int64_t stop, const Chain* chains,
                int64_t n_chains, Real* by_column, const SumsOut& out) {
    for (int64_t c = 0; c < n_chains; ++c) {
        const Real rate = rate_of<Real>(chains[c].rate);
        SumsOut of_chain = out;
        of_chain.order += chains[c].first;
        switch (chains[c].n_scales) {
            case 1: run_chain<Real, 1>(tile, start, stop, rate, by_column, of_chain); break;
            case 2: run_chain<Real, 2>(tile, start, stop, rate, by_column, of_chain); break;
            case 3: run_chain<Real, 3>(tile, start, stop, rate, by_column, of_chain); break;
            case 4: run_chain<Real, 4>(tile, start, stop, rate, by_column, of_chain); break;
            case 5: run_chain<Real, 5>(tile, start, stop, rate, by_column, of_chain); break;
            case 6: run_chain<Real, 6>(tile, start, stop, rate, by_column, of_chain); break;
            case 7: run_chain<Real, 7>(tile, start, stop, rate, by_column, of_chain); break;
            default: run_chain<Real, 8>(tile, start, stop, rate, by_column, of_chain);
        }
    }
}

// Sorts rows and columns by class. Classes are in the order of their first columns; rows whose
// class has no column are last. For each sorted row, `starts` and `stops` hold the first column of
// its class and the end of these columns.
INLINE void order_by_class(const int64_t* row_codes, int64_t n_rows, const int64_t* column_codes,
                           int64_t n_columns, int64_t* row_order, int64_t* column_order,
                           int64_t* starts, int64_t* stops, bool* placed) {
    std::memset(placed, 0, n_rows + n_columns);
    bool* row_placed = placed + n_columns;
    int64_t n_placed = 0, filled = 0;
    for (int64_t j = 0; j < n_columns; ++j) {
        if (placed[j]) continue;
        const int64_t start = filled;
        for (int64_t k = j; k < n_columns; ++k)
            if (column_codes[k] == column_codes[j]) {
                placed[k] = true;
                column_order[filled++] = k;
            }
        for (int64_t i = 0; i < n_rows; ++i)
            if (!row_placed[i] && row_codes[i] == column_codes[j]) {
                row_placed[i] = true;
                starts[n_placed] = start;
                stops[n_placed] = filled;
                row_order[n_placed++] = i;
            }
    }
    for (int64_t i = 0; i < n_rows; ++i)
        if (!row_placed[i]) {
            starts[n_placed] = stops[n_placed] = 0;
            row_order[n_placed++] = i;
        }
}

// Sums along rows, of shape (n_sets, n_rows, n_scales), and along columns, of shape (n_sets,
// n_columns, n_scales). A tile on the diagonal omits the pairs of a point with itself. The first
// set holds sums over all points; with codes a second set holds sums within classes. `order` holds
// the indices of the scales, chain after chain; `room` is memory of `row_sums_room` bytes.
template <class Real>
void row_sums(const Real* r, int64_t n_rows, int64_t n_columns, bool on_diagonal,
              const Chain* chains, int64_t n_chains, const int64_t* order, int64_t n_scales,
              const int64_t* row_codes, const int64_t* column_codes, char* room, double* by_row,
              double* by_column) {
    NoDenormals flushed;
    constexpr int64_t W = Vec<Real>::width;
    const int64_t width = (n_columns + W - 1) / W * W;
    const int64_t n_sets = row_codes ? 2 : 1;
    Scratch scratch(room);
    Real* ordered = scratch.take<Real>(n_rows * width);
    Real* of_chain = scratch.take<Real>(2 * LONGEST_CHAIN * width);
    int64_t* row_order = scratch.take<int64_t>(n_rows);
    int64_t* column_order = scratch.take<int64_t>(n_columns);
    int64_t* starts = scratch.take<int64_t>(n_rows);
    int64_t* stops = scratch.take<int64_t>(n_rows);
    double* turned_sums = scratch.take<double>(n_sets * n_scales * width);
    bool* placed = scratch.take<bool>(n_rows + n_columns);
    if (row_codes) {
        order_by_class(row_codes, n_rows, column_codes, n_columns, row_order, column_order, starts,
                       stops, placed);
    } else {
        for (int64_t i = 0; i < n_rows; ++i) row_order[i] = i, starts[i] = stops[i] = 0;
        for (int64_t j = 0; j < n_columns; ++j) column_order[j] = j;
    }
    for (int64_t i = 0; i < n_rows; ++i) {
        Real* to = ordered + i * width;
        const Real* from = r + row_order[i] * n_columns;
        for (int64_t j = 0; j < n_columns; ++j) to[j] = from[column_order[j]];
        for (int64_t j = n_columns; j < width; ++j) to[j] = Real(0);
    }
    std::memset(turned_sums, 0, sizeof(double) * n_sets * n_scales * width);
    const OrderedTile<Real> tile{ordered,   n_rows,       n_columns, width, on_diagonal,
                                 row_order, column_order, starts,    stops};
    const SumsOut out{by_row, turned_sums, order, n_sets, n_scales};
    // A few rows at a time, so that they stay in the cache for all chains.
    for (int64_t start = 0; start < n_rows; start += ROWS_AT_ONCE)
        run_chains<Real>(tile, start, least(n_rows, start + ROWS_AT_ONCE), chains, n_chains,
                         of_chain, out);
    for (int64_t set = 0; set < n_sets; ++set)
        for (int64_t j = 0; j < n_columns; ++j) {
            double* to = by_column + (set * n_columns + column_order[j]) * n_scales;
            const double* from = turned_sums + set * n_scales * width + j;
            for (int64_t k = 0; k < n_scales; ++k) to[k] = from[k * width];
        }
}

// exp(rate r) for all distances of a tile.
template <class Real> void kernel(const Real* r, int64_t n, double rate, Real* K) {
    constexpr int64_t W = Vec<Real>::width;
    const vec<Real> factor = all_of<Real>(rate_of<Real>(rate));
    int64_t j = 0;
    for (; j + W <= n; j += W)
        store(K + j, exp_of<Real>(load(r + j) * factor));
    if (j == n) return;
    vec<Real> x{};
    std::memcpy(&x, r + j, (n - j) * sizeof(Real));
    x = exp_of<Real>(x * factor);
    std::memcpy(K + j, &x, (n - j) * sizeof(Real));
}

}  // namespace INSTRUCTION_SET
}  // namespace kernelscale
