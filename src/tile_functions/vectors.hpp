// Vectors of the width of the instruction set, by the vector extension of GCC and Clang. It needs
// no intrinsics, so the same source compiles for every processor.
//
// This header is compiled once for each instruction set, into a separate namespace. Code here must
// not use templates of the standard library: the linker keeps one copy of each, which may contain
// instructions that an older processor lacks.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>

#include "tile.hpp"

#if defined(__AVX512F__)
#define VECTOR_BYTES 64
#elif defined(__AVX2__)
#define VECTOR_BYTES 32
#else
#define VECTOR_BYTES 16
#endif

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

#define INLINE static inline __attribute__((always_inline))

namespace kernelscale {
namespace INSTRUCTION_SET {

template <class Real> struct Integer;
template <> struct Integer<float> { using type = int32_t; };
template <> struct Integer<double> { using type = int64_t; };

// Vec<Real>::type holds numbers, Vec<Real>::bits their bit patterns or a mask of ones and zeros.
template <class Real> struct Vec {
    typedef Real type __attribute__((vector_size(VECTOR_BYTES)));
    typedef typename Integer<Real>::type bits __attribute__((vector_size(VECTOR_BYTES)));
    static constexpr int64_t width = VECTOR_BYTES / sizeof(Real);
};
template <class Real> using vec = typename Vec<Real>::type;
template <class Real> using bits = typename Vec<Real>::bits;

template <class Real> INLINE vec<Real> load(const Real* from) {
    vec<Real> v;
    std::memcpy(&v, from, sizeof v);
    return v;
}

template <class Real> INLINE void store(Real* to, vec<Real> v) { std::memcpy(to, &v, sizeof v); }

template <class Real> INLINE vec<Real> all_of(Real x) { return x - vec<Real>{}; }

template <class Real> INLINE bits<Real> as_bits(vec<Real> v) { return (bits<Real>)v; }

template <class Real> INLINE vec<Real> masked(vec<Real> v, bits<Real> mask) {
    return (vec<Real>)((bits<Real>)v & mask);
}

template <class Real> INLINE vec<Real> larger(vec<Real> a, vec<Real> b) { return a > b ? a : b; }

template <class Real> INLINE vec<Real> smaller(vec<Real> a, vec<Real> b) { return a < b ? a : b; }

// Sum in double precision, in a fixed order.
template <class Real> INLINE double total(vec<Real> v) {
    double sum = 0;
    for (int64_t k = 0; k < Vec<Real>::width; ++k) sum += v[k];
    return sum;
}

template <class Real> INLINE bool any(bits<Real> mask) {
    uint64_t words[VECTOR_BYTES / 8];
    std::memcpy(words, &mask, sizeof mask);
    uint64_t found = 0;
    for (uint64_t word : words) found |= word;
    return found != 0;
}

INLINE int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }

// exp(x) for x <= 0. Here x = n ln 2 + g with |g| <= ln(2)/2, so that exp(x) = 2^n exp(g). A Taylor
// sum gives exp(g); then n is added to the exponent in the bit pattern of this sum. If exp(x) is
// not a normal number, the result is nearly the smallest normal number.
template <class Real> struct Exp;

template <> struct Exp<float> {
    static constexpr float shift = 12582912.0f;  // 1.5 * 2^23: adding it rounds to an integer
    static constexpr float lowest = -87.0f;
    static constexpr float high = 0.693359375f, low = -2.12194440e-4f;  // high + low = ln 2
    static constexpr int mantissa = 23;
    static constexpr float terms[] = {1.0f / 5040, 1.0f / 720, 1.0f / 120, 1.0f / 24,
                                      1.0f / 6,    1.0f / 2,   1.0f,       1.0f};
};

template <> struct Exp<double> {
    static constexpr double shift = 6755399441055744.0;  // 1.5 * 2^52
    static constexpr double lowest = -708.0;
    static constexpr double high = 0.693147180369123816490, low = 1.90821492927058770002e-10;
    static constexpr int mantissa = 52;
    static constexpr double terms[] = {
        1.0 / 6227020800, 1.0 / 479001600, 1.0 / 39916800, 1.0 / 3628800, 1.0 / 362880,
        1.0 / 40320,      1.0 / 5040,      1.0 / 720,      1.0 / 120,     1.0 / 24,
        1.0 / 6,          1.0 / 2,         1.0,            1.0};
};

template <class Real> INLINE vec<Real> exp_of(vec<Real> x) {
    using E = Exp<Real>;
    x = larger<Real>(x, all_of<Real>(E::lowest));
    const vec<Real> shift = all_of<Real>(E::shift);
    const vec<Real> shifted = x * all_of<Real>(Real(1.4426950408889634)) + shift;
    const vec<Real> n = shifted - shift;
    const vec<Real> g = (x - n * all_of<Real>(E::high)) - n * all_of<Real>(E::low);
    vec<Real> sum = all_of<Real>(E::terms[0]);
#pragma GCC unroll 16
    for (unsigned k = 1; k < sizeof E::terms / sizeof E::terms[0]; ++k)
        sum = sum * g + all_of<Real>(E::terms[k]);
    return (vec<Real>)(as_bits<Real>(sum) + (as_bits<Real>(shifted) << E::mantissa));
}

// Memory that a thread keeps for its next Scratch. Most allocators keep freed memory, but those of
// Dask's workers return it to the system, which clears the pages at the next allocation.
struct Kept {
    static constexpr size_t LEAST = size_t(1) << 16, MOST = size_t(1) << 19;
    char* start = nullptr;
    size_t bytes = 0;
    Kept() = default;
    Kept(const Kept&) = delete;
    ~Kept() { std::free(start); }
};

static inline Kept& kept() {
    static thread_local Kept memory;
    return memory;
}

// One allocation, or the caller's memory, divided into at most 16 arrays that start on cache lines.
class Scratch {
    char* start = nullptr;
    char* next;
    size_t size = 0;

  public:
    explicit Scratch(size_t bytes) : size(bytes + 64 * 16) {
        Kept& there = kept();
        if (size >= Kept::LEAST && there.bytes >= size) {
            start = there.start, size = there.bytes;
            there.start = nullptr, there.bytes = 0;
        } else {
            start = static_cast<char*>(std::malloc(size));
            if (!start) throw std::bad_alloc();
        }
        next = start;
    }
    explicit Scratch(char* room) : next(room) {}
    Scratch(const Scratch&) = delete;
    ~Scratch() {
        Kept& there = kept();
        if (size >= Kept::LEAST && size <= Kept::MOST && size > there.bytes) {
            std::free(there.start);
            there.start = start, there.bytes = size;
        } else {
            std::free(start);
        }
    }

    template <class T> T* take(int64_t n) {
        next += (64 - reinterpret_cast<uintptr_t>(next) % 64) % 64;
        T* piece = reinterpret_cast<T*>(next);
        next += n * sizeof(T);
        return piece;
    }
};

INLINE const double* at(const Points& points, int64_t i) {
    return points.values + i * points.n_features;
}

// While this object exists, an x86 processor sets results too small for normal numbers to zero,
// because it computes with such numbers twenty times more slowly.
class NoDenormals {
#if defined(__x86_64__)
    unsigned before = _mm_getcsr();

  public:
    NoDenormals() { _mm_setcsr(before | 0x8040); }
    ~NoDenormals() { _mm_setcsr(before); }
#else
  public:
    NoDenormals() {}
#endif
};

}  // namespace INSTRUCTION_SET
}  // namespace kernelscale
