// How reports name files: without folders, which may be private.

import Corpus

/// The names of files, with as many folders as needed to tell them apart.
func fileNames(_ paths: [String]) -> [String] {
    let parts = paths.map { $0.split(separator: "/") }
    let different = Set(paths).count
    for depth in 1...max(1, parts.map(\.count).max() ?? 1) {
        let names = zip(paths, parts).map { path, parts in
            depth == 1 || parts.count <= 1 ? FileName.of(path) : parts.suffix(depth).joined(separator: "/")
        }
        if Set(names).count == different { return names }
    }
    return paths
}
