// Example: a screen to try a message with the extension's code. On Linux it compiles against a
// stand-in for SwiftUI.

import MessageFilterExtension
import SpamFilter
import SwiftUI

struct TryMessageView: View {
    @State private var text = ""
    @State private var sender = ""
    @State private var settings = AppGroup.folder.settings()
    @State private var answer: Answer?
    @State private var failure: String?

    /// The same code as answers the system's queries.
    private let handler = FilterHandler(AppGroup.folder)

    var body: some View {
        Form {
            Section("Message") {
                TextField("Sender", text: $sender)
                TextField("Text", text: $text, axis: .vertical)
                Button("Try") { answer = handler.offlineAnswer(to: message).answer }
            }
            if let answer {
                Section("Answer") {
                    LabeledContent("Action", value: answer.action.name)
                    if answer.subAction != .none { LabeledContent("Folder", value: answer.subAction.name) }
                }
            }
            if let failure {
                Section("Not saved") { Text(failure) }
            }
            Section {
                Button("This was junk") { learn(.junk) }
                Button("This was wanted") { learn(.allow) }
            }
            .disabled(text.isEmpty)
            Section {
                Toggle("Ask our server when unsure", isOn: $settings.defersToNetwork)
                Button("Always let this sender through") { decide(.allow) }.disabled(sender.isEmpty)
                Button("Always put this sender in Junk") { decide(.junk) }.disabled(sender.isEmpty)
            } footer: {
                Text(
                    "When switched on, the system sends the sender and text of messages that the filter is unsure of to our server."
                )
            }
        }
        .onChange(of: settings) { save() }
    }

    private var country: String? { Locale.current.region?.identifier }

    /// As the system would hand it to the extension.
    private var message: Message {
        let sender = sender.asTheSystemWritesIt(receiverCountry: country)
        return Message(body: text, sender: sender.isEmpty ? nil : sender, receiverCountry: country)
    }

    private func decide(_ label: SpamFilter.Label) { settings.decide(label, sender: sender, receiverCountry: country) }

    /// Learns the message, and shows what the filter says of it now.
    private func learn(_ label: SpamFilter.Label) {
        do {
            try AppGroup.folder.learn(message, as: label)
            answer = handler.offlineAnswer(to: message).answer
            failure = nil
        } catch {
            failure = "\(error)"
        }
    }

    /// Shows what is saved: a switch that could not be saved goes back, and the screen says why.
    private func save() {
        let folder = AppGroup.folder
        // Going back to the saved settings comes here too.
        guard settings != folder.settings() else { return }
        do {
            try folder.save(settings)
            failure = nil
        } catch {
            failure = "\(error)"
            settings = folder.settings()
        }
    }
}
