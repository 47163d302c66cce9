// Example: a newer model, put where the extension finds it.

import Foundation
import MessageFilterExtension
import SpamFilterIO

nonisolated extension FilterFolder {
    /// Installs a model from a server. The shipped one needs no installation: it answers as the
    /// folder's `bundledModel`, until a download of no lower sequence number is installed. The same
    /// download again is not written again.
    ///
    /// Returns whether the person must switch the filter off and on, to see other sub-folders.
    @concurrent func installModel(from url: URL) async throws -> SubFolders {
        let (model, response) = try await URLSession.shared.data(from: url)
        guard (response as? HTTPURLResponse)?.statusCode == 200 else { throw URLError(.badServerResponse) }
        do {
            return try install(model: Array(model))
        } catch .rollback {
            // The server is behind the app.
            return .same
        }
    }
}
