// Training: the last level of labels, the sub-actions of each action.

import SpamFilter

extension LabelLevels {
    /// Whether no own row has a sub-action, so that the background alone teaches them.
    var subActionsAreOfBackground: Bool {
        !isBackground.isEmpty && !labels.indices.contains { !isBackground[$0] && labels[$0].subAction != .none }
    }

    /// Learns the sub-actions of each action from some rows.
    func fitSubActions(_ rows: RowList, _ rowWeights: [Float], by fit: RowFit) -> [LearnedClass] {
        actions.flatMap { action in
            let rows = rows.filter { labels[$0].action == action.action && labels[$0].subAction != .none }
            var subLabels: [Label] = []
            for row in rows where !subLabels.contains(labels[row]) { subLabels.append(labels[row]) }
            subLabels.sort()
            guard subLabels.count > 1 else { return subLabels.map { LearnedClass(label: $0, vectors: []) } }
            let classes = labels.map { UInt8(subLabels.firstIndex(of: $0) ?? 0) }
            return LabelLevels.classes(fit(classes, subLabels.count, rows, rowWeights), labels: subLabels)
        }
    }
}
