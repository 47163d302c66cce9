// Corpus: room on disk for what memory should not hold. A file without a name is gone with the process, however that ends.

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Files without a name in the folder for temporary files.
public enum UnnamedFile {
    /// That of the environment (`TMPDIR`), or `/tmp`.
    public static var usualFolder: String {
        let asked = getenv("TMPDIR").map { String(cString: $0) } ?? ""
        return asked.isEmpty ? "/tmp" : asked
    }

    /// The descriptor of a new file, for reading and writing, closed in programs that this one starts; -1 with `errno` where there can be none.
    public static func open(in folder: String) -> Int32 {
        var path = Array("\(folder)/spamkit.XXXXXX".utf8CString)
        let file = mkstemp(&path)
        if file >= 0 {
            unlink(path)
            _ = fcntl(file, F_SETFD, FD_CLOEXEC)
        }
        return file
    }
}
