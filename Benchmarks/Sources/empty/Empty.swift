// Benchmarks: a process that does nothing, the floor under the cost of one that decides.

@main
enum Empty {
    static func main() {}
}
