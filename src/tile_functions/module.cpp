// The Python module. It checks shapes, releases the interpreter's lock, and calls the tile
// functions of the instruction set in use.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstring>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include "accumulators.hpp"
#include "subnormals.hpp"
#include "weighted_histograms.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace kernelscale {

#if defined(WITH_AVX)
namespace avx512 { extern const Functions functions; }
namespace avx2 { extern const Functions functions; }
#endif
namespace baseline { extern const Functions functions; }

namespace {

template <class T, int D> using In = nb::ndarray<const T, nb::ndim<D>, nb::c_contig, nb::device::cpu>;
template <class T, int D> using Out = nb::ndarray<T, nb::ndim<D>, nb::c_contig, nb::device::cpu>;

// Instruction sets that this processor has, best first.
std::vector<const Functions*> available() {
    std::vector<const Functions*> found;
#if defined(WITH_AVX)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl"))
        found.push_back(&avx512::functions);
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
        __builtin_cpu_supports("bmi2"))
        found.push_back(&avx2::functions);
#endif
    found.push_back(&baseline::functions);
    return found;
}

std::vector<std::string> instruction_sets() {
    std::vector<std::string> names;
    for (const Functions* each : available()) names.push_back(each->name);
    return names;
}

void use(const std::string& name) {
    for (const Functions* each : available())
        if (name == each->name) {
            in_use = each;
            return;
        }
    std::string known;
    for (const std::string& each : instruction_sets()) known += (known.empty() ? "" : ", ") + each;
    throw std::invalid_argument("The instruction set must be one of " + known + ", but '" + name +
                                "' was given.");
}

void require(bool condition, const char* what) {
    if (!condition) throw std::invalid_argument(what);
}

Points points_of(const In<double, 2>& values, const In<double, 1>& centre, double inverse_root_unit) {
    require(centre.shape(0) == values.shape(1), "centre must have an entry for each feature");
    return {values.data(), int64_t(values.shape(0)), int64_t(values.shape(1)), centre.data(),
            inverse_root_unit};
}

void check_tile(size_t n_rows, size_t n_columns, const Points& rows, const Points& columns) {
    require(rows.n_features == columns.n_features,
            "rows and columns must have the same number of features");
    require(int64_t(n_rows) == rows.n && int64_t(n_columns) == columns.n,
            "r must be of shape (n_rows, n_columns)");
}

void exact_distances(In<double, 2> rows, In<double, 2> columns, In<double, 1> centre,
                     double inverse_root_unit, Out<double, 2> r) {
    const Points left = points_of(rows, centre, inverse_root_unit);
    const Points above = points_of(columns, centre, inverse_root_unit);
    check_tile(r.shape(0), r.shape(1), left, above);
    nb::gil_scoped_release released;
    in_use->exact_distances(left, above, r.data());
}

bool distances(In<double, 2> rows, In<double, 2> columns, In<double, 1> centre,
               double inverse_root_unit, float share, Out<float, 2> r) {
    const Points left = points_of(rows, centre, inverse_root_unit);
    const Points above = points_of(columns, centre, inverse_root_unit);
    check_tile(r.shape(0), r.shape(1), left, above);
    nb::gil_scoped_release released;
    return in_use->distances(left, above, share, r.data());
}

void pack(In<double, 2> values, In<double, 1> centre, double inverse_root_unit,
          Out<float, 2> packed, Out<double, 1> norms) {
    const Points points = points_of(values, centre, inverse_root_unit);
    require(packed.shape(0) == values.shape(0) && packed.shape(1) == values.shape(1),
            "packed and values must have the same shape");
    require(norms.shape(0) == values.shape(0), "norms must have an entry for each point");
    nb::gil_scoped_release released;
    in_use->pack(points, packed.data(), norms.data());
}

bool from_products(In<double, 2> rows, In<double, 2> columns, In<double, 1> centre,
                   double inverse_root_unit, In<double, 1> row_norms, In<double, 1> column_norms,
                   float share, Out<float, 2> r) {
    const Points left = points_of(rows, centre, inverse_root_unit);
    const Points above = points_of(columns, centre, inverse_root_unit);
    check_tile(r.shape(0), r.shape(1), left, above);
    check_tile(row_norms.shape(0), column_norms.shape(0), left, above);
    nb::gil_scoped_release released;
    return in_use->from_products(left, above, row_norms.data(), column_norms.data(), share,
                                 r.data());
}

// Chains from three arrays: the rate of the largest scale of each chain, the number of scales of
// each chain, and the indices of the scales, chain after chain.
Chains chains_of(const In<double, 1>& rates, const In<int64_t, 1>& lengths,
                 const In<int64_t, 1>& order) {
    require(rates.shape(0) == lengths.shape(0), "rates and lengths must have the same length");
    const int64_t n_scales = order.shape(0);
    Chains found;
    int64_t first = 0;
    for (size_t c = 0; c < rates.shape(0); ++c) {
        require(lengths.data()[c] >= 1 && lengths.data()[c] <= 8, "lengths must be from 1 to 8");
        found.chains.push_back({rates.data()[c], first, lengths.data()[c]});
        first += lengths.data()[c];
    }
    require(first == n_scales, "the sum of lengths must be the length of order");
    found.order.assign(order.data(), order.data() + n_scales);
    for (int64_t scale : found.order)
        require(scale >= 0 && scale < n_scales,
                "order must hold indices of scales, from 0 to n_scales - 1");
    return found;
}

using Three = std::tuple<In<double, 1>, In<int64_t, 1>, In<int64_t, 1>>;

Chains chains_of(const Three& arrays) {
    return chains_of(std::get<0>(arrays), std::get<1>(arrays), std::get<2>(arrays));
}

void make_kernel_sums(KernelSums* made, const Three& chains, Out<double, 2> sums) {
    Chains scales = chains_of(chains);
    require(sums.shape(0) == 2 && int64_t(sums.shape(1)) == scales.n_scales(),
            "sums must be of shape (2, n_scales)");
    new (made) KernelSums(std::move(scales), sums.data());
}

// Sums of shape (n_sets, n_points, n_scales): one set over all points and, with codes, a second set
// within classes.
void make_row_sums(RowSums* made, bool exact, const Three& in_float, const Three& in_double,
                   In<int64_t, 1> row_codes, In<int64_t, 1> column_codes, Out<double, 3> by_row,
                   Out<double, 3> by_column) {
    Chains single = chains_of(in_float), twice = chains_of(in_double);
    const size_t n_sets = by_row.shape(0), n_scales = by_row.shape(2);
    require(n_sets == 1 || n_sets == 2, "there must be one or two sets of sums");
    require(single.n_scales() == int64_t(n_scales) && twice.n_scales() == int64_t(n_scales) &&
                by_column.shape(0) == n_sets && by_column.shape(2) == n_scales,
            "sums must be of shape (n_sets, n_points, n_scales)");
    const bool classes = n_sets == 2;
    require(!classes || (row_codes.shape(0) == by_row.shape(1) &&
                         column_codes.shape(0) == by_column.shape(1)),
            "codes must have an entry for each point");
    new (made) RowSums(exact, std::move(single), std::move(twice),
                       classes ? row_codes.data() : nullptr,
                       classes ? column_codes.data() : nullptr, n_sets, by_row.shape(1),
                       by_column.shape(1), by_row.data(), by_column.data());
}

void make_histogram(Histogram* made, bool exact, double unit, std::vector<int64_t> edges) {
    require(edges.size() >= 2 && std::is_sorted(edges.begin(), edges.end()) && unit > 0,
            "edges must ascend, and unit must be positive");
    new (made) Histogram(exact, unit, std::move(edges));
}

template <class T> auto array_of(std::vector<T>&& values) {
    auto* kept = new std::vector<T>(std::move(values));
    nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
    const size_t shape[1] = {kept->size()};
    return nb::ndarray<nb::numpy, T, nb::ndim<1>>(kept->data(), 1, shape, owner);
}

nb::tuple arrays_of(Histogram::Bins& bins) {
    return nb::make_tuple(bins.first, array_of(std::move(bins.counts)),
                          array_of(std::move(bins.sums)), array_of(std::move(bins.squares)),
                          bins.n_zero);
}

// (first bin, counts, sums, squares, number of zeros) of each group. The arrays are moved out, so
// this may be called only once.
nb::list parts_of(Histogram& histogram) {
    nb::list found;
    for (Histogram::Bins& bins : histogram.groups) found.append(arrays_of(bins));
    return found;
}

void make_weighted(WeightedHistograms* made, bool exact, const std::vector<double>& units,
                   std::vector<double> weights, In<double, 1> of_rows, In<double, 1> of_columns) {
    require(units.size() == weights.size(), "there must be a unit for each weight");
    for (double unit : units) require(unit > 0, "units must be positive");
    new (made) WeightedHistograms(exact, units, std::move(weights), of_rows.data(),
                                  of_columns.data());
}

// As `parts_of`, for each weight.
nb::list parts_of_weighted(WeightedHistograms& weighted) {
    nb::list found;
    for (Histogram& each : weighted.histograms) found.append(arrays_of(each.groups[0]));
    return found;
}

Known known_of(const Out<double, 2>& distances, const Out<int64_t, 2>& places,
               const In<double, 1>& limits, const In<int64_t, 1>& groups, bool grouped,
               int64_t first) {
    require(distances.shape(1) >= 1 && places.shape(0) == distances.shape(0) &&
                places.shape(1) == distances.shape(1),
            "distances and places must be of shape (n_points, n)");
    require(limits.shape(0) == distances.shape(0), "limits must have an entry for each point");
    require(!grouped || groups.shape(0) == distances.shape(0),
            "groups must have an entry for each point");
    return {distances.data(), places.data(), limits.data(), grouped ? groups.data() : nullptr,
            first};
}

void make_nearest(Nearest* made, bool grouped, Out<double, 2> row_distances,
                  Out<int64_t, 2> row_places, In<double, 1> row_limits, In<int64_t, 1> row_groups,
                  int64_t first_row, Out<double, 2> column_distances,
                  Out<int64_t, 2> column_places, In<double, 1> column_limits,
                  In<int64_t, 1> column_groups, int64_t first_column, In<int64_t, 1> names) {
    require(row_distances.shape(1) == column_distances.shape(1),
            "the lists of rows and of columns must have the same number of neighbors");
    const Known rows =
        known_of(row_distances, row_places, row_limits, row_groups, grouped, first_row);
    const Known columns = known_of(column_distances, column_places, column_limits, column_groups,
                                   grouped, first_column);
    new (made) Nearest(row_distances.shape(1), rows, columns,
                       names.shape(0) ? names.data() : nullptr);
}

// A tile of points or, if the points have no features, of given distances. If the rows are a
// sample, `selves` holds for each row the column of the same point; otherwise it is empty.
void make_tile(Tile* made, In<double, 2> rows, In<double, 2> columns, In<double, 1> centre,
               double inverse_root_unit, bool on_diagonal, bool mirrored, In<int64_t, 1> selves,
               std::vector<Accumulator*> accumulators, bool half_squares) {
    Points left = points_of(rows, centre, inverse_root_unit);
    Points above = points_of(columns, centre, inverse_root_unit);
    left.half_squares = above.half_squares = half_squares;
    require(left.n_features == above.n_features,
            "rows and columns must have the same number of features");
    require(!on_diagonal || left.n == above.n,
            "a tile on the diagonal must have the same number of rows and columns");
    const bool sampled = selves.shape(0) > 0;
    require(!sampled || int64_t(selves.shape(0)) == left.n, "selves must have an entry for each row");
    new (made) Tile(left, above, on_diagonal, mirrored, sampled ? selves.data() : nullptr,
                    std::move(accumulators));
}

// The memory for computing a tile, checked to be large enough and aligned for any number type.
char* room_of(const Tile& tile, const Out<uint8_t, 1>& room) {
    require(int64_t(room.size()) >= tile.room(), "room must have at least Tile.room() bytes");
    require(reinterpret_cast<uintptr_t>(room.data()) % 16 == 0, "room must be aligned to 16 bytes");
    return reinterpret_cast<char*>(room.data());
}

void go_over(Tile& tile, bool single, float share, Out<uint8_t, 1> room) {
    char* memory = room_of(tile, room);
    nb::gil_scoped_release released;
    tile.go_over(single, share, memory);
}

void add_products(Tile& tile, int64_t i, int64_t j, In<double, 1> row_norms,
                  In<double, 1> column_norms, float share, Out<uint8_t, 1> room) {
    require(tile.has_block(i, j), "a block must begin at the given row and column");
    require(tile.has_points(row_norms.shape(0), column_norms.shape(0)),
            "norms must have an entry for each point");
    char* memory = room_of(tile, room);
    nb::gil_scoped_release released;
    tile.add_products(i, j, row_norms.data(), column_norms.data(), share, memory);
}

void add_given(Tile& tile, int64_t i, int64_t j, Out<uint8_t, 1> room) {
    require(tile.has_block(i, j), "a block must begin at the given row and column");
    char* memory = room_of(tile, room);
    nb::gil_scoped_release released;
    tile.add_given(i, j, memory);
}

template <class Real> void kernel(In<Real, 2> r, double rate, Out<Real, 2> K) {
    require(r.size() == K.size(), "K and r must have the same shape");
    nb::gil_scoped_release released;
    tile_functions<Real>().kernel(r.data(), r.size(), rate, K.data());
}

void nearest_of(In<double, 2> one, In<int64_t, 2> one_places, In<double, 2> other,
                In<int64_t, 2> other_places, Out<double, 2> distances, Out<int64_t, 2> places) {
    const size_t n_rows = one.shape(0), n = one.shape(1);
    require(n >= 1 && one_places.size() == n_rows * n && other.size() == n_rows * n &&
                other_places.size() == n_rows * n && distances.size() == n_rows * n &&
                places.size() == n_rows * n && distances.shape(1) == n && other.shape(1) == n,
            "all distances and places must have the same shape");
    nb::gil_scoped_release released;
    in_use->nearest_of(n_rows, n, one.data(), one_places.data(), other.data(), other_places.data(),
                       distances.data(), places.data());
}

template <class Real> void define_for(nb::module_& m) {
    // Without noconvert an array of the other precision would be converted, and only the converted
    // copy would be filled.
    m.def("kernel", &kernel<Real>, "r"_a.noconvert(), "rate"_a, "K"_a.noconvert());
}

}  // namespace
}  // namespace kernelscale

NB_MODULE(tile_functions, m) {
    using namespace kernelscale;
    in_use = available().front();
    m.doc() = "Functions of one tile of pairs, compiled.";
    m.def("instruction_sets", &instruction_sets, "Instruction sets of this processor, best first.");
    m.def("instruction_set", [] { return std::string(in_use->name); }, "The instruction set in use.");
    m.def("use", &use, "name"_a, "Use another instruction set.");
    m.def("exact_distances", &exact_distances, "rows"_a, "columns"_a, "centre"_a,
          "inverse_root_unit"_a, "r"_a.noconvert());
    m.def("distances", &distances, "rows"_a, "columns"_a, "centre"_a, "inverse_root_unit"_a,
          "share"_a, "r"_a.noconvert());
    m.def("pack", &pack, "values"_a, "centre"_a, "inverse_root_unit"_a, "packed"_a.noconvert(),
          "norms"_a.noconvert());
    m.def("from_products", &from_products, "rows"_a, "columns"_a, "centre"_a,
          "inverse_root_unit"_a, "row_norms"_a, "column_norms"_a, "share"_a, "r"_a.noconvert());
    m.def("nearest_of", &nearest_of, "one"_a, "one_places"_a, "other"_a, "other_places"_a,
          "distances"_a.noconvert(), "places"_a.noconvert());
    m.def("subnormals_as_zero", &subnormals_as_zero, "wanted"_a,
          "Subnormal numbers that this thread takes as zero (1: results, 2: operands); the former.");
    // keep_alive keeps an argument while the object that points to it exists. noconvert ensures
    // that it is the caller's array and not a converted copy.
    nb::class_<Accumulator>(m, "Accumulator");
    nb::class_<KernelSums, Accumulator>(m, "KernelSums")
        .def("__init__", &make_kernel_sums, "chains"_a, "sums"_a.noconvert(), nb::keep_alive<1, 3>());
    nb::class_<RowSums, Accumulator>(m, "RowSums")
        .def("__init__", &make_row_sums, "exact"_a, "in_float"_a, "in_double"_a,
             "row_codes"_a.noconvert(), "column_codes"_a.noconvert(), "by_row"_a.noconvert(),
             "by_column"_a.noconvert(), nb::keep_alive<1, 5>(), nb::keep_alive<1, 6>(),
             nb::keep_alive<1, 7>(), nb::keep_alive<1, 8>());
    nb::class_<Histogram, Accumulator>(m, "Histogram")
        .def("__init__", &make_histogram, "exact"_a, "unit"_a, "edges"_a)
        .def("parts", &parts_of, "Bins of each group; they are moved out, so call this only once.");
    nb::class_<WeightedHistograms, Accumulator>(m, "WeightedHistograms")
        .def("__init__", &make_weighted, "exact"_a, "units"_a, "weights"_a,
             "of_rows"_a.noconvert(), "of_columns"_a.noconvert(), nb::keep_alive<1, 5>(),
             nb::keep_alive<1, 6>())
        .def("parts", &parts_of_weighted, "Bins for each weight, as `Histogram.parts`.");
    nb::class_<Nearest, Accumulator>(m, "Nearest")
        .def("__init__", &make_nearest, "grouped"_a, "row_distances"_a.noconvert(),
             "row_places"_a.noconvert(), "row_limits"_a.noconvert(), "row_groups"_a.noconvert(),
             "first_row"_a, "column_distances"_a.noconvert(), "column_places"_a.noconvert(),
             "column_limits"_a.noconvert(), "column_groups"_a.noconvert(), "first_column"_a,
             "names"_a.noconvert(), nb::keep_alive<1, 3>(), nb::keep_alive<1, 4>(),
             nb::keep_alive<1, 5>(), nb::keep_alive<1, 6>(), nb::keep_alive<1, 8>(),
             nb::keep_alive<1, 9>(), nb::keep_alive<1, 10>(), nb::keep_alive<1, 11>(),
             nb::keep_alive<1, 13>());
    nb::class_<Tile>(m, "Tile")
        .def("__init__", &make_tile, "rows"_a.noconvert(), "columns"_a.noconvert(),
             "centre"_a.noconvert(), "inverse_root_unit"_a, "on_diagonal"_a, "mirrored"_a,
             "selves"_a.noconvert(), "accumulators"_a, "half_squares"_a = false, nb::keep_alive<1, 2>(),
             nb::keep_alive<1, 3>(), nb::keep_alive<1, 4>(), nb::keep_alive<1, 8>(),
             nb::keep_alive<1, 9>())
        .def("room", &Tile::room, "Bytes of memory that `go_over` needs.")
        .def("go_over", &go_over, "single"_a, "share"_a, "room"_a.noconvert())
        .def("add_products", &add_products, "row"_a, "column"_a, "row_norms"_a, "column_norms"_a,
             "share"_a, "room"_a.noconvert())
        .def("add_given", &add_given, "row"_a, "column"_a, "room"_a.noconvert());
    define_for<float>(m);
    define_for<double>(m);
}
