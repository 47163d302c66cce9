// Corpus: what a file is called, to people and as a source.

/// Names of files.
public enum FileName {
    /// The name of a file without its folders; `standard input` for `-`.
    public static func of(_ path: String) -> String {
        let shown = shown(path)
        return shown.split(separator: "/").last.map(String.init) ?? shown
    }

    /// Without folders and `.gz`: a packed file has the name of what is in it.
    public static func ofContent(_ path: String) -> String {
        let name = of(path), ending = ".gz"
        return name.lowercased().hasSuffix(ending) && name.count > ending.count ? String(name.dropLast(ending.count)) : name
    }

    /// A path as errors say it: the path itself, or `standard input` for `-`.
    public static func shown(_ path: String) -> String { path == "-" ? "standard input" : path }
}
