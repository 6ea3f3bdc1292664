// Sums of the kernel over a tile, along rows and columns, and within classes.
//
// Scales stand in chains eps, eps/2, eps/4, ...: K(eps / 2) = K(eps)^2, so a chain costs one
// exponential. Squaring doubles the relative error, so chains are short (the caller sees to it).
#pragma once

#include "vectors.hpp"

namespace kernelscale {
namespace INSTRUCTION_SET {

constexpr int64_t LONGEST_CHAIN = 8;
constexpr int64_t ROWS_AT_ONCE = 64;  // sums along columns go over to float64 after so many rows

constexpr int64_t BLOCK = 1024;  // sums over so many pairs go over to float64

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
        const Real rate = Real(chains[c].rate);
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

// A tile in float32 or float64 whose columns may have been put in order of their classes.
template <class Real> struct ClassedTile {
    const Real* r;  // [n_rows][n_columns]
    int64_t n_rows, n_columns;
    bool on_diagonal;
    const int64_t* order;             // where each column came from
    const int64_t *starts, *stops;    // columns of the class of each row
};

// Where the sums of one chain go: the first scale's, of arrays [n_points][n_scales].
struct SumsOut {
    double *row_all, *row_within, *column_all, *column_within;
    int64_t n_scales;
};

// Adds K and, for columns of the row's class, K once more to the sums along rows and columns. N is
// the chain's length, known to the compiler; `by_column` is [2][N][width].
template <class Real, int N, bool WITHIN>
INLINE void add_vector(vec<Real> K, bits<Real> same, Real* by_column, int64_t width,
                       vec<Real>* all, vec<Real>* within) {
#pragma GCC unroll 8
    for (int k = 0; k < N; ++k) {
        Real* sums = by_column + k * width;
        all[k] += K;
        store(sums, load(sums) + K);
        if (WITHIN) {
            const vec<Real> own = masked<Real>(K, same);
            within[k] += own;
            sums += N * width;
            store(sums, load(sums) + own);
        }
        K *= K;
    }
}

// One row of one chain. `line` is the row, padded to whole vectors; `own` is its own column.
template <class Real, int N>
INLINE void add_row(const Real* line, int64_t n, int64_t own, int64_t start, int64_t stop,
                    Real rate, Real* by_column, int64_t width, vec<Real>* all,
                    vec<Real>* within) {
    constexpr int64_t W = Vec<Real>::width;
    for (int64_t j = 0; j < n; j += W) {
        vec<Real> K = exp_of<Real>(load(line + j) * all_of<Real>(rate));
        if (j + W > n)
            for (int64_t k = n - j; k < W; ++k) K[k] = 0;
        if (own >= j && own < j + W) K[own - j] = 0;
        bits<Real> same{};
        if (j + W <= start || j >= stop) {
            add_vector<Real, N, false>(K, same, by_column + j, width, all, within);
            continue;
        }
        for (int64_t k = 0; k < W; ++k) same[k] = j + k >= start && j + k < stop ? -1 : 0;
        add_vector<Real, N, true>(K, same, by_column + j, width, all, within);
    }
}

template <class Real, int N>
void run_chain(const ClassedTile<Real>& tile, Real rate, const SumsOut& out) {
    constexpr int64_t W = Vec<Real>::width;
    const int64_t n = tile.n_columns, width = (n + W - 1) / W * W;
    const bool classes = tile.starts != nullptr;
    Scratch scratch(sizeof(Real) * width * (1 + 2 * N));
    Real* line = scratch.take<Real>(width);
    Real* by_column = scratch.take<Real>(2 * N * width);
    std::memset(line, 0, sizeof(Real) * width);
    std::memset(by_column, 0, sizeof(Real) * 2 * N * width);
    for (int64_t i = 0; i < tile.n_rows; ++i) {
        std::memcpy(line, tile.r + i * n, n * sizeof(Real));
        int64_t own = -1;
        if (tile.on_diagonal) {
            own = i;
            if (classes)
                for (own = 0; tile.order[own] != i;) ++own;
        }
        vec<Real> all[N] = {}, within[N] = {};
        add_row<Real, N>(line, n, own, classes ? tile.starts[i] : 0, classes ? tile.stops[i] : 0,
                         rate, by_column, width, all, within);
        for (int k = 0; k < N; ++k) {
            out.row_all[i * out.n_scales + k] = total<Real>(all[k]);
            if (classes) out.row_within[i * out.n_scales + k] = total<Real>(within[k]);
        }
        if ((i + 1) % ROWS_AT_ONCE && i + 1 < tile.n_rows) continue;
        for (int64_t j = 0; j < n; ++j) {
            const int64_t place = (classes ? tile.order[j] : j) * out.n_scales;
            for (int k = 0; k < N; ++k) {
                out.column_all[place + k] += by_column[k * width + j];
                if (classes) out.column_within[place + k] += by_column[(N + k) * width + j];
            }
        }
        std::memset(by_column, 0, sizeof(Real) * 2 * N * width);
    }
}

template <class Real>
void run_chains(const ClassedTile<Real>& tile, const Chain* chains, int64_t n_chains,
                const SumsOut& out) {
    for (int64_t c = 0; c < n_chains; ++c) {
        const int64_t first = chains[c].first;
        const Real rate = Real(chains[c].rate);
        const bool classes = tile.starts != nullptr;
        const SumsOut at_first{out.row_all + first, classes ? out.row_within + first : nullptr,
                               out.column_all + first,
                               classes ? out.column_within + first : nullptr, out.n_scales};
        switch (chains[c].n_scales) {
            case 1: run_chain<Real, 1>(tile, rate, at_first); break;
            case 2: run_chain<Real, 2>(tile, rate, at_first); break;
            case 3: run_chain<Real, 3>(tile, rate, at_first); break;
            case 4: run_chain<Real, 4>(tile, rate, at_first); break;
            case 5: run_chain<Real, 5>(tile, rate, at_first); break;
            case 6: run_chain<Real, 6>(tile, rate, at_first); break;
            case 7: run_chain<Real, 7>(tile, rate, at_first); break;
            default: run_chain<Real, 8>(tile, rate, at_first);
        }
    }
}

// Columns in order of their classes, in which classes first appear; and those of each row's class.
INLINE void order_by_class(const int64_t* row_codes, int64_t n_rows, const int64_t* column_codes,
                           int64_t n, int64_t* order, int64_t* starts, int64_t* stops, bool* placed) {
    for (int64_t i = 0; i < n_rows; ++i) starts[i] = stops[i] = 0;
    std::memset(placed, 0, n);
    int64_t filled = 0;
    for (int64_t j = 0; j < n; ++j) {
        if (placed[j]) continue;
        const int64_t start = filled;
        for (int64_t k = j; k < n; ++k)
            if (column_codes[k] == column_codes[j]) {
                placed[k] = true;
                order[filled++] = k;
            }
        for (int64_t i = 0; i < n_rows; ++i)
            if (row_codes[i] == column_codes[j]) {
                starts[i] = start;
                stops[i] = filled;
            }
    }
}

// Row sums of shape (n_rows, n_scales) and column sums of shape (n_columns, n_scales), the
// diagonal left out where the tile lies on it; with codes also those within the own class.
template <class Real>
void row_sums(const Real* r, int64_t n_rows, int64_t n_columns, bool on_diagonal,
              const Chain* chains, int64_t n_chains, int64_t n_scales, const int64_t* row_codes,
              const int64_t* column_codes, double* row_all, double* row_within,
              double* column_all, double* column_within) {
    NoDenormals flushed;
    const SumsOut out{row_all, row_within, column_all, column_within, n_scales};
    std::memset(column_all, 0, sizeof(double) * n_columns * n_scales);
    if (row_codes == nullptr) {
        run_chains<Real>({r, n_rows, n_columns, on_diagonal, nullptr, nullptr, nullptr}, chains,
                         n_chains, out);
        return;
    }
    std::memset(column_within, 0, sizeof(double) * n_columns * n_scales);
    Scratch scratch(sizeof(Real) * n_rows * n_columns + 8 * (2 * n_rows + n_columns) + n_columns);
    Real* ordered = scratch.take<Real>(n_rows * n_columns);
    int64_t* order = scratch.take<int64_t>(n_columns);
    int64_t* starts = scratch.take<int64_t>(n_rows);
    int64_t* stops = scratch.take<int64_t>(n_rows);
    bool* placed = scratch.take<bool>(n_columns);
    order_by_class(row_codes, n_rows, column_codes, n_columns, order, starts, stops, placed);
    for (int64_t i = 0; i < n_rows; ++i)
        for (int64_t j = 0; j < n_columns; ++j)
            ordered[i * n_columns + j] = r[i * n_columns + order[j]];
    run_chains<Real>({ordered, n_rows, n_columns, on_diagonal, order, starts, stops}, chains,
                     n_chains, out);
}

// exp(rate r) of a whole tile.
template <class Real> void kernel(const Real* r, int64_t n, double rate, Real* K) {
    constexpr int64_t W = Vec<Real>::width;
    int64_t j = 0;
    for (; j + W <= n; j += W)
        store(K + j, exp_of<Real>(load(r + j) * all_of<Real>(Real(rate))));
    if (j == n) return;
    vec<Real> x{};
    std::memcpy(&x, r + j, (n - j) * sizeof(Real));
    x = exp_of<Real>(x * all_of<Real>(Real(rate)));
    std::memcpy(K + j, &x, (n - j) * sizeof(Real));
}

}  // namespace INSTRUCTION_SET
}  // namespace kernelscale
