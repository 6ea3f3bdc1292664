// Compiled once for each instruction set; INSTRUCTION_SET is its name.
#include "functions.hpp"

#include "distances.hpp"
#include "histogram.hpp"
#include "nearest.hpp"
#include "sums.hpp"

namespace kernelscale {
namespace INSTRUCTION_SET {

template <class Real>
void span_of(const Real* r, int64_t n, Real factor, Real* least, Real* largest, int64_t* n_zero) {
    const Span<Real> found = span(r, n, factor);
    *least = found.least;
    *largest = found.largest;
    *n_zero = found.n_zero;
}

template <class Real>
void histogram_of(const Real* r, int64_t n, Real factor, Real least, int64_t n_zero, int64_t shift,
                  int64_t n_bins, int64_t* counts, double* sums, double* squares) {
    histogram(r, n, factor, Span<Real>{least, 0, n_zero}, shift, n_bins, counts, sums, squares);
}

template <class Real> constexpr TileFunctions<Real> tile_functions() {
    return {kernel_sums<Real>, row_sums<Real>,   kernel<Real>,
            nearest<Real>,   span_of<Real>,     histogram_of<Real>};
}

#define TEXT_OF(name) #name
#define TEXT(name) TEXT_OF(name)

extern const Functions functions;
const Functions functions = {TEXT(INSTRUCTION_SET), tile_functions<float>(),
                             tile_functions<double>(), exact_distances, distances,
                             from_products, pack, nearest_of};

}  // namespace INSTRUCTION_SET
}  // namespace kernelscale
