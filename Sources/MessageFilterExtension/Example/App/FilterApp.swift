// Example: the app. Puts its model where the extension finds it. Not compiled on Linux.

import MessageFilterExtension
import SwiftUI

@main
struct FilterApp: App {
    var body: some Scene {
        WindowGroup {
            TryMessageView().task { await FilterApp.installShippedModel() }
        }
    }

    /// Installs the shipped model once for each build, so that later starts keep a model downloaded
    /// since. The first start of a new build puts its model before a downloaded one, unless that
    /// has a higher sequence number.
    @concurrent private static func installShippedModel() async {
        let build = Bundle.main.infoDictionary?["CFBundleVersion"] as? String ?? ""
        guard UserDefaults.standard.string(forKey: "installedModelOfBuild") != build else { return }
        guard let url = Bundle.main.url(forResource: "shipped", withExtension: "spam"), let model = try? Data(contentsOf: url)
        else { return }
        do {
            try AppGroup.folder.install(model: Array(model))
        } catch .rollback {
            // A newer one was downloaded: it stays.
        } catch {
            // The old model stays, and the next start tries again. An error never quotes a message.
            print(error)
            return
        }
        UserDefaults.standard.set(build, forKey: "installedModelOfBuild")
    }
}
