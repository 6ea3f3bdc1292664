// A simulated device, which runs kernels in CUDA C as C++. The threads of a block run one after the
// other, each on its own stack, from one __syncthreads to the next.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>
#include <ucontext.h>

#define __global__
#define __device__
#define __forceinline__ inline
#define __noinline__
#define __launch_bounds__(...)
#define __shared__ static thread_local
#define __align__(n) alignas(n)
#define DYNAMIC_SHARED(type, name) type* name = (type*)emulated::shared

struct Place { unsigned x; };
static thread_local Place threadIdx, blockIdx, gridDim;

static inline unsigned __float_as_uint(float x) { unsigned y; std::memcpy(&y, &x, 4); return y; }
static inline long long __double_as_longlong(double x) { long long y; std::memcpy(&y, &x, 8); return y; }
template <class N> static N atomicAdd(N* at, N number) { const N before = *at; *at += number; return before; }

namespace emulated {
constexpr unsigned N_THREADS = 256;
constexpr size_t STACK = 1 << 16;
static thread_local unsigned char* shared;

struct Block {
    ucontext_t caller, threads[N_THREADS];
    std::unique_ptr<char[]> stacks{new char[N_THREADS * STACK]};
    bool done[N_THREADS];
    unsigned running;
    void (*kernel)(void**);
    void** arguments;
};
static thread_local Block* block;

static void pause() {
    Block& b = *block;
    const unsigned me = b.running;
    swapcontext(&b.threads[me], &b.caller);
    threadIdx.x = me;
}

static void begin() {
    block->kernel(block->arguments);
    block->done[block->running] = true;
}

// Runs the threads of a block one by one, `backwards` or not, from one __syncthreads to the next;
// returns 1 if some threads have ended while others wait.
static int run_block(bool backwards) {
    Block& b = *block;
    for (unsigned t = 0; t < N_THREADS; ++t) {
        b.done[t] = false;
        getcontext(&b.threads[t]);
        b.threads[t].uc_stack.ss_sp = b.stacks.get() + t * STACK;
        b.threads[t].uc_stack.ss_size = STACK;
        b.threads[t].uc_link = &b.caller;
        makecontext(&b.threads[t], begin, 0);
    }
    for (unsigned n_done = 0; n_done < N_THREADS;) {
        if (n_done > 0) return 1;
        for (unsigned k = 0; k < N_THREADS; ++k) {
            const unsigned t = backwards ? N_THREADS - 1 - k : k;
            b.running = threadIdx.x = t;
            swapcontext(&b.caller, &b.threads[t]);
            n_done += b.done[t];
        }
    }
    return 0;
}

template <class Argument> static Argument given(void* value) {
    static_assert(sizeof(Argument) == 8, "arguments of a kernel have 8 bytes");
    Argument argument;
    std::memcpy(&argument, value, 8);
    return argument;
}

template <auto kernel, class... Arguments, size_t... I>
static void call(void** arguments, void (*)(Arguments...), std::index_sequence<I...>) {
    kernel(given<Arguments>(arguments[I])...);
}

template <auto kernel, class... Arguments>
static void called(void** arguments, void (*type)(Arguments...)) {
    call<kernel>(arguments, type, std::index_sequence_for<Arguments...>{});
}

template <auto kernel> static void called(void** arguments) { called<kernel>(arguments, kernel); }

template <auto kernel>
static int launch(long long n_blocks, void** arguments, size_t n_shared, int backwards) {
    std::vector<unsigned char> room(n_shared + 16);
    Block mine;
    shared = (unsigned char*)(((uintptr_t)room.data() + 15) / 16 * 16);
    block = &mine;
    mine.kernel = called<kernel>;
    mine.arguments = arguments;
    gridDim.x = unsigned(n_blocks);
    for (long long k = 0; k < n_blocks; ++k) {
        blockIdx.x = unsigned(backwards ? n_blocks - 1 - k : k);
        if (run_block(backwards)) return 1;
    }
    return 0;
}
}  // namespace emulated

static inline void __syncthreads() { emulated::pause(); }
#define KERNEL(name)                                                                              \
    extern "C" int launch_##name(long long n, void** arguments, size_t n_shared, int backwards) { \
        return emulated::launch<name>(n, arguments, n_shared, backwards);                         \
    }
