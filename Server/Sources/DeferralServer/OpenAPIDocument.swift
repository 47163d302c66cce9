// Server: what it answers, for machines: OpenAPI 3.1.

public enum OpenAPIDocument {
    public static let json = String(decoding: PackageResources.openapi_json, as: UTF8.self)
}
