// The version of everything that is released together. `.ci/version.py` sets it, and compares it
// with the places that cannot read it. Formats of files have versions of their own.

/// The version of this release, such as 0.1.0, by <https://semver.org>.
public var releaseVersion: StaticString { "0.1.0" }
