// Page: a plot as SVG. Axes and marks in, markup out; colours and line styles are the style
// sheet's, by class.

import SpamEvaluation

/// A plot 360 units wide, as wide as a phone, so that its words are readable there.
///
///     var plot = Plot(x: .share("Junk caught, %"), y: .share("Precision, %"))
///     plot.line([(0, 1), (1, 0.5)], "curve")
///     plot.svg(id: "pr", title: "Precision and recall", description: "…")
struct Plot {
    static let width = 360.0
    private static let left = 50.0
    private static let right = 12.0
    private static let top = 12.0
    private static let bottom = 44.0

    let x: Axis
    let y: Axis
    private let height: Double
    private var marks = ""

    init(x: Axis, y: Axis, height: Double = 300) {
        self.x = x
        self.y = y
        self.height = height
    }

    /// The place of a value in the drawing, to a tenth of a unit.
    func place(_ value: (x: Double, y: Double)) -> (x: Double, y: Double) {
        (across(value.x), up(value.y))
    }

    private func across(_ value: Double) -> Double {
        tenth(Self.left + x.place(of: value) * (Self.width - Self.left - Self.right))
    }

    private func up(_ value: Double) -> Double {
        tenth(Self.top + (1 - y.place(of: value)) * (height - Self.top - Self.bottom))
    }

    mutating func line(_ values: [(x: Double, y: Double)], _ kind: String) {
        let points = values.map { "\(across($0.x)),\(up($0.y))" }.joined(separator: " ")
        marks += "<polyline class=\"\(kind)\" points=\"\(points)\"/>\n"
    }

    mutating func dot(_ value: (x: Double, y: Double), _ kind: String, radius: Double = 4, id: String? = nil) {
        let name = id.map { " id=\"\($0)\"" } ?? ""
        marks += "<circle class=\"\(kind)\"\(name) cx=\"\(across(value.x))\" cy=\"\(up(value.y))\" r=\"\(radius)\"/>\n"
    }

    mutating func words(
        _ text: String, at value: (x: Double, y: Double), dx: Double = 0, dy: Double = 0, anchor: String = "start"
    ) {
        marks +=
            "<text class=\"note\" x=\"\(tenth(across(value.x) + dx))\" y=\"\(tenth(up(value.y) + dy))\" text-anchor=\"\(anchor)\">\(escaped(text))</text>\n"
    }

    /// A bar on the x axis.
    mutating func bar(from start: Double, to end: Double, height value: Double, _ kind: String) {
        let (near, far, high) = (across(start), across(end), up(value))
        marks +=
            "<rect class=\"\(kind)\" x=\"\(near)\" y=\"\(high)\" width=\"\(tenth(max(far - near - 1, 0.5)))\" height=\"\(tenth(max(height - Self.bottom - high, 0)))\"/>\n"
    }

    /// The whole drawing; its description is read out in its place.
    func svg(id: String, title: String, description: String) -> String {
        """
        <svg viewBox="0 0 \(Int(Self.width)) \(Int(height))" role="img" aria-labelledby="\(id)-title \(id)-desc">
        <title id="\(id)-title">\(escaped(title))</title><desc id="\(id)-desc">\(escaped(description))</desc>
        <g class="axes" aria-hidden="true">
        \(axes)</g>
        <g aria-hidden="true">
        \(marks)</g>
        </svg>
        """
    }

    private var axes: String {
        let (floor, far) = (height - Self.bottom, Self.width - Self.right)
        var lines = ""
        for tick in x.ticks {
            let at = across(tick.value)
            lines += "<line x1=\"\(at)\" y1=\"\(Self.top)\" x2=\"\(at)\" y2=\"\(floor)\"/>"
            lines += "<text x=\"\(at)\" y=\"\(floor + 16)\" text-anchor=\"middle\">\(escaped(tick.label))</text>\n"
        }
        for tick in y.ticks {
            let at = up(tick.value)
            lines += "<line x1=\"\(Self.left)\" y1=\"\(at)\" x2=\"\(far)\" y2=\"\(at)\"/>"
            lines += "<text x=\"\(Self.left - 6)\" y=\"\(at + 4)\" text-anchor=\"end\">\(escaped(tick.label))</text>\n"
        }
        let (middle, half) = (tenth((Self.left + far) / 2), tenth((Self.top + floor) / 2))
        lines += "<text class=\"title\" x=\"\(middle)\" y=\"\(height - 8)\" text-anchor=\"middle\">\(escaped(x.title))</text>\n"
        lines +=
            "<text class=\"title\" transform=\"translate(13 \(half)) rotate(-90)\" text-anchor=\"middle\">\(escaped(y.title))</text>\n"
        return lines
    }
}

/// Tenths are finer than a screen and keep the file small.
func tenth(_ value: Double) -> Double { (value * 10).rounded() / 10 }
