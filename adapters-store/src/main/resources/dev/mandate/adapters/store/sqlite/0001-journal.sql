-- Events, for good: inserted and never changed. Times are seconds since 1970. Content is JSON. A hash is made as EventHash says.
CREATE TABLE event (
    position INTEGER PRIMARY KEY,
    stream_kind TEXT NOT NULL,
    stream_id TEXT NOT NULL,
    version INTEGER NOT NULL,
    recorded_at INTEGER NOT NULL,
    type TEXT NOT NULL,
    schema_version INTEGER NOT NULL,
    content TEXT NOT NULL,
    previous BLOB NOT NULL,
    hash BLOB NOT NULL,
    UNIQUE (stream_kind, stream_id, version)
) STRICT;

-- What the events add up to, and what stands alone. One tree, in the order in which rows are looked up and listed: a table
-- with rows of its own beside the key's index would take two, and a read twice the pages.
CREATE TABLE state_row (
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    type TEXT NOT NULL,
    schema_version INTEGER NOT NULL,
    content TEXT NOT NULL,
    expires_at INTEGER,
    PRIMARY KEY (kind, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX state_row_expiry ON state_row (expires_at) WHERE expires_at IS NOT NULL;

-- Answers to requests already served.
CREATE TABLE answer (
    scope TEXT NOT NULL,
    key TEXT NOT NULL,
    request_digest BLOB NOT NULL,
    type TEXT NOT NULL,
    schema_version INTEGER NOT NULL,
    content TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    PRIMARY KEY (scope, key)
) STRICT;
CREATE INDEX answer_expiry ON answer (expires_at);

-- Messages that have not left. AUTOINCREMENT: a number that was used is never used again. While a message is leased,
-- available_at is the lease's end; a dead letter has buried_at.
CREATE TABLE outbox (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    recorded_at INTEGER NOT NULL,
    topic TEXT NOT NULL,
    tenant TEXT NOT NULL,
    stream_kind TEXT NOT NULL,
    stream_id TEXT NOT NULL,
    type TEXT NOT NULL,
    schema_version INTEGER NOT NULL,
    content TEXT NOT NULL,
    available_at INTEGER NOT NULL,
    token INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    reason TEXT,
    buried_at INTEGER
) STRICT;
CREATE INDEX outbox_lane ON outbox (topic, stream_kind, stream_id, number);
CREATE INDEX outbox_due ON outbox (topic, tenant, available_at, number) WHERE buried_at IS NULL;
CREATE INDEX outbox_dead ON outbox (number) WHERE buried_at IS NOT NULL;

-- One row, which is overwritten to find out whether writes succeed again.
CREATE TABLE write_probe (
    number INTEGER PRIMARY KEY,
    content BLOB NOT NULL
) STRICT;

-- Signed checkpoints: the bytes that CheckpointCodec describes, the key that signed them, and its signature.
CREATE TABLE checkpoint (
    number INTEGER PRIMARY KEY,
    content BLOB NOT NULL,
    key BLOB NOT NULL,
    signature BLOB NOT NULL
) STRICT;
