"""Eigenpairs of the operator ``P = D^-1 K``, the row-normalised kernel.

P is similar to the symmetric A = D^-1/2 K D^-1/2, whose eigenvectors are orthogonal and whose
eigenvalues are real. The right eigenvectors of P are the eigenvectors of A divided by sqrt(pi),
where pi is the stationary distribution. The trivial pair (eigenvalue 1, the constant vector) is
known, and every solver removes it from the problem exactly. Merely dropping the first vector that a
solver returns would be wrong: if the graph has several components, eigenvalue 1 repeats, and the
first vector is an arbitrary mixture of all its eigenvectors.

- `operator`, `gaussian_operator`, `lazy_kernel`: the operator in the form that the solvers take.
- `dense`: eigenpairs by LAPACK, exact to 1e-12 (`leading_eigenpairs`).
- `krylov`: eigenpairs by block Krylov iteration, from a stored matrix or from products alone.
- `sparse`: eigenpairs on a sparse graph, by multigrid or Lanczos iteration.
- `preconditioner`: an approximate inverse that reduces the number of steps.
- `continuation`, `branch_and_bound`: pairs at many scales, each starting from the previous scale;
  scales that cannot be best are ruled out.
- `components`: connected components, and the pairs of a kernel with many components.
- `participation`: on how many rows a coordinate is far from 0.
- `out_of_sample`: eigenvectors at new rows.
"""
