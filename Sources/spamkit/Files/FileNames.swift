// How reports call files: folders are nobody's business who gets a report.

/// The file's name alone.
func fileName(_ path: String) -> String {
    path == "-" ? "standard input" : path.split(separator: "/").last.map(String.init) ?? path
}

/// The files' names, each with as many of its folders as it takes to tell them apart.
func fileNames(_ paths: [String]) -> [String] {
    let parts = paths.map { $0.split(separator: "/") }
    let different = Set(paths).count
    for depth in 1...max(1, parts.map(\.count).max() ?? 1) {
        let names = zip(paths, parts).map { path, parts in
            depth == 1 || parts.count <= 1 ? fileName(path) : parts.suffix(depth).joined(separator: "/")
        }
        if Set(names).count == different { return names }
    }
    return paths
}
