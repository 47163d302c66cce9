// Store: the tables, step by step. A step that has shipped is never edited: a change is a new one
// below it.

import GRDB

enum Schema {
    /// `PRAGMA application_id` of a store, "spam" in ASCII: tells it from other SQLite files.
    static let applicationID: Int32 = 0x7370_616D

    /// A store's `PRAGMA user_version` is the number of steps it has taken.
    static let steps = [messages, keysAndStrata, ownIDs, secondLabels]

    /// A file, as seen by this version of the schema.
    enum State: Equatable { case current, older, newer, empty, other }

    static func state(_ db: Database) throws -> State {
        let id = try Int32.fetchOne(db, sql: "PRAGMA application_id") ?? 0
        let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        // A new store has its number before its tables: see `DatabaseHead`.
        if [0, applicationID].contains(id), version == 0, try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") == 0 {
            return .empty
        }
        guard id == applicationID, version > 0 else { return .other }
        return version == steps.count ? .current : version < steps.count ? .older : .newer
    }

    /// Takes the missing steps. GRDB's `DatabaseMigrator` looks for them before it holds the lock,
    /// so that one of two processes that open a new store at once would fail. The caller's
    /// transaction must be immediate.
    static func migrate(_ db: Database, upTo count: Int = steps.count) throws {
        let state = try state(db)
        guard state == .older || state == .empty else { return }
        let taken = state == .empty ? 0 : try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        guard taken < count else { return }
        for step in steps[taken..<count] { try db.execute(sql: step) }
        try db.execute(sql: "PRAGMA application_id = \(applicationID); PRAGMA user_version = \(count)")
    }

    private static let messages = """
        -- A collection of messages, as training and evaluation tell them apart.
        CREATE TABLE source (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL UNIQUE,
            licence TEXT,
            provenance TEXT
        ) STRICT;

        -- A file that was imported, whole or not at all. Its digest is that of its bytes.
        CREATE TABLE file (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            name TEXT NOT NULL,
            digest BLOB NOT NULL UNIQUE,
            bytes INTEGER NOT NULL,
            format TEXT NOT NULL,
            encoding TEXT NOT NULL,
            importedAt INTEGER NOT NULL,
            rows INTEGER NOT NULL,
            added INTEGER NOT NULL,
            rejected INTEGER NOT NULL,
            isMasked INTEGER NOT NULL
        ) STRICT;

        -- identity is a hash of source, text, sender and time; seenIn the last file that held the message.
        CREATE TABLE message (
            id INTEGER PRIMARY KEY,
            sourceID INTEGER NOT NULL REFERENCES source,
            fileID INTEGER NOT NULL REFERENCES file,
            line INTEGER NOT NULL,
            text TEXT NOT NULL,
            sender TEXT,
            country TEXT,
            language TEXT,
            receivedAt INTEGER,
            template TEXT,
            identity INTEGER NOT NULL,
            seenIn INTEGER NOT NULL REFERENCES file
        ) STRICT;
        CREATE INDEX messageByIdentity ON message (identity, seenIn);

        -- Every label that a message was ever given; the last revision counts. A label of NULL takes it back.
        CREATE TABLE label (
            messageID INTEGER NOT NULL REFERENCES message ON DELETE CASCADE,
            revision INTEGER NOT NULL,
            label TEXT,
            givenBy TEXT NOT NULL,
            givenAt INTEGER NOT NULL,
            confidence REAL NOT NULL,
            PRIMARY KEY (messageID, revision)
        ) STRICT, WITHOUT ROWID;

        -- A row of a file that could not be taken, never with its text.
        CREATE TABLE reject (
            fileID INTEGER NOT NULL REFERENCES file,
            line INTEGER NOT NULL,
            reason TEXT NOT NULL
        ) STRICT;

        -- Messages of one template. key is a hash of the first of them, and stays when others come.
        CREATE TABLE templateGroup (
            id INTEGER PRIMARY KEY,
            key INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE groupMember (
            messageID INTEGER PRIMARY KEY REFERENCES message ON DELETE CASCADE,
            groupID INTEGER NOT NULL REFERENCES templateGroup
        ) STRICT;

        -- A rule, not a list: which part a message is of follows from a hash, so that new ones find their place and old ones keep theirs.
        CREATE TABLE split (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL UNIQUE,
            by TEXT NOT NULL,
            testShare REAL NOT NULL,
            folds INTEGER NOT NULL,
            seed INTEGER NOT NULL,
            createdAt INTEGER NOT NULL
        ) STRICT;
        -- Units of a stratum whose hash, as a share of all hashes, is below the threshold are test; by time, those received from it on.
        CREATE TABLE splitStratum (
            splitID INTEGER NOT NULL REFERENCES split ON DELETE CASCADE,
            stratum TEXT NOT NULL,
            threshold REAL NOT NULL,
            PRIMARY KEY (splitID, stratum)
        ) STRICT, WITHOUT ROWID;

        -- What was trained on the store. corpusDigest is that of the messages and labels that training saw.
        CREATE TABLE modelRun (
            id INTEGER PRIMARY KEY,
            trainedAt INTEGER NOT NULL,
            settings TEXT NOT NULL,
            corpusDigest BLOB NOT NULL,
            messages INTEGER NOT NULL,
            metrics TEXT NOT NULL
        ) STRICT;

        -- Finds any three letters of any script. Filled when somebody searches, so that an import need not wait for it.
        CREATE VIRTUAL TABLE messageText USING fts5(text, content='message', content_rowid='id', tokenize='trigram');
        CREATE TABLE searchIndex (indexedTo INTEGER NOT NULL) STRICT;
        INSERT INTO searchIndex VALUES (0);
        """

    private static let keysAndStrata = """
        -- Which files gave messages to a source.
        CREATE TABLE sourceFile (
            sourceID INTEGER NOT NULL REFERENCES source,
            fileID INTEGER NOT NULL REFERENCES file,
            PRIMARY KEY (sourceID, fileID)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO sourceFile SELECT DISTINCT sourceID, fileID FROM message;

        -- 16 bits that tell most seeds of masking apart and none from its like; -1 for a key that was forgotten. NULL where nothing is masked, or
        -- nobody took note.
        ALTER TABLE file ADD COLUMN maskCheck INTEGER;

        -- The strata of messages that came without a label and had one when the split was made. Others are of the stratum of the label they came
        -- with, or of that without one, whatever they are labelled later.
        CREATE TABLE splitLabel (
            splitID INTEGER NOT NULL REFERENCES split ON DELETE CASCADE,
            messageID INTEGER NOT NULL REFERENCES message ON DELETE CASCADE,
            stratum TEXT NOT NULL,
            PRIMARY KEY (splitID, messageID)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO splitLabel
            SELECT split.id, messageID, label FROM split, label
            WHERE revision = 1 AND givenBy <> 'file' AND label NOT NULL;
        """

    private static let ownIDs = """
        -- The id of a message in the corpus it comes from.
        ALTER TABLE message ADD COLUMN ownID TEXT;
        CREATE INDEX messageByOwnID ON message (ownID) WHERE ownID NOT NULL;

        -- To remove messages.
        CREATE INDEX splitLabelByMessage ON splitLabel (messageID);

        -- The first import of the same bytes.
        ALTER TABLE file ADD COLUMN firstID INTEGER REFERENCES file;
        -- Messages of earlier files that it has changed.
        ALTER TABLE file ADD COLUMN updated INTEGER NOT NULL DEFAULT 0;
        """

    private static let secondLabels = """
        -- A label that a second person gave without seeing the first one, which stays. revision is that of the first.
        CREATE TABLE secondLabel (
            messageID INTEGER NOT NULL,
            givenBy TEXT NOT NULL,
            revision INTEGER NOT NULL,
            label TEXT NOT NULL,
            givenAt INTEGER NOT NULL,
            PRIMARY KEY (messageID, givenBy),
            FOREIGN KEY (messageID, revision) REFERENCES label ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;
        """
}
