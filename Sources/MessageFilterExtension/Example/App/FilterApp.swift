// Example: the app. On Linux it compiles against a stand-in for SwiftUI.

import MessageFilterExtension
import SwiftUI

@main
struct FilterApp: App {
    @State private var showsOldFolders = false

    var body: some Scene {
        WindowGroup {
            TryMessageView()
                .task { await installNewerModel() }
                .alert("New folders", isPresented: $showsOldFolders) {
                } message: {
                    Text("To see them, switch this filter off and on again in Settings, Text Message Filter.")
                }
        }
    }

    private func installNewerModel() async {
        do {
            let folders = try await AppGroup.folder.installModel(from: URL(string: "https://filter.example/model.spam")!)
            showsOldFolders = folders == .changed
        } catch {
            // The model before stays, and the next start tries again. An error never quotes a
            // message.
            print(error)
        }
    }
}
