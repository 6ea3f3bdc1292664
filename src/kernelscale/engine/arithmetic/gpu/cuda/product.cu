// Products of the kernel values of a tile with NV vectors, along its rows and along its columns.
//
// A block of threads has one strip of T rows. It processes the columns from left to right in
// squares of T x T pairs, so the order of each sum is fixed. The kernel values of HALF rows of a
// square are in shared memory at a time.
#define FOURS (NV / 4)
#define ROW_ITEMS ((HALF * FOURS + THREADS - 1) / THREADS)
#define COLUMN_ITEMS ((T * FOURS + THREADS - 1) / THREADS)

struct __align__(16) RealFour { REAL of[4]; };

__device__ __forceinline__ void add_four(REAL K, const REAL* vector, REAL* sums) {
    const RealFour four = *(const RealFour*)vector;
#pragma unroll
    for (int v = 0; v < 4; ++v) sums[v] += K * four.of[v];
}

__device__ __forceinline__ void load_vectors(const REAL* vectors, i64 first, i64 n, REAL* to) {
    for (int q = threadIdx.x; q < T * NV; q += THREADS)
        to[q] = first + q / NV < n ? vectors[first * NV + q] : REAL(0);
}

// Vectors have the shape [point][NV]. Products along rows are added to `by_row`, of shape
// [n_rows][NV]. Products along columns are stored in `strips`, of shape [strip][width][NV]; this
// pointer is null if they are not needed. The rate is -1 / (2 eps ln 2).
extern "C" __global__ void __launch_bounds__(THREADS, 2)
    product(const Tile* given, double rate, const REAL* row_vectors, const REAL* column_vectors,
            i64 first_square, i64 end_square, double* by_row, REAL* strips) {
    DYNAMIC_SHARED(REAL, room);  // vectors of columns and of rows, then [HALF][T + 1] kernel values
    __shared__ Square square;
    const Tile& tile = *given;
    const int tx = threadIdx.x & 15, ty = threadIdx.x >> 4;
    REAL *of_columns = room, *of_rows = of_columns + T * NV, *K = of_rows + T * NV;
    const i64 i0 = i64(blockIdx.x) * T, width = (end_square - first_square) * T;
    const REAL of_scale = REAL(rate);
    double totals[N_HALVES][ROW_ITEMS][4] = {};
    if (strips) load_vectors(row_vectors, i0, tile.n_rows, of_rows);
    const bool from_here = tile.triangle && i64(blockIdx.x) > first_square;
    for (i64 s = from_here ? i64(blockIdx.x) : first_square; s < end_square; ++s) {
        const i64 j0 = s * T;
        REAL r[P][P], columns[COLUMN_ITEMS][4] = {};
        distances(tile, i0, j0, square, r);
        load_vectors(column_vectors, j0, tile.n_columns, of_columns);
        const bool columns_too = strips && !(tile.triangle && i0 == j0);
#pragma unroll
        for (int half = 0; half < N_HALVES; ++half) {
            __syncthreads();  // the previous half has been read
#pragma unroll
            for (int a = 0; a < 4; ++a)
#pragma unroll
                for (int b = 0; b < P; ++b)
                    K[place(a, ty) * (T + 1) + place(b, tx)] =
                        power_of_2(of_scale * r[4 * half + a][b]);
            __syncthreads();
#pragma unroll
            for (int n = 0; n < ROW_ITEMS; ++n) {
                const int item = n * THREADS + threadIdx.x, row = item / FOURS;
                if (item >= HALF * FOURS) continue;
                REAL sums[4] = {};
                for (int m = 0; m < T; ++m)
                    add_four(K[row * (T + 1) + m], of_columns + m * NV + item % FOURS * 4, sums);
#pragma unroll
                for (int v = 0; v < 4; ++v) totals[half][n][v] += sums[v];
            }
            if (!columns_too) continue;
#pragma unroll
            for (int n = 0; n < COLUMN_ITEMS; ++n) {
                const int item = n * THREADS + threadIdx.x, column = item / FOURS;
                if (item >= T * FOURS) continue;
                for (int m = 0; m < HALF; ++m)
                    add_four(K[m * (T + 1) + column],
                             of_rows + (HALF * half + m) * NV + item % FOURS * 4, columns[n]);
            }
        }
        if (!columns_too) continue;
        REAL* strip = strips + (i64(blockIdx.x) * width + (s - first_square) * T) * NV;
#pragma unroll
        for (int n = 0; n < COLUMN_ITEMS; ++n) {
            const int item = n * THREADS + threadIdx.x;
            if (item >= T * FOURS) continue;
#pragma unroll
            for (int v = 0; v < 4; ++v) strip[item * 4 + v] = columns[n][v];
        }
    }
#pragma unroll
    for (int half = 0; half < N_HALVES; ++half)
#pragma unroll
        for (int n = 0; n < ROW_ITEMS; ++n) {
            const int item = n * THREADS + threadIdx.x;
            const i64 row = i0 + HALF * half + item / FOURS;
            if (item >= HALF * FOURS || row >= tile.n_rows) continue;
#pragma unroll
            for (int v = 0; v < 4; ++v)
                by_row[row * NV + item % FOURS * 4 + v] += totals[half][n][v];
        }
}

// Copies NV columns of an array [point][n_vectors], from column `first` on, padded with zeros.
extern "C" __global__ void lay_vectors(const double* from, i64 n, i64 n_vectors, i64 first,
                                       REAL* to) {
    const i64 q = i64(blockIdx.x) * THREADS + threadIdx.x;
    if (q >= n * NV) return;
    const i64 column = first + q % NV;
    to[q] = column < n_vectors ? REAL(from[q / NV * n_vectors + column]) : REAL(0);
}

// The inverse of lay_vectors: copies sums [point][NV] to columns of an array [point][n_vectors].
extern "C" __global__ void take_products(const double* from, i64 n, i64 n_vectors, i64 first,
                                         double* to) {
    const i64 q = i64(blockIdx.x) * THREADS + threadIdx.x;
    const i64 column = first + q % NV;
    if (q < n * NV && column < n_vectors) to[q / NV * n_vectors + column] = from[q];
}
