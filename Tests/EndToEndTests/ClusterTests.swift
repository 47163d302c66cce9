// spamkit gradient by hand: two partitions, a driver, and the model that one machine makes.

import Foundation
import Testing

@Suite struct ClusterTests {
    /// Two partitions of the starter corpus, and a run that waits for their rows.
    private static func bench(_ options: String, folds: String = "") throws -> Workbench {
        let bench = try Workbench()
        let corpus = Workbench.project.appendingPathComponent("Datasets/starter/train.jsonl").path
        let made = try bench.run(
            """
            head -1500 '\(corpus)' > all.jsonl; head -700 all.jsonl > 1.jsonl; tail -n +701 all.jsonl > 2.jsonl
            mkdir run
            for n in 1 2; do spamkit counts $n.jsonl --quiet --out $n.counts \(folds) || exit; done
            if [ -f 1.fold1.counts ]; then
                for f in 1 2 3; do spamkit merge 1.fold$f.counts 2.fold$f.counts --quiet --out run/fold$f.counts; done
            else
                spamkit merge 1.counts 2.counts --quiet --out run/all.counts
            fi
            spamkit gradient step run \(options)
            for n in 1 2; do
                spamkit gradient prepare $n.jsonl --quiet --plan run/plan --rows $n.rows --summary $n.summary || exit
            done
            """)
        #expect(made.status == 0, "\(made.errors)")
        return bench
    }

    @Test func naiveBayesHasTheBytesOfOneMachine() throws {
        let bench = try ClusterTests.bench("--trainer nb")
        let made = try bench.run(
            """
            spamkit gradient step run --trainer nb --result 1.summary 2.summary &&
            spamkit gradient finish run --trainer nb --quiet --out m.spam &&
            spamkit train all.jsonl --trainer nb --folds 0 --quiet --out one.spam && cmp m.spam one.spam
            """)
        #expect(made.status == 0, "\(made.output)\(made.errors)")
    }

    @Test func aRegressionGoesPassByPass() throws {
        let options = "--trainer lr --regularization-c 0.05 --max-false-junk 20%"
        let bench = try ClusterTests.bench(options, folds: "--folds 3")
        let made = try bench.run(
            """
            spamkit gradient step run \(options) --result 1.summary 2.summary > status || exit
            pass=1
            while grep -q '"sum"' status; do
                for n in 1 2; do spamkit gradient sum --plan run/plan --rows $n.rows --weights run/weights-$pass > $n.sums; done
                spamkit gradient add 1.sums 2.sums --plan run/plan > both.sums || exit
                spamkit gradient step run \(options) --result both.sums > status || exit
                pass=$((pass + 1))
            done
            for n in 1 2; do
                cat $n.rows | spamkit gradient score --plan run/plan --rows - --models run/models > $n.scores
            done
            spamkit gradient prepare 1.jsonl --quiet --plan run/plan --rows - --summary s > streamed.rows &&
            cmp streamed.rows 1.rows && cmp s 1.summary || exit
            head -c -1 1.rows | spamkit gradient score --plan run/plan --rows - --models run/models 2> cut.txt && exit 7
            grep -q 'standard input: the file is cut off' cut.txt || exit 8
            spamkit gradient step run \(options) --result 1.scores 2.scores > status || exit
            spamkit gradient finish run \(options) --out m.spam --json m.json >/dev/null 2>&1 || exit
            spamkit inspect m.spam --verify && spamkit gradient compare run \(options) --rows 1.rows 2.rows
            """)
        #expect(made.status == 0 && made.output.contains("all checksums right"), "\(made.errors)")
        #expect(made.output.contains("\"excess\""))
        let again = try bench.run("spamkit gradient step run \(options) --seed 2")
        #expect(again.status == 1 && again.errors.contains("expected the options that the run was started with"))
        let other = try bench.run("spamkit gradient sum --plan run/plan --rows 1.sums --weights run/models")
        #expect(other.status == 1 && other.errors.contains("run/models: expected a file of weights, found one of models"))
        let early = try bench.run("spamkit gradient step run --class-weight junk=2")
        #expect(early.status == 64 && early.errors.contains("settled when the messages were counted"))
        let drawn = try bench.run("spamkit counts 1.jsonl --seed 2 --out seed.counts")
        #expect(drawn.status == 64 && drawn.errors.contains("--seed: expected --folds with it"))
    }
}
