// Sums of kernels at several scales along the rows and along the columns of a tile.
//
// A block of threads has one strip of T rows and processes the columns from left to right, so the
// order of each sum is fixed. SETS is the number of sets of sums. The first set holds sums of K
// over all pairs. There is no second set if SECOND is 0; it holds sums of K over pairs of the same
// class if SECOND is 1, and sums of squared distance times K over all pairs if SECOND is 2.
#define SETS (SECOND ? 2 : 1)

struct Parts { REAL rows[16][T], columns[16][T]; };

// Adds a thread's values along its rows and along its columns. `counted` has one bit for each pair;
// pairs whose bit is not set are omitted.
__device__ __forceinline__ void put_parts(const REAL K[P][P], u64 counted, Parts& parts) {
    const int tx = threadIdx.x & 15, ty = threadIdx.x >> 4;
    REAL columns[P];
#pragma unroll
    for (int b = 0; b < P; ++b) columns[b] = 0;
#pragma unroll
    for (int a = 0; a < P; ++a) {
        REAL row = 0;
#pragma unroll
        for (int b = 0; b < P; ++b) {
            const REAL value = counted >> (a * P + b) & 1 ? K[a][b] : REAL(0);
            row += value;
            columns[b] += value;
        }
        parts.rows[tx][place(a, ty)] = row;
    }
#pragma unroll
    for (int b = 0; b < P; ++b) parts.columns[ty][place(b, tx)] = columns[b];
}

__device__ __forceinline__ double total_of(const REAL (*parts)[T], int m) {
    double sum = 0;
#pragma unroll
    for (int t = 0; t < 16; ++t) sum += parts[t][m];
    return sum;
}

// For one set at one scale: adds the sums of the square along its rows to by_row and, if needed,
// stores the sums along its columns in a strip.
__device__ __forceinline__ void add_square(const Tile& tile, const REAL K[P][P], u64 counted,
                                           i64 i0, Parts& parts, double* by_row, REAL* strip) {
    __syncthreads();  // the previous values have been read
    put_parts(K, counted, parts);
    __syncthreads();
    const int m = threadIdx.x % T, what = threadIdx.x / T;
    if (what == 0 && i0 + m < tile.n_rows) by_row[i0 + m] += total_of(parts.rows, m);
    if (what == 1 && strip) strip[m] = REAL(total_of(parts.columns, m));
}

// Computes the squares from `first_square` to before `end_square` of each strip; they have `width`
// columns. Sums along rows are added to `by_row`, of shape [SETS][n_scales][n_rows]. Sums along
// columns are stored in `strips`, of shape [strip][SETS][n_scales][width]; `strips` is null if they
// are not needed. Each scale of a chain is half the scale before it, so its kernel values are the
// squares of those before. `rates` holds -1 / (2 eps ln 2) for the first scale of each chain.
extern "C" __global__ void __launch_bounds__(THREADS, 1)
    row_sums(const Tile* given, const i64* row_codes, const i64* column_codes, const double* rates,
             const i64* lengths, i64 n_chains, i64 n_scales, i64 first_square, i64 end_square,
             double* by_row, REAL* strips) {
    __shared__ Square square;
    __shared__ Parts parts;
    const Tile& tile = *given;
    const int tx = threadIdx.x & 15, ty = threadIdx.x >> 4;
    const i64 i0 = i64(blockIdx.x) * T, width = (end_square - first_square) * T;
    const bool from_here = tile.triangle && i64(blockIdx.x) > first_square;
    for (i64 s = from_here ? i64(blockIdx.x) : first_square; s < end_square; ++s) {
        const i64 j0 = s * T;
        REAL r[P][P], K[P][P];
        distances(tile, i0, j0, square, r);
        const u64 counted = pairs_of_two(tile, i0, j0);
        u64 second = counted;
        if (SECOND == 1)
            for (int q = 0; q < P * P; ++q) {
                const i64 i = i0 + place(q / P, ty), j = j0 + place(q % P, tx);
                if (counted >> q & 1 && row_codes[i] != column_codes[j]) second &= ~(1ull << q);
            }
        const bool columns_too = strips && !(tile.triangle && i0 == j0);
        REAL* strip = strips + i64(blockIdx.x) * SETS * n_scales * width + (s - first_square) * T;
        i64 scale = 0;
        for (i64 chain = 0; chain < n_chains; ++chain)
            for (i64 step = 0; step < lengths[chain]; ++step, ++scale) {
                const REAL rate = REAL(rates[chain]);
#pragma unroll
                for (int a = 0; a < P; ++a)
#pragma unroll
                    for (int b = 0; b < P; ++b)
                        K[a][b] = step ? K[a][b] * K[a][b] : power_of_2(rate * r[a][b]);
                add_square(tile, K, counted, i0, parts, by_row + scale * tile.n_rows,
                           columns_too ? strip + scale * width : nullptr);
                if (SETS == 1) continue;
                const i64 other = n_scales + scale;
                double* other_rows = by_row + other * tile.n_rows;
                REAL* other_strip = columns_too ? strip + other * width : nullptr;
#if SECOND == 2
                REAL weighted[P][P];
#pragma unroll
                for (int a = 0; a < P; ++a)
#pragma unroll
                    for (int b = 0; b < P; ++b) weighted[a][b] = r[a][b] * K[a][b];
                add_square(tile, weighted, counted, i0, parts, other_rows, other_strip);
#else
                add_square(tile, K, second, i0, parts, other_rows, other_strip);
#endif
            }
    }
}
