-- The state of a review. Contains originals: its folder is readable by its owner only.
CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL);  -- values are JSON

CREATE TABLE dialogue (
    number INTEGER PRIMARY KEY,
    file TEXT NOT NULL,
    line INTEGER,
    id TEXT NOT NULL,
    shape TEXT NOT NULL,
    roster TEXT NOT NULL,          -- the names known for it, as a JSON list
    source TEXT NOT NULL,          -- the object it was read from, as JSON, without spans
    messages INTEGER NOT NULL,
    spans INTEGER NOT NULL DEFAULT 0,   -- what the machine found
    hints INTEGER NOT NULL DEFAULT 0,
    risk REAL NOT NULL DEFAULT 0,
    lowest_score REAL NOT NULL DEFAULT 1,
    error TEXT NOT NULL DEFAULT ''
);
CREATE INDEX dialogue_risk ON dialogue (risk DESC, number);
CREATE INDEX dialogue_score ON dialogue (lowest_score, number);

CREATE TABLE message (
    dialogue INTEGER NOT NULL REFERENCES dialogue (number),
    number INTEGER NOT NULL,
    speaker TEXT NOT NULL,
    text TEXT NOT NULL,
    section TEXT NOT NULL DEFAULT '',
    risk REAL NOT NULL DEFAULT 0,
    PRIMARY KEY (dialogue, number)
) WITHOUT ROWID;
CREATE INDEX message_risk ON message (risk DESC, dialogue, number);

-- The folded words of each message; its row is 2^24 * dialogue + message.
CREATE VIRTUAL TABLE word USING fts5 (text, content = '', detail = none, tokenize = 'ascii');

-- What the machine found has the pass '' and never changes. A reviewer's pass has a row with the
-- same id for each span that the reviewer changed, and rows of its own for those added: read a pass
-- with `rows.spans_of`. "removed" is the status of a span that another one has replaced.
CREATE TABLE span (
    pass TEXT NOT NULL,
    id INTEGER NOT NULL,
    dialogue INTEGER NOT NULL,
    message INTEGER NOT NULL,
    start INTEGER NOT NULL,
    "end" INTEGER NOT NULL,
    label TEXT NOT NULL,
    role TEXT NOT NULL DEFAULT '',
    score REAL NOT NULL DEFAULT 1,
    source TEXT NOT NULL DEFAULT '',
    status TEXT NOT NULL DEFAULT 'open',
    surrogate TEXT NOT NULL DEFAULT '',
    section TEXT NOT NULL DEFAULT '',
    text TEXT NOT NULL,            -- folded, to find the same words elsewhere
    version INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (pass, id)
) WITHOUT ROWID;
CREATE INDEX span_place ON span (dialogue, message, pass, start);
CREATE INDEX span_text ON span (text, pass);

CREATE TABLE hint (
    dialogue INTEGER NOT NULL,
    message INTEGER NOT NULL,
    start INTEGER NOT NULL,
    "end" INTEGER NOT NULL,
    kind TEXT NOT NULL,
    label TEXT NOT NULL DEFAULT '',
    score REAL NOT NULL DEFAULT 0,  -- how likely it is a miss
    section TEXT NOT NULL DEFAULT ''
);
CREATE INDEX hint_place ON hint (dialogue, message, start);

-- Likely misses that a pass has dismissed: hints inside of such a place are not shown to it.
CREATE TABLE dismissed (
    pass TEXT NOT NULL,
    dialogue INTEGER NOT NULL,
    message INTEGER NOT NULL,
    start INTEGER NOT NULL,
    "end" INTEGER NOT NULL,
    PRIMARY KEY (pass, dialogue, message, start, "end")
) WITHOUT ROWID;

CREATE TABLE reviewed (
    pass TEXT NOT NULL,
    dialogue INTEGER NOT NULL,
    finished INTEGER NOT NULL DEFAULT 0,
    finished_at TEXT,
    note TEXT NOT NULL DEFAULT '',
    revision INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (pass, dialogue)
) WITHOUT ROWID;

-- What undo and redo need: the rows before and after, as JSON.
CREATE TABLE action (
    number INTEGER PRIMARY KEY,
    pass TEXT NOT NULL,
    kind TEXT NOT NULL,
    time REAL NOT NULL,            -- seconds since 1970
    changes TEXT NOT NULL,
    undone INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX action_pass ON action (pass, number);

CREATE TABLE log (n INTEGER PRIMARY KEY, entry TEXT NOT NULL);

CREATE TABLE audited (
    position INTEGER PRIMARY KEY,  -- the order in which messages are shown
    dialogue INTEGER NOT NULL,
    message INTEGER NOT NULL,
    stratum TEXT NOT NULL,
    pass TEXT NOT NULL DEFAULT '',
    answered_at TEXT,
    marked TEXT                    -- JSON: what the auditor marked as PII, with offsets and labels
);
