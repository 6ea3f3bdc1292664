// Whether the processor, in this thread, takes subnormal numbers (below 1e-38 in float32) as zero.
#pragma once

#include <cstdint>

#if defined(__x86_64__) || defined(_M_X64)
#include <immintrin.h>
#endif

namespace kernelscale {

// Set whether it does, and return whether it did before. It never does on other processors.
inline bool subnormals_as_zero(bool wanted) {
#if defined(__x86_64__) || defined(_M_X64)
    constexpr unsigned bits = 1u << 15 | 1u << 6;  // of results, and of operands
    const unsigned before = _mm_getcsr();
    _mm_setcsr(wanted ? before | bits : before & ~bits);
    return (before & bits) == bits;
#elif defined(__aarch64__) && defined(__GNUC__)
    constexpr uint64_t bit = uint64_t(1) << 24;
    uint64_t before;
    __asm__ volatile("mrs %0, fpcr" : "=r"(before));
    __asm__ volatile("msr fpcr, %0" : : "r"(wanted ? before | bit : before & ~bit));
    return before & bit;
#else
    return false;
#endif
}

}  // namespace kernelscale
