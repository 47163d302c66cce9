// Query: TLS by the server itself, for whom no proxy does it. Files in PEM in, settings out.

#if TLS
import NIOSSL

/// A file of TLS cannot be used.
struct TLSFileError: Error, CustomStringConvertible {
    let path: String
    let expected: String

    var description: String { "\(path): expected \(expected), found none that can be read; give another file" }
}

extension TLSConfiguration {
    /// - Parameters:
    ///   - chain: the server's certificate and those that vouch for it.
    ///   - key: of the first certificate.
    static func server(chain: String, key: String) throws(TLSFileError) -> TLSConfiguration {
        let certificates: [NIOSSLCertificate]
        do { certificates = try NIOSSLCertificate.fromPEMFile(chain) } catch {
            throw TLSFileError(path: chain, expected: "certificates in PEM")
        }
        let privateKey: NIOSSLPrivateKey
        do { privateKey = try NIOSSLPrivateKey(file: key, format: .pem) } catch {
            throw TLSFileError(path: key, expected: "a private key in PEM")
        }
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: certificates.map { .certificate($0) }, privateKey: .privateKey(privateKey))
        configuration.minimumTLSVersion = .tlsv12
        return configuration
    }
}
#endif
