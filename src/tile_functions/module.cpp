// The Python module: checks shapes, lets go of the interpreter's lock, and calls the tile functions
// of the instruction set in use.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

#include "functions.hpp"

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

// Best first.
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

const Functions* in_use = nullptr;

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

template <class Real> const TileFunctions<Real>& tile_functions();
template <> const TileFunctions<float>& tile_functions() { return in_use->in_float; }
template <> const TileFunctions<double>& tile_functions() { return in_use->in_double; }

void check_tile(size_t n_rows, size_t n_columns, const Points& rows, const Points& columns) {
    require(rows.n_features == columns.n_features, "rows and columns must have the same features");
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
            "packed must be of the shape of values");
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

// Chains as two arrays: the rate of each, and how many scales it has.
std::vector<Chain> chains_of(const In<double, 1>& rates, const In<int64_t, 1>& lengths,
                             size_t n_scales) {
    require(rates.shape(0) == lengths.shape(0), "rates and lengths must be of the same length");
    std::vector<Chain> chains;
    int64_t first = 0;
    for (size_t c = 0; c < rates.shape(0); ++c) {
        require(lengths.data()[c] >= 1 && lengths.data()[c] <= 8, "a chain has 1 to 8 scales");
        chains.push_back({rates.data()[c], first, lengths.data()[c]});
        first += lengths.data()[c];
    }
    require(first == int64_t(n_scales), "the chains must have as many scales as the sums");
    return chains;
}

template <class Real>
void kernel_sums(In<Real, 2> r, In<double, 1> rates, In<int64_t, 1> lengths, Out<double, 2> sums) {
    const std::vector<Chain> chains = chains_of(rates, lengths, sums.shape(1));
    require(sums.shape(0) == 2, "sums must be of shape (2, n_scales)");
    nb::gil_scoped_release released;
    tile_functions<Real>().kernel_sums(r.data(), r.size(), chains.data(), chains.size(),
                                       sums.data(), sums.data() + sums.shape(1));
}

// Sums of shape (n_sets, n_points, n_scales): one set, or with codes two, all and within.
template <class Real>
void row_sums(In<Real, 2> r, bool on_diagonal, In<double, 1> rates, In<int64_t, 1> lengths,
              In<int64_t, 1> order, In<int64_t, 1> row_codes, In<int64_t, 1> column_codes, Out<double, 3> by_row,
              Out<double, 3> by_column) {
    const size_t n_rows = r.shape(0), n_columns = r.shape(1), n_sets = by_row.shape(0);
    const size_t n_scales = by_row.shape(2);
    const std::vector<Chain> chains = chains_of(rates, lengths, n_scales);
    require(n_sets == 1 || n_sets == 2, "there must be one or two sets of sums");
    require(order.shape(0) == n_scales, "order must have an entry for each scale");
    for (size_t k = 0; k < n_scales; ++k)
        require(order.data()[k] >= 0 && order.data()[k] < int64_t(n_scales),
                "order must hold numbers of scales");
    require(by_row.shape(1) == n_rows && by_column.shape(0) == n_sets &&
                by_column.shape(1) == n_columns && by_column.shape(2) == n_scales,
            "sums must be of shape (n_sets, n_points, n_scales)");
    const bool classes = n_sets == 2;
    require(!classes || (row_codes.shape(0) == n_rows && column_codes.shape(0) == n_columns),
            "codes must have an entry for each point");
    const int64_t* left = classes ? row_codes.data() : nullptr;
    const int64_t* above = classes ? column_codes.data() : nullptr;
    nb::gil_scoped_release released;
    tile_functions<Real>().row_sums(
        r.data(), n_rows, n_columns, on_diagonal, chains.data(), chains.size(), order.data(),
        n_scales, left, above, by_row.data(), by_column.data());
}

template <class Real> void kernel(In<Real, 2> r, double rate, Out<Real, 2> K) {
    require(r.size() == K.size(), "K must be of the shape of r");
    nb::gil_scoped_release released;
    tile_functions<Real>().kernel(r.data(), r.size(), rate, K.data());
}

template <class Real>
void nearest(In<Real, 2> r, In<double, 2> rows, In<double, 2> columns, double inverse_root_unit,
             bool on_diagonal, In<int64_t, 1> row_groups, In<int64_t, 1> column_groups,
             In<Real, 1> row_limits, In<Real, 1> column_limits, double slack,
             Out<double, 2> row_distances, Out<int64_t, 2> row_places,
             Out<double, 2> column_distances, Out<int64_t, 2> column_places) {
    const int64_t n_rows = r.shape(0), n_columns = r.shape(1), n = row_distances.shape(1);
    const bool grouped = row_groups.shape(0) > 0;
    const Points left{rows.data(), n_rows, int64_t(rows.shape(1)), nullptr, inverse_root_unit};
    const Points above{columns.data(), n_columns, int64_t(columns.shape(1)), nullptr,
                       inverse_root_unit};
    require(sizeof(Real) == sizeof(double) ||
                (int64_t(rows.shape(0)) == n_rows && int64_t(columns.shape(0)) == n_columns &&
                 rows.shape(1) == columns.shape(1)),
            "rows and columns must be the points of r");
    require(!grouped || (int64_t(row_groups.shape(0)) == n_rows &&
                         int64_t(column_groups.shape(0)) == n_columns),
            "groups must have an entry for each point");
    require(int64_t(row_limits.shape(0)) == n_rows && int64_t(column_limits.shape(0)) == n_columns,
            "limits must have an entry for each point");
    require(n >= 1 && int64_t(row_distances.shape(0)) == n_rows &&
                int64_t(row_places.size()) == n_rows * n &&
                int64_t(column_distances.size()) == n_columns * n &&
                int64_t(column_places.size()) == n_columns * n,
            "distances and places must be of shape (n_points, n)");
    nb::gil_scoped_release released;
    tile_functions<Real>().nearest(
        r.data(), left, above, on_diagonal, grouped ? row_groups.data() : nullptr,
        grouped ? column_groups.data() : nullptr, row_limits.data(), column_limits.data(), slack, n,
        row_distances.data(), row_places.data(), column_distances.data(), column_places.data());
}

void take_in(In<double, 2> found, In<int64_t, 2> found_places, int64_t offset,
             Out<double, 2> distances, Out<int64_t, 2> places) {
    const size_t n_rows = found.shape(0), n = found.shape(1);
    require(n >= 1 && found_places.size() == n_rows * n && distances.size() == n_rows * n &&
                places.size() == n_rows * n && distances.shape(1) == n,
            "distances and places must be of one shape");
    nb::gil_scoped_release released;
    in_use->take_in(n_rows, n, found.data(), found_places.data(), offset, distances.data(),
                    places.data());
}

// Bin of a positive number: the leading bits of its pattern.
template <class Real> int64_t bin_of(Real x, int64_t shift) {
    typename std::conditional<sizeof(Real) == 4, uint32_t, uint64_t>::type pattern;
    std::memcpy(&pattern, &x, sizeof x);
    return int64_t(pattern >> shift);
}

// (first bin, counts, sums, squares, number of zeros) of r * factor.
template <class Real> nb::tuple histogram(In<Real, 2> r, Real factor, int64_t shift) {
    const auto& functions = tile_functions<Real>();
    const int64_t n = r.size();
    require(n <= (int64_t(1) << 23), "a tile has 2^23 pairs at most");
    require(shift >= 12 && shift < int64_t(8 * sizeof(Real)), "shift is out of range");
    Real least, largest;
    int64_t n_zero;
    {
        nb::gil_scoped_release released;
        functions.span(r.data(), n, factor, &least, &largest, &n_zero);
    }
    const int64_t first = largest > 0 ? bin_of(least, shift) : 0;
    const int64_t n_bins = largest > 0 ? bin_of(largest, shift) - first + 1 : 0;
    auto* block = new char[24 * (n_bins + 1)];
    nb::capsule owner(block, [](void* p) noexcept { delete[] static_cast<char*>(p); });
    auto* counts = reinterpret_cast<int64_t*>(block);
    auto* sums = reinterpret_cast<double*>(block + 8 * n_bins);
    double* squares = sums + n_bins;
    if (n_bins > 0) {
        nb::gil_scoped_release released;
        functions.histogram(r.data(), n, factor, least, n_zero, shift, n_bins, counts, sums, squares);
    }
    const size_t shape[1] = {size_t(n_bins)};
    return nb::make_tuple(first, nb::ndarray<nb::numpy, int64_t, nb::ndim<1>>(counts, 1, shape, owner),
                          nb::ndarray<nb::numpy, double, nb::ndim<1>>(sums, 1, shape, owner),
                          nb::ndarray<nb::numpy, double, nb::ndim<1>>(squares, 1, shape, owner),
                          n_zero);
}

template <class Real> void define_for(nb::module_& m) {
    // Without noconvert an array of the other precision would be converted, and the copy filled.
    m.def("kernel_sums", &kernel_sums<Real>, "r"_a.noconvert(), "rates"_a, "lengths"_a,
          "sums"_a.noconvert());
    m.def("row_sums", &row_sums<Real>, "r"_a.noconvert(), "on_diagonal"_a, "rates"_a, "lengths"_a,
          "order"_a, "row_codes"_a, "column_codes"_a, "by_row"_a.noconvert(),
          "by_column"_a.noconvert());
    m.def("kernel", &kernel<Real>, "r"_a.noconvert(), "rate"_a, "K"_a.noconvert());
    m.def("nearest", &nearest<Real>, "r"_a.noconvert(), "rows"_a, "columns"_a,
          "inverse_root_unit"_a, "on_diagonal"_a, "row_groups"_a, "column_groups"_a,
          "row_limits"_a.noconvert(), "column_limits"_a.noconvert(), "slack"_a,
          "row_distances"_a.noconvert(), "row_places"_a.noconvert(),
          "column_distances"_a.noconvert(), "column_places"_a.noconvert());
    m.def("histogram", &histogram<Real>, "r"_a.noconvert(), "factor"_a, "shift"_a);
}

}  // namespace
}  // namespace kernelscale

NB_MODULE(tile_functions, m) {
    using namespace kernelscale;
    in_use = available().front();
    m.doc() = "Functions of one tile of pairs, compiled.";
    m.def("instruction_sets", &instruction_sets, "Those this processor has, best first.");
    m.def("instruction_set", [] { return std::string(in_use->name); }, "The one in use.");
    m.def("use", &use, "name"_a, "Use another one.");
    m.def("exact_distances", &exact_distances, "rows"_a, "columns"_a, "centre"_a,
          "inverse_root_unit"_a, "r"_a.noconvert());
    m.def("distances", &distances, "rows"_a, "columns"_a, "centre"_a, "inverse_root_unit"_a,
          "share"_a, "r"_a.noconvert());
    m.def("pack", &pack, "values"_a, "centre"_a, "inverse_root_unit"_a, "packed"_a.noconvert(),
          "norms"_a.noconvert());
    m.def("from_products", &from_products, "rows"_a, "columns"_a, "centre"_a,
          "inverse_root_unit"_a, "row_norms"_a, "column_norms"_a, "share"_a, "r"_a.noconvert());
    m.def("take_in", &take_in, "found"_a, "found_places"_a, "offset"_a,
          "distances"_a.noconvert(), "places"_a.noconvert());
    define_for<float>(m);
    define_for<double>(m);
}
