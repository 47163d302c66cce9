// Example: a person's correction. Beside the model, so that the next model replaces nothing of it.

import MessageFilterExtension
import SpamFilter
import SpamFilterIO

nonisolated extension FilterFolder {
    /// Learns a message for the newest model; without a model nothing. The extension takes it up at
    /// the next message.
    func learn(_ message: Message, as label: Label) throws {
        let loaded = ModelLoader(path, bundled: bundledModel, signedBy: keys).load()
        guard let model = loaded.take() else { return }
        var own = overlay() ?? PersonalOverlay(for: model.view)
        try own.learn(message, as: label)
        try save(overlay: own)
    }
}
