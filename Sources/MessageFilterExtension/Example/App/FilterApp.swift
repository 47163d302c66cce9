// Example: the app. Puts a newer model where the extension finds it. Not compiled on Linux.

import MessageFilterExtension
import SpamFilterIO
import SwiftUI

@main
struct FilterApp: App {
    var body: some Scene {
        WindowGroup {
            TryMessageView().task { await FilterApp.installNewerModel() }
        }
    }

    /// The shipped model needs no installation: it answers as the folder's `bundledModel`, until a
    /// download of no lower sequence number is installed. The same download again is not written
    /// again.
    @concurrent private static func installNewerModel() async {
        guard let url = URL(string: "https://filter.example/model.spam"),
            let (model, response) = try? await URLSession.shared.data(from: url),
            (response as? HTTPURLResponse)?.statusCode == 200
        else { return }
        do {
            try AppGroup.folder.install(model: Array(model))
        } catch .rollback {
            // The server is behind the app.
        } catch {
            // The model before stays, and the next start tries again. An error never quotes a
            // message.
            print(error)
        }
    }
}
