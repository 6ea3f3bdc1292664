// How the processor, in this thread, computes with subnormal numbers (below 1e-38 in float32).
#pragma once

#include <cstdint>

#if defined(__x86_64__) || defined(_M_X64)
#include <immintrin.h>
#endif

namespace kernelscale {

// Set which subnormal numbers it takes as zero, and return what was set before: 1 stands for results
// and 2 for operands, 3 for both. Some processors have one switch for both, others have none.
inline unsigned subnormals_as_zero(unsigned wanted) {
#if defined(__x86_64__) || defined(_M_X64)
    constexpr unsigned results = 1u << 15, operands = 1u << 6;
    const unsigned before = _mm_getcsr();
    _mm_setcsr((before & ~(results | operands)) | (wanted & 1 ? results : 0) |
               (wanted & 2 ? operands : 0));
    return (before & results ? 1 : 0) | (before & operands ? 2 : 0);
#elif defined(__aarch64__) && defined(__GNUC__)
    constexpr uint64_t bit = uint64_t(1) << 24;
    uint64_t before;
    __asm__ volatile("mrs %0, fpcr" : "=r"(before));
    __asm__ volatile("msr fpcr, %0" : : "r"(wanted ? before | bit : before & ~bit));
    return before & bit ? 3 : 0;
#else
    return 0;
#endif
}

}  // namespace kernelscale
