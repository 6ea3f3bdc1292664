// Logarithmic bins of squared distances: counts, sums of remainders, and sums of squared
// remainders.
//
// The leading bits of a number's bit pattern are the number of its bin; the next REST bits, read as
// an integer, are its remainder. All sums are sums of integers, so their order does not matter.
//
// A block of threads empties its tables after each square of T x T pairs, so that 32 bits are
// enough for each entry. The sum of remainders of a bin is at most T^2 times the largest remainder.
// A squared remainder loses its last SQUARE_SHIFT bits before it is added. `limits_of_tables` in
// histogram.py computes the largest entries.
#define SHIFT (sizeof(REAL) == 4 ? 16 : 45)
#define REST (sizeof(REAL) == 4 ? 16 : 19)
#define SQUARE_SHIFT (sizeof(REAL) == 4 ? 14 : 19)
#define ALL_BINS (sizeof(REAL) == 4 ? 32768 : 262144)

__device__ __forceinline__ u64 pattern_of(float x) { return __float_as_uint(x); }
__device__ __forceinline__ u64 pattern_of(double x) { return u64(__double_as_longlong(x)); }

__device__ __forceinline__ u32 remainder_of(u64 pattern) {
    const u64 rest = pattern & ((1ull << SHIFT) - 1);
    // The remainder is rounded if not all bits are kept.
    return u32(SHIFT == REST ? rest : (rest + (1ull << (SHIFT - REST) >> 1)) >> (SHIFT - REST));
}

#if REAL_BYTES == 4
__device__ __forceinline__ u32 square_of(u32 rest) { return rest * rest; }  // less than 2^32
#else
__device__ __forceinline__ u64 square_of(u32 rest) { return u64(rest) * rest; }
#endif

// First row and column of the t-th square; a triangle has only squares on and below the diagonal.
__device__ __forceinline__ void corner_of(const Tile& tile, i64 t, i64* i0, i64* j0) {
    i64 i, j;
    if (tile.triangle) {
        i = i64((sqrt(8.0 * double(t) + 1.0) - 1.0) * 0.5);
        while (i * (i + 1) / 2 > t) --i;
        while ((i + 1) * (i + 2) / 2 <= t) ++i;
        j = t - i * (i + 1) / 2;
    } else {
        const i64 n = (tile.n_columns + T - 1) / T;
        i = t / n;
        j = t % n;
    }
    *i0 = i * T;
    *j0 = j * T;
}

// Adds a distance whose bin is not in shared memory.
__device__ __noinline__ void put_elsewhere(u64* all, i64 bin, u32 rest, u32 rest_squared) {
    atomicAdd(all + bin, 1ull);
    atomicAdd(all + ALL_BINS + bin, u64(rest));
    atomicAdd(all + 2 * ALL_BINS + bin, u64(rest_squared));
}

// Counts the distances of a tile. Tables of the n_shared bins from first_bin on are in shared
// memory. Each block of threads adds its tables to its own part of `totals`, whose shape is
// [block][3][n_shared]. The few distances in other bins are added to `all`, [3][ALL_BINS].
extern "C" __global__ void __launch_bounds__(THREADS, 2)
    histogram(const Tile* given, double factor, i64 first_bin, i64 n_shared, i64 n_squares,
              u64* totals, u64* all, u64* zeros) {
    DYNAMIC_SHARED(u32, tables);
    __shared__ Square square;
    const Tile& tile = *given;
    const int tx = threadIdx.x & 15, ty = threadIdx.x >> 4;
    const REAL over_unit = REAL(factor);
    const int first = int(first_bin), n_bins = int(n_shared);
    u32 *counts = tables, *sums = tables + n_bins, *squares = tables + 2 * n_bins;
    u32 n_zero = 0;
    for (int k = threadIdx.x; k < 3 * n_bins; k += THREADS) tables[k] = 0;
    for (i64 t = blockIdx.x; t < n_squares; t += gridDim.x) {
        i64 i0, j0;
        REAL r[P][P];
        corner_of(tile, t, &i0, &j0);
        distances(tile, i0, j0, square, r);
        const int n_rows = inside(i0, tile.n_rows), n_columns = inside(j0, tile.n_columns);
        const bool below = tile.triangle && i0 == j0;  // only pairs j < i
#pragma unroll
        for (int a = 0; a < P; ++a) {
#pragma unroll
            for (int b = 0; b < P; ++b) {
                const int i = place(a, ty), j = place(b, tx);
                if (i >= n_rows || j >= n_columns || (below && j >= i)) continue;
                const REAL q = r[a][b] * over_unit;
                if (q == 0) {
                    ++n_zero;
                    continue;
                }
                const u64 pattern = pattern_of(q);
                const int bin = int(pattern >> SHIFT), k = bin - first;
                const u32 rest = remainder_of(pattern);
                const u32 rest_squared = u32(square_of(rest) >> SQUARE_SHIFT);
                if (u32(k) < u32(n_bins)) {
                    atomicAdd(counts + k, 1u);
                    atomicAdd(sums + k, rest);
                    atomicAdd(squares + k, rest_squared);
                } else {
                    put_elsewhere(all, bin, rest, rest_squared);
                }
            }
        }
        __syncthreads();
        u64* own = totals + i64(blockIdx.x) * 3 * n_bins;
        for (int k = threadIdx.x; k < n_bins; k += THREADS) {
            if (counts[k] == 0) continue;
            own[k] += counts[k];
            own[n_bins + k] += sums[k];
            own[2 * n_bins + k] += squares[k];
            counts[k] = sums[k] = squares[k] = 0;
        }
        // No barrier is needed here, because `distances` begins with a __syncthreads.
    }
    if (n_zero) atomicAdd(zeros, u64(n_zero));
}

// Adds the tables of all blocks to the table of all bins.
extern "C" __global__ void add_tables(const u64* totals, i64 n_blocks, i64 first_bin, i64 n_bins,
                                      u64* all) {
    const i64 q = i64(blockIdx.x) * THREADS + threadIdx.x;
    if (q >= 3 * n_bins) return;
    u64 sum = 0;
    for (i64 block = 0; block < n_blocks; ++block) sum += totals[block * 3 * n_bins + q];
    const i64 bin = first_bin + q % n_bins;
    if (bin >= 0 && bin < ALL_BINS) all[q / n_bins * ALL_BINS + bin] += sum;
}
