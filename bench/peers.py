"""The Python peers of the comparison, each in a process of its own.

peers.py ENGINE DATA.npy K RESULT.npy [GAMMA LANDMARKS | supervised CLASSES | cca SPLIT |
        manifold METHOD]
    speaks the protocol of org.eigenlens.bench.compare.Worker; with GAMMA for kernel PCA, with
    CLASSES for supervised PCA, with SPLIT for CCA of the columns before and after it
peers.py once ENGINE DATA.npy K RESULT.npy GAMMA LANDMARKS
    loads, fits and writes the result, no more
peers.py csv IN.csv OUT.csv K
    reads a CSV file, fits and writes the scores
peers.py versions
    prints what is installed
"""

import sys
import time

# The same as Judge.KERNEL_RESIDUAL; ARPACK's tolerance is relative to each eigenvalue.
KERNEL_RESIDUAL = 1e-8


def peak():
    """Returns the peak resident memory in bytes, or 0 where the system does not tell."""
    try:
        with open("/proc/self/status") as status:
            for line in status:
                if line.startswith("VmHWM:"):
                    return 1024 * int(line.split()[1])
    except OSError:
        pass
    return 0


def numpy_gram(x, k):
    """The shortest way in NumPy: subtracts the mean after squaring."""
    import numpy as np

    n, d = x.shape
    mean = x.mean(axis=0)
    if n >= d:
        covariance = (x.T @ x - n * np.outer(mean, mean)) / (n - 1)
        values, vectors = np.linalg.eigh(covariance)
        return values[::-1][:k], vectors[:, ::-1][:, :k].T
    gram = x @ x.T
    rows = gram.mean(axis=0)
    gram -= rows
    gram -= rows[:, None]
    gram += rows.mean()
    values, vectors = np.linalg.eigh(gram)
    values = values[::-1][:k]
    left = vectors[:, ::-1][:, :k].T
    directions = left @ x - np.outer(left.sum(axis=1), mean)
    return values / (n - 1), directions / np.sqrt(np.abs(values))[:, None]


def numpy_classes(classes):
    """Supervised PCA from class sums, the shortest way in NumPy; the last column is the class."""

    def fit(x, k):
        import numpy as np

        rows, labels = x[:, :-1], x[:, -1].astype(int)
        mean = rows.mean(axis=0)
        sums = np.stack([rows[labels == c].sum(axis=0) for c in range(classes)])
        sums -= np.bincount(labels, minlength=classes)[:, None] * mean
        _, values, directions = np.linalg.svd(sums, full_matrices=False)
        return values[:k] ** 2, directions[:k]

    return fit


def sklearn_pca(solver):
    def fit(x, k):
        from sklearn.decomposition import PCA

        pca = PCA(n_components=k, svd_solver=solver, random_state=0).fit(x)
        return pca.explained_variance_, pca.components_

    return fit


def sklearn_kernel_pca(solver, gamma):
    """Kernel PCA of all pairs; no solver is asked for more than the comparison wants."""

    def fit(x, k):
        from sklearn.decomposition import KernelPCA

        pca = KernelPCA(
            n_components=k,
            kernel="rbf",
            gamma=gamma,
            eigen_solver=solver,
            tol=KERNEL_RESIDUAL if solver == "arpack" else 0,
            random_state=0,
        ).fit(x)
        return pca.eigenvalues_, pca.eigenvectors_.T

    return fit


def numpy_qr(split):
    """CCA as textbooks have it: QR of both centred views, SVD of the product of the bases."""

    def fit(both, k):
        import numpy as np

        x, y = both[:, :split], both[:, split:]
        qx, rx = np.linalg.qr(x - x.mean(axis=0))
        qy, ry = np.linalg.qr(y - y.mean(axis=0))
        left, values, right = np.linalg.svd(qx.T @ qy)
        np.linalg.solve(ry, right[:k].T)
        return values[:k], np.linalg.solve(rx, left[:, :k]).T

    return fit


def sklearn_cca(split):
    def fit(both, k):
        import numpy as np
        from sklearn.cross_decomposition import CCA

        x, y = both[:, :split], both[:, split:]
        model = CCA(n_components=k).fit(x, y)
        scores = model.transform(x, y)
        values = [np.corrcoef(scores[0][:, i], scores[1][:, i])[0, 1] for i in range(k)]
        return np.array(values), model.x_rotations_.T

    return fit


def explained(x, embedding):
    """R² of the length along the roll and of the height, the last two columns, by the map."""
    import numpy as np

    y = np.column_stack([np.ones(len(x)), embedding])
    parameters = x[:, 3:]
    rest = parameters - y @ np.linalg.lstsq(y, parameters, rcond=None)[0]
    return 1 - (rest**2).sum(axis=0) / ((parameters - parameters.mean(axis=0)) ** 2).sum(axis=0)


def quotients(matrix, vectors):
    """The eigenvalues that belong to the columns."""
    return [v @ (matrix @ v) / (v @ v) for v in vectors.T]


def sklearn_manifold(method):
    """Ten neighbours, and what the library does by default; values it keeps none of come later."""

    def fit(x, k):
        import numpy as np
        from scipy import sparse
        from sklearn import manifold
        from sklearn.manifold import _locally_linear
        from sklearn.neighbors import kneighbors_graph

        points = x[:, :3]
        if method == "isomap":
            found = manifold.Isomap(n_neighbors=10, n_components=k, n_jobs=-1).fit_transform(points)
        elif method == "laplacian-eigenmaps":
            graph = kneighbors_graph(points, 10, n_jobs=-1)
            graph = graph.maximum(graph.T)
            found = manifold.SpectralEmbedding(
                n_components=k, affinity="precomputed", random_state=0
            ).fit_transform(graph)

            def costs():
                # It keeps none; its coordinates are the vectors over the roots of the degrees.
                roots = np.sqrt(np.asarray(graph.sum(axis=1)).ravel())
                scaled = sparse.diags(1 / roots) @ graph @ sparse.diags(1 / roots)
                return quotients(sparse.identity(len(x)) - scaled, found * roots[:, None])

            return costs, found.T
        else:
            fitted = manifold.LocallyLinearEmbedding(
                n_neighbors=10,
                n_components=k,
                method="modified" if method == "modified-lle" else "standard",
                random_state=0,
                n_jobs=-1,
            ).fit(points)
            found = fitted.embedding_
            if method == "modified-lle":
                return [fitted.reconstruction_error_] * k, found.T

            def costs():
                # The error is the sum of both; each by itself needs the weights again.
                weights = _locally_linear.barycenter_kneighbors_graph(points, 10)
                rest = sparse.identity(len(x)) - weights
                return quotients(rest.T @ rest, found)

            return costs, found.T
        return explained(x, found), found.T

    return fit


def engine(name, problem):
    if problem and problem[0] == "manifold":
        import sklearn

        return "scikit-learn " + sklearn.__version__, sklearn_manifold(problem[1])
    if problem and problem[0] == "cca":
        import numpy
        import sklearn

        split = int(problem[1])
        if name == "numpy-qr":
            return "NumPy " + numpy.__version__, numpy_qr(split)
        return "scikit-learn " + sklearn.__version__, sklearn_cca(split)
    if name == "numpy-gram":
        import numpy

        return "NumPy " + numpy.__version__, numpy_gram
    if name == "numpy-classes":
        import numpy

        return "NumPy " + numpy.__version__, numpy_classes(int(problem[1]))
    import sklearn

    solver = name.removeprefix("sklearn-")
    fit = sklearn_kernel_pca(solver, float(problem[0])) if problem else sklearn_pca(solver)
    return "scikit-learn " + sklearn.__version__, fit


def save(result, values, directions):
    import numpy as np

    values = values() if callable(values) else values
    np.save(result, np.ascontiguousarray(np.column_stack([values, directions])))


def once(name, data, k, result, *problem):
    import numpy as np

    _, fit = engine(name, problem)
    save(result, *fit(np.load(data), k))


def race(name, data, k, result, *problem):
    import numpy as np

    version, fit = engine(name, problem)
    say("version " + version)
    x = np.load(data)
    say("loaded")
    start = time.perf_counter()
    values, directions = fit(x, k)
    first = time.perf_counter() - start
    say(f"memory {peak()}")
    save(result, values, directions)
    say(f"solved {first}")
    order = sys.stdin.readline().split()
    if not order or order[0] != "time":
        return
    runs, budget = int(order[1]), float(order[2])
    times = []
    while len(times) < runs and (not times or sum(times) < budget):
        start = time.perf_counter()
        fit(x, k)
        times.append(time.perf_counter() - start)
    say("times " + " ".join(map(str, times)))


def csv(source, target, k):
    import pandas
    from sklearn.decomposition import PCA

    scores = PCA(n_components=k).fit_transform(pandas.read_csv(source))
    columns = [f"PC{i + 1}" for i in range(k)]
    pandas.DataFrame(scores, columns=columns).to_csv(target, index=False)


def versions():
    import platform

    import numpy
    import pandas
    import sklearn

    print(
        f"Python {platform.python_version()}, NumPy {numpy.__version__},"
        f" scikit-learn {sklearn.__version__}, pandas {pandas.__version__}"
    )


def say(line):
    print(line, flush=True)


if __name__ == "__main__":
    if sys.argv[1] == "versions":
        versions()
    elif sys.argv[1] == "csv":
        csv(sys.argv[2], sys.argv[3], int(sys.argv[4]))
    elif sys.argv[1] == "once":
        once(sys.argv[2], sys.argv[3], int(sys.argv[4]), *sys.argv[5:])
    else:
        race(sys.argv[1], sys.argv[2], int(sys.argv[3]), *sys.argv[4:])
