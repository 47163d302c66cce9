// Example: the app. Puts the model that it ships with where the extension finds it. Not compiled on Linux.

import MessageFilterExtension
import SwiftUI

@main
struct FilterApp: App {
    var body: some Scene {
        WindowGroup {
            TryMessageView().task { await FilterApp.installShippedModel() }
        }
    }

    /// Once for each build, so that a model that was downloaded since stays at every further start. The first start of a new build puts the
    /// model that it ships with in front of the downloaded one.
    @concurrent private static func installShippedModel() async {
        let build = Bundle.main.infoDictionary?["CFBundleVersion"] as? String ?? ""
        guard UserDefaults.standard.string(forKey: "installedModelOfBuild") != build else { return }
        guard let url = Bundle.main.url(forResource: "shipped", withExtension: "spam"), let model = try? Data(contentsOf: url)
        else { return }
        do {
            try AppGroup.folder.install(model: Array(model))
            UserDefaults.standard.set(build, forKey: "installedModelOfBuild")
        } catch {
            // The model before stays; the next start tries again. The description names what was expected and found, never a message.
            print(error)
        }
    }
}
