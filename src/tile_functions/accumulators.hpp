// Accumulators of a tile. The distances of a tile are formed in blocks that fit in the cache, and
// each block is added to every accumulator before the next is formed. This needs no Python, so the
// interpreter's lock is released for the whole tile.
#pragma once

#include <algorithm>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

#include "functions.hpp"

namespace kernelscale {

inline const Functions* in_use = nullptr;  // the selected instruction set, the best one by default

template <class Real> const TileFunctions<Real>& tile_functions();
template <> inline const TileFunctions<float>& tile_functions() { return in_use->in_float; }
template <> inline const TileFunctions<double>& tile_functions() { return in_use->in_double; }

// Squared distances of some rows and columns of a tile, divided by a unit.
template <class Real> struct Block {
    Real* r;
    double unit;
    Points rows, columns;  // without values if distances are given
    int64_t row, column;   // first row and column in the tile
    bool on_diagonal;      // rows and columns are the same points
    bool folded;           // the tile is on the diagonal, but this block is above the diagonal
    bool mirrored;         // also covers its mirror image, with rows and columns exchanged
    const int64_t* selves;  // if the rows are a sample: for each row, the column of the same point

    double weight() const { return mirrored ? 2.0 : 1.0; }
};

class Accumulator {
  public:
    // Whether the accumulator needs float64 distances even if float32 distances exist.
    const bool exact;

    explicit Accumulator(bool exact) : exact(exact) {}
    virtual ~Accumulator() = default;
    // Bytes of memory needed for a block.
    virtual int64_t room(int64_t, int64_t) const { return 0; }
    virtual void add(const Block<float>& block, char* room) = 0;
    virtual void add(const Block<double>& block, char* room) = 0;
};

// Scales grouped into chains eps, eps/2, eps/4, ... (see Chain in tile.hpp).
struct Chains {
    std::vector<Chain> chains;
    std::vector<int64_t> order;  // indices of the scales: first those of the first chain, ...

    int64_t n_scales() const { return int64_t(order.size()); }
};

// Sums of the kernel K and of r K over all pairs of a tile, where r is the squared distance.
class KernelSums : public Accumulator {
    Chains scales;
    double* sums;  // [2][n_scales]

    template <class Real> void take(const Block<Real>& block) {
        const int64_t n = scales.n_scales();
        std::vector<double> S(n), T(n);
        tile_functions<Real>().kernel_sums(block.r, block.rows.n * block.columns.n,
                                           scales.chains.data(), int64_t(scales.chains.size()),
                                           S.data(), T.data());
        for (int64_t k = 0; k < n; ++k) {
            sums[scales.order[k]] += block.weight() * S[k];
            sums[n + scales.order[k]] += block.weight() * T[k];
        }
    }

  public:
    KernelSums(Chains scales, double* sums)
        : Accumulator(true), scales(std::move(scales)), sums(sums) {}
    void add(const Block<float>& block, char*) override { take(block); }
    void add(const Block<double>& block, char*) override { take(block); }
};

// If the rows are a sample, sets the distance of each point to itself to infinity while this object
// exists. (row_sums omits the diagonal itself.)
template <class Real> class WithoutSelves {
    std::vector<std::pair<Real*, Real>> before;

  public:
    explicit WithoutSelves(const Block<Real>& block) {
        if (!block.selves) return;
        for (int64_t i = 0; i < block.rows.n; ++i) {
            const int64_t j = block.selves[block.row + i] - block.column;
            if (j < 0 || j >= block.columns.n) continue;
            Real* r = block.r + i * block.columns.n + j;
            before.emplace_back(r, *r);
            *r = std::numeric_limits<Real>::infinity();
        }
    }
    ~WithoutSelves() {
        for (auto [r, value] : before) *r = value;
    }
};

// Sums along rows and along columns: one set over all points and, if there are codes of classes, a
// second set within classes.
class RowSums : public Accumulator {
    Chains in_float, in_double;
    const int64_t *row_codes, *column_codes;  // null without classes
    int64_t n_sets, n_rows, n_columns;
    double *by_row, *by_column;  // [n_sets][n_rows or n_columns][n_scales]

    // Adds the sums of the n rows (or columns) of a block to those of the tile, from `first` on.
    void put(const double* found, int64_t n, double* sums, int64_t first, int64_t n_all) {
        const int64_t n_scales = in_double.n_scales();
        for (int64_t set = 0; set < n_sets; ++set) {
            const double* from = found + set * n * n_scales;
            double* to = sums + (set * n_all + first) * n_scales;
            for (int64_t k = 0; k < n * n_scales; ++k) to[k] += from[k];
        }
    }

    template <class Real>
    void take(const Block<Real>& block, const Chains& scales, char* room) {
        const int64_t n = block.rows.n, m = block.columns.n, n_scales = scales.n_scales();
        double* along_rows = reinterpret_cast<double*>(room);
        double* along_columns = along_rows + n_sets * n * n_scales;
        char* rest = reinterpret_cast<char*>(along_columns + n_sets * m * n_scales);
        WithoutSelves<Real> others(block);
        tile_functions<Real>().row_sums(
            block.r, n, m, block.on_diagonal, scales.chains.data(), int64_t(scales.chains.size()),
            scales.order.data(), n_scales, row_codes ? row_codes + block.row : nullptr,
            row_codes ? column_codes + block.column : nullptr, rest, along_rows, along_columns);
        put(along_rows, n, by_row, block.row, n_rows);
        if (block.folded) put(along_columns, m, by_row, block.column, n_rows);
        else put(along_columns, m, by_column, block.column, n_columns);
    }

  public:
    RowSums(bool exact, Chains in_float, Chains in_double, const int64_t* row_codes,
            const int64_t* column_codes, int64_t n_sets, int64_t n_rows, int64_t n_columns,
            double* by_row, double* by_column)
        : Accumulator(exact), in_float(std::move(in_float)), in_double(std::move(in_double)),
          row_codes(row_codes), column_codes(column_codes), n_sets(n_sets), n_rows(n_rows),
          n_columns(n_columns), by_row(by_row), by_column(by_column) {}
    int64_t room(int64_t n, int64_t m) const override {
        const int64_t n_scales = in_double.n_scales();
        return 8 * n_sets * (n + m) * n_scales + row_sums_room(n, m, n_sets, n_scales);
    }
    void add(const Block<float>& block, char* room) override { take(block, in_float, room); }
    void add(const Block<double>& block, char* room) override { take(block, in_double, room); }
};

// Bin of a positive number: the leading bits of its bit pattern.
template <class Real> int64_t bin_of(Real x, int64_t shift) {
    typename std::conditional<sizeof(Real) == 4, uint32_t, uint64_t>::type pattern;
    std::memcpy(&pattern, &x, sizeof x);
    return int64_t(pattern >> shift);
}

// For each group of rows, logarithmic bins of r / unit, from the first filled bin on.
class Histogram : public Accumulator {
    static constexpr int64_t BITS = 7;  // 2^7 bins from a power of 2 to the next

  public:
    struct Bins {
        int64_t first = 0, n_zero = 0;
        std::vector<int64_t> counts;
        std::vector<double> sums, squares;

        // Makes room for bins from `begin` to `end`.
        void reach(int64_t begin, int64_t end) {
            if (counts.empty()) first = begin;
            const int64_t before = first > begin ? first - begin : 0;
            const int64_t last = first + int64_t(counts.size());
            const int64_t after = end > last ? end - last : 0;
            if (before + after == 0) return;
            const auto widen = [&](auto& part) {
                part.insert(part.begin(), before, 0);
                part.insert(part.end(), after, 0);
            };
            widen(counts), widen(sums), widen(squares);
            first -= before;
        }
    };

    std::vector<Bins> groups;

    Histogram(bool exact, double unit, std::vector<int64_t> edges)
        : Accumulator(exact), groups(edges.size() - 1), unit(unit), edges(std::move(edges)) {}
    void add(const Block<float>& block, char*) override { take(block); }
    void add(const Block<double>& block, char*) override { take(block); }

    // Adds n squared distances, in units of `of_r`; each counts `weight` times.
    template <class Real>
    void add_some(const Real* r, int64_t n, double of_r, int64_t weight, Bins& bins) {
        constexpr bool single = sizeof(Real) == 4;
        constexpr int64_t shift = (single ? 23 : 52) - BITS;
        // Index of the first bin of float32 among the bins of float64.
        constexpr int64_t bin_zero = single ? (1023 - 127) << BITS : 0;
        const double wanted = std::min(of_r / unit, std::numeric_limits<double>::max());
        const Real factor = Real(wanted);
        Real least, largest;
        int64_t n_zero;
        tile_functions<Real>().span(r, n, factor, &least, &largest, &n_zero);
        bins.n_zero += weight * n_zero;
        if (largest == 0) return;
        const int64_t first = bin_of(least, shift), n_bins = bin_of(largest, shift) - first + 1;
        std::vector<int64_t> counts(n_bins);
        std::vector<double> sums(n_bins), squares(n_bins);
        tile_functions<Real>().histogram(r, n, factor, least, n_zero, shift, n_bins, counts.data(),
                                         sums.data(), squares.data());
        bins.reach(bin_zero + first, bin_zero + first + n_bins);
        const int64_t at = bin_zero + first - bins.first;
        // In float32 the factor is rounded, so all distances are too large by a factor 1 + excess.
        const double excess = single ? double(factor) * (unit / of_r) - 1 : 0;
        for (int64_t k = 0; k < n_bins; ++k) {
            const double square = squares[k] + excess * (excess * double(counts[k]) - 2 * sums[k]);
            const double sum = sums[k] - excess * double(counts[k]);
            bins.counts[at + k] += weight * counts[k];
            bins.sums[at + k] += double(weight) * (sum / (1 + excess));
            bins.squares[at + k] += double(weight) * (square / ((1 + excess) * (1 + excess)));
        }
    }

  private:
    double unit;
    std::vector<int64_t> edges;  // first row of each group in the tile, and the end

    template <class Real> void take(const Block<Real>& block) {
        for (size_t g = 0; g < groups.size(); ++g) {
            const int64_t begin = std::max(edges[g] - block.row, int64_t(0));
            const int64_t end = std::min(edges[g + 1] - block.row, block.rows.n);
            if (begin < end)
                add_some(block.r + begin * block.columns.n, (end - begin) * block.columns.n,
                         block.unit, block.mirrored ? 2 : 1, groups[g]);
        }
    }
};

// The nearest other points found so far for some points.
struct Known {
    double* distances;  // [n_points][n], squared, ascending; infinity in empty entries
    int64_t* places;    // [n_points][n], indices among all points; -1 in empty entries
    const double* limits;   // points at larger squared distances are not among the nearest
    const int64_t* groups;  // null if points of the same group count too
    int64_t first;          // index of the first point
};

class Nearest : public Accumulator {
    static constexpr double SLACK = 1e-4;  // much more than the relative error of float32 distances
    int64_t n;
    Known rows, columns;
    const int64_t* names;  // numbers of the columns as neighbours; null if they are the indices

    // For each point, the largest distance of another point that may be among its nearest, divided
    // by the unit and with a margin for rounding.
    template <class Real>
    std::vector<Real> reached(const Known& points, int64_t begin, int64_t count, double unit) const {
        std::vector<Real> limits(count);
        for (int64_t i = begin; i < begin + count; ++i) {
            const double last = points.distances[(i + 1) * n - 1];
            limits[i - begin] = Real(std::min(points.limits[i], last) * (1 + SLACK) / unit);
        }
        return limits;
    }

    Known from(const Known& points, int64_t i) const {
        return {points.distances + i * n, points.places + i * n, nullptr,
                points.groups ? points.groups + i : nullptr, points.first + i};
    }

    // For each row of a block, the column of the same point; a number outside the block if there is
    // none.
    template <class Real> static std::vector<int64_t> selves(const Block<Real>& block) {
        std::vector<int64_t> found(block.rows.n, -1);
        for (int64_t i = 0; i < block.rows.n; ++i) {
            if (block.on_diagonal) found[i] = i;
            if (block.selves) found[i] = block.selves[block.row + i] - block.column;
        }
        return found;
    }

    template <class Real> void take(const Block<Real>& block) {
        const Known& others = block.folded ? rows : columns;
        const Known left = from(rows, block.row);
        Known above = from(others, block.column);
        const std::vector<Real> of_rows = reached<Real>(rows, block.row, block.rows.n, block.unit);
        std::vector<Real> of_columns;
        if (block.on_diagonal || block.selves)
            above.distances = nullptr;  // only lists of the rows are needed
        else
            of_columns = reached<Real>(others, block.column, block.columns.n, block.unit);
        tile_functions<Real>().nearest(
            block.r, block.rows, block.columns, selves(block).data(),
            names ? names + block.column : nullptr, left.groups, above.groups, of_rows.data(),
            of_columns.data(), (1 + SLACK) / block.unit, n, left.first, above.first,
            left.distances, left.places, above.distances, above.places);
    }

  public:
    Nearest(int64_t n, Known rows, Known columns, const int64_t* names)
        : Accumulator(false), n(n), rows(rows), columns(columns), names(names) {}
    void add(const Block<float>& block, char*) override { take(block); }
    void add(const Block<double>& block, char*) override { take(block); }
};

// A tile of points or of given distances, computed in blocks; a tile on the diagonal has only
// blocks on and above the diagonal.
class Tile {
    static constexpr int64_t SIDE = 1024;  // largest number of rows, and of columns, of a block
    Points rows, columns;
    bool on_diagonal, mirrored;
    const int64_t* selves;
    std::vector<Accumulator*> accumulators;

    template <class Real> Block<Real> block(int64_t i, int64_t j, Real* r, double unit) const {
        const bool folded = on_diagonal && i != j;
        return {r, unit, part(rows, i), part(columns, j), i, j, on_diagonal && i == j, folded,
                folded || mirrored, selves};
    }

    static Points part(const Points& points, int64_t start) {
        return {points.values ? points.values + start * points.n_features : nullptr,
                std::min(SIDE, points.n - start), points.n_features, points.centre,
                points.inverse_root_unit, points.half_squares};
    }

    bool any(bool exact) const {
        for (const Accumulator* each : accumulators)
            if (each->exact == exact) return true;
        return false;
    }

    template <class Real> void give(const Block<Real>& block, bool exact, char* room) {
        for (Accumulator* each : accumulators)
            if (each->exact == exact) each->add(block, room + 12 * block_size());
    }

    // Adds float64 distances to the accumulators that need them or, with `to_all`, to all of them.
    void give_exact(int64_t i, int64_t j, bool to_all, char* room) {
        if (!to_all && !any(true)) return;
        const Block<double> made = block(i, j, exact(room), 1.0);
        Points left = made.rows, above = made.columns;
        const std::vector<double> origin(left.n_features);
        left.centre = above.centre = origin.data();
        left.inverse_root_unit = above.inverse_root_unit = 1.0;
        in_use->exact_distances(left, above, made.r);
        if (rows.half_squares)
            for (int64_t k = 0; k < left.n * above.n; ++k) made.r[k] = half_squared(made.r[k]);
        give(made, true, room);
        if (to_all) give(made, false, room);
    }

    // For half_squares, where r / unit is a distance: squares it. Returns whether a square is too
    // small for float32.
    static bool squared(float* r, int64_t n) {
        constexpr float SMALL = 1e-15f;
        int64_t n_small = 0;
        for (int64_t k = 0; k < n; ++k) {
            n_small += (r[k] > 0) & (r[k] < SMALL);
            r[k] *= r[k];
        }
        return n_small > 0;
    }

    // Adds float32 distances to the accumulators that do not need float64, and float64 distances to
    // the others. If a distance is too small for float32, all accumulators get float64 distances.
    void give_quick(const Block<float>& made, bool underflow, char* room) {
        if (!underflow && rows.half_squares)
            underflow = squared(made.r, made.rows.n * made.columns.n);
        if (!underflow) give(made, false, room);
        give_exact(made.row, made.column, underflow, room);
    }

    // Layout of the memory `room`: the distances of a block in float32, then in float64, then the
    // memory that an accumulator needs.
    int64_t block_size() const {
        return (std::min(SIDE, rows.n) * std::min(SIDE, columns.n) + 15) / 16 * 16;
    }
    float* quick(char* room) const { return reinterpret_cast<float*>(room); }
    double* exact(char* room) const { return reinterpret_cast<double*>(room + 4 * block_size()); }

    double unit() const {
        const double unit = 1 / rows.inverse_root_unit / rows.inverse_root_unit;
        return rows.half_squares ? half_squared(unit) : unit;
    }

  public:
    Tile(Points rows, Points columns, bool on_diagonal, bool mirrored, const int64_t* selves,
         std::vector<Accumulator*> accumulators)
        : rows(rows), columns(columns), on_diagonal(on_diagonal), mirrored(mirrored), selves(selves),
          accumulators(std::move(accumulators)) {}

    bool has_block(int64_t i, int64_t j) const {
        return i >= 0 && j >= 0 && i < rows.n && j < columns.n && i % SIDE == 0 && j % SIDE == 0;
    }

    bool has_points(size_t n_rows, size_t n_columns) const {
        return int64_t(n_rows) == rows.n && int64_t(n_columns) == columns.n;
    }

    // Bytes of memory needed for a block.
    int64_t room() const {
        int64_t most = 0;
        for (const Accumulator* each : accumulators)
            most = std::max(most, each->room(std::min(SIDE, rows.n), std::min(SIDE, columns.n)));
        return 12 * block_size() + most;
    }

    // Adds all blocks, whose distances are computed from differences of points. If `single`,
    // accumulators that do not need float64 get float32 distances. `share` is as in `distances`.
    void go_over(bool single, float share, char* room) {
        const bool both = single && any(false);
        for (int64_t i = 0; i < rows.n; i += SIDE)
            for (int64_t j = on_diagonal ? i : 0; j < columns.n; j += SIDE) {
                const Block<float> made = block(i, j, quick(room), unit());
                if (both)
                    give_quick(made, in_use->distances(made.rows, made.columns, share, made.r), room);
                else
                    give_exact(i, j, true, room);
            }
    }

    // Adds one block, whose inner products are in `room` in float32.
    void add_products(int64_t i, int64_t j, const double* row_norms, const double* column_norms,
                      float share, char* room) {
        const Block<float> made = block(i, j, quick(room), unit());
        give_quick(made, in_use->from_products(made.rows, made.columns, row_norms + i,
                                               column_norms + j, share, made.r), room);
    }

    // Adds one block, whose distances are in `room` in float64.
    void add_given(int64_t i, int64_t j, char* room) {
        const Block<double> made = block(i, j, reinterpret_cast<double*>(room), 1.0);
        give(made, true, room);
        give(made, false, room);
    }
};

}  // namespace kernelscale
