// Training: which rows are scored in each fold, and which the model that scores them learns from.

import SpamFilter

/// Folds of a corpus by group. A row is scored by a model that has seen none of its group.
struct ScoringFolds: Sendable {
    let count: Int
    private let levels: LabelLevels
    /// The rows that are scored; `nil` for all own ones, of which there may be millions.
    private let asked: RowList?
    private let foldOf: [Int]
    /// Of every row; empty where all teach those of other folds.
    private let teaching: [Teaching]

    /// Which models a row teaches.
    private enum Teaching { case thoseOfOtherFolds, all, none }

    /// Folds that score own messages. The background teaches all models, but for near duplicates of
    /// own messages: a general corpus may hold those of the phone. They teach none, so all models
    /// have one background.
    ///
    /// - Parameters:
    ///   - groups: of every row.
    ///   - count: above 0.
    init(_ levels: LabelLevels, groups: [UInt64], count: Int, seed: UInt64) {
        (self.levels, self.count, asked) = (levels, count, nil)
        foldOf = folds(ofGroups: groups, count: count, seed: seed)
        let ofOwn = Set(levels.isBackground.indices.lazy.filter { !levels.isBackground[$0] }.map { groups[$0] })
        teaching = levels.isBackground.indices.map {
            levels.isBackground[$0] ? ofOwn.contains(groups[$0]) ? .none : .all : .thoseOfOtherFolds
        }
    }

    /// Folds that score some rows of the background. All own messages teach, as in the model, but
    /// for near duplicates of those rows: with fewer, less of the background is called junk.
    ///
    /// - Parameter rows: of the background.
    init(scoring rows: RowList, of levels: LabelLevels, groups: [UInt64], count: Int, seed: UInt64) {
        (self.levels, self.count, asked) = (levels, count, rows)
        foldOf = folds(ofGroups: groups, count: count, seed: seed)
        let asked = Set(rows.lazy.map { groups[$0] })
        teaching = levels.isBackground.indices.map {
            !levels.isBackground[$0] && !asked.contains(groups[$0]) ? .all : .thoseOfOtherFolds
        }
    }

    /// The rows that are scored in a fold.
    func scored(in fold: Int) -> RowList {
        (asked ?? levels.own(RowList(foldOf.indices))).filter { foldOf[$0] == fold }
    }

    /// The rows that teach the model which scores a fold.
    func teaching(without fold: Int) -> RowList {
        RowList(foldOf.indices).filter { row in
            switch teaching.isEmpty ? .thoseOfOtherFolds : teaching[row] {
            case .thoseOfOtherFolds: foldOf[row] != fold
            case .all: true
            case .none: false
            }
        }
    }
}
