-- Generated from src/history/store by its test. An archive, version 11:

CREATE TABLE changes (
  number INTEGER PRIMARY KEY,
  list TEXT NOT NULL,
  id TEXT NOT NULL,
  /* When the change was seen. */
  at INTEGER NOT NULL,
  margin_mode TEXT NOT NULL,
  /* NULL: the row was missing from a part of the list that had been read before. */
  raw TEXT,
  checksum INTEGER
) STRICT;

CREATE INDEX changes_by_id ON changes (list, id);

CREATE TABLE execution_states (
  /* orders.number */
  order_number INTEGER NOT NULL,
  /* Without zeros at its end. */
  quantity TEXT NOT NULL,
  average_price TEXT,
  pnl TEXT,
  /* The first reading with this quantity was not later, and the last one not earlier. */
  first_at INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  checksum INTEGER,
  PRIMARY KEY (order_number, quantity)
) STRICT, WITHOUT ROWID;

CREATE TABLE margin_modes (
  list TEXT NOT NULL,
  margin_mode TEXT NOT NULL,
  row_count INTEGER NOT NULL,
  newest_at INTEGER,
  oldest_at INTEGER,
  /* When the newest page was last read. */
  checked_at INTEGER,
  /* When the whole list was last seen to be empty. */
  empty_at INTEGER,
  /* The span that begins with the newest row; NULL: none. */
  top_span INTEGER,
  checksum INTEGER,
  PRIMARY KEY (list, margin_mode)
) STRICT, WITHOUT ROWID;

CREATE TABLE meta (
  name TEXT PRIMARY KEY,
  text TEXT NOT NULL,
  checksum INTEGER
) STRICT, WITHOUT ROWID;

CREATE TABLE orders (
  /* In the order of arrival, from 1, without gaps. */
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL,
  /* Margin mode of the query that returned the row last. */
  margin_mode TEXT NOT NULL,
  /* Milliseconds since 1970, UTC. */
  created_at INTEGER NOT NULL,
  /* Order among rows of one margin mode and one created_at: the higher, the newer. */
  tie INTEGER NOT NULL,
  /* The span that the row was fetched in, see spans; 0 for a row that was fetched without its neighbors. */
  span INTEGER NOT NULL,
  symbol TEXT NOT NULL,
  type TEXT NOT NULL,
  side TEXT,
  kind TEXT NOT NULL,
  price TEXT,
  leverage TEXT,
  quantity TEXT,
  status TEXT NOT NULL,
  filled_quantity TEXT,
  action TEXT,
  average_price TEXT,
  pnl TEXT,
  /* The row's JSON text as received. */
  raw TEXT NOT NULL,
  checksum INTEGER) STRICT;

CREATE UNIQUE INDEX orders_by_id ON orders (id, margin_mode);

CREATE INDEX orders_by_time ON orders (created_at DESC, margin_mode DESC, tie DESC);

CREATE INDEX orders_unfinished ON orders (margin_mode, created_at DESC) WHERE checksum IS NULL OR status = 'pending' OR status = 'partially-filled' OR status = 'canceling' OR status LIKE 'unknown:%';

CREATE TABLE plan_lives (
  /* In the order of first appearance. */
  number INTEGER PRIMARY KEY,
  key TEXT NOT NULL UNIQUE,
  first_seen_at INTEGER NOT NULL,
  /* The last poll with the plan order and the first report without it; NULL while it is open. */
  last_seen_at INTEGER,
  missed_at INTEGER,
  /* States that are no longer kept. */
  dropped INTEGER NOT NULL,
  checksum INTEGER,
  /* The last price at the creation of the plan order, if a price was fetched soon enough after it. */
  created_last TEXT
, lookups INTEGER) STRICT;

CREATE TABLE plan_states (
  life INTEGER NOT NULL,
  /* The first poll with this state, and the last one before it; NULL in the first state. */
  at INTEGER NOT NULL,
  after INTEGER,
  /* The fields of the plan order as JSON. */
  plan TEXT NOT NULL,
  /* The last price that came nearest to the trigger price. */
  nearest_last TEXT,
  nearest_at INTEGER,
  checksum INTEGER,
  PRIMARY KEY (life, at)
) STRICT, WITHOUT ROWID;

CREATE TABLE plan_watches (
  from_at INTEGER PRIMARY KEY,
  to_at INTEGER NOT NULL,
  checksum INTEGER
) STRICT;

CREATE TABLE plans (
  /* In the order of arrival, from 1, without gaps. */
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL,
  /* Margin mode of the query that returned the row last. */
  margin_mode TEXT NOT NULL,
  /* Milliseconds since 1970, UTC. */
  created_at INTEGER NOT NULL,
  /* Order among rows of one margin mode and one created_at: the higher, the newer. */
  tie INTEGER NOT NULL,
  /* The span that the row was fetched in, see spans; 0 for a row that was fetched without its neighbors. */
  span INTEGER NOT NULL,
  symbol TEXT NOT NULL,
  type TEXT NOT NULL,
  side TEXT,
  kind TEXT NOT NULL,
  price TEXT,
  leverage TEXT,
  quantity TEXT,
  status TEXT NOT NULL,
  filled_quantity TEXT,
  trigger_direction TEXT NOT NULL,
  trigger_price TEXT,
  take_profit TEXT,
  stop_loss TEXT,
  /* The row's JSON text as received. */
  raw TEXT NOT NULL,
  checksum INTEGER) STRICT;

CREATE UNIQUE INDEX plans_by_id ON plans (id, margin_mode);

CREATE INDEX plans_by_time ON plans (created_at DESC, margin_mode DESC, tie DESC);

CREATE INDEX plans_unfinished ON plans (margin_mode, created_at DESC) WHERE checksum IS NULL OR status = 'pending' OR status = 'placing-order' OR status = 'partially-executed' OR status LIKE 'unknown:%';

CREATE TABLE spans (
  id INTEGER PRIMARY KEY,
  list TEXT NOT NULL,
  margin_mode TEXT NOT NULL,
  merged_into INTEGER,
  /* Entries at the two ends, readable or not, and the creation of the newest and the oldest readable row. */
  newest_id TEXT,
  newest_at INTEGER,
  oldest_id TEXT,
  oldest_at INTEGER,
  /* 1: the service has no older row. */
  is_ended INTEGER,
  /* Every row of the span was read at this time or later. */
  read_since INTEGER,
  checksum INTEGER
) STRICT;

CREATE TABLE trades (first_order INTEGER PRIMARY KEY, last_order INTEGER NOT NULL, first_created INTEGER NOT NULL, members INTEGER NOT NULL, derivation INTEGER NOT NULL, incomplete TEXT NOT NULL, symbol TEXT, margin_mode TEXT, side TEXT, state TEXT, opened_at INTEGER, closed_at INTEGER, duration INTEGER, opened_by INTEGER, closed_by INTEGER, executions TEXT, orders INTEGER, largest_size TEXT, opened_quantity TEXT, closed_quantity TEXT, entry_price TEXT, exit_price TEXT, pnl TEXT, return_percent TEXT, pnl_per_contract TEXT, leverage TEXT, checksum INTEGER NOT NULL) STRICT;

CREATE INDEX trades_by_leg ON trades (symbol, margin_mode, closed_at, first_created);

CREATE TABLE unreadable (
  number INTEGER PRIMARY KEY,
  list TEXT NOT NULL,
  margin_mode TEXT NOT NULL,
  id TEXT,
  /* SHA-256 of the canonical text. */
  content TEXT NOT NULL,
  seen_at INTEGER NOT NULL,
  reason TEXT NOT NULL,
  raw TEXT NOT NULL,
  checksum INTEGER
) STRICT;

CREATE UNIQUE INDEX unreadable_by_content ON unreadable (list, margin_mode, content) WHERE id IS NULL;

CREATE UNIQUE INDEX unreadable_by_id ON unreadable (list, id) WHERE id IS NOT NULL;

-- The notes of an account, version 1:

CREATE TABLE notes (
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY (kind, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE taken (
  file TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;
