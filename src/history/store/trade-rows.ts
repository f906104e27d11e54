import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { type TradeFieldKind, tradeFieldKinds, tradeFields } from '../../shared/orders/trades.ts';
import type { MarginMode, Timestamp } from '../../shared/values/domain.ts';
import { type StoredTrade, tradeDerivation } from '../rows.ts';
import { facts, type MetaTable } from './meta-table.ts';
import { prepareQuery, type Query } from './query.ts';
import { columnNameOf } from './row-shapes.ts';
import { StorageError } from './storage-error.ts';

/** Runs work on the database with the errors of `HistoryStore`. `write` runs one transaction. `isReadOnly`: nothing can be written. */
export interface TradeAccess {
  readonly isReadOnly: boolean;
  readonly read: <Result>(work: () => Result) => Result;
  readonly write: <Result>(work: () => Result) => Result;
}

/** An order before or after a change: the trades of its symbol and margin mode that have an order of then or earlier and were not closed before may contain it. */
export interface ChangedOrder {
  readonly symbol: string;
  readonly marginMode: MarginMode;
  readonly createdAt: Timestamp;
}

const wholeKinds: ReadonlySet<TradeFieldKind> = new Set(['opening', 'time', 'duration', 'count']);
const columns = [
  { name: 'last_order', type: 'INTEGER NOT NULL' },
  { name: 'first_created', type: 'INTEGER NOT NULL' },
  { name: 'members', type: 'INTEGER NOT NULL' },
  { name: 'derivation', type: 'INTEGER NOT NULL' },
  { name: 'incomplete', type: 'TEXT NOT NULL' },
  ...tradeFields.map((field) => ({
    name: columnNameOf(field),
    type: wholeKinds.has(tradeFieldKinds[field]) ? 'INTEGER' : 'TEXT',
  })),
];
const names = ['first_order', ...columns.map(({ name }) => name)];
/** Columns before those of the fields. */
const headLength = names.length - tradeFields.length;
/** The columns follow the fields of trades, so that another field needs no step of the schema. */
const definition = `CREATE TABLE trades (first_order INTEGER PRIMARY KEY, ${columns
  .map(({ name, type }) => `${name} ${type}`)
  .join(', ')}, checksum INTEGER NOT NULL) STRICT`;
const index = 'CREATE INDEX trades_by_leg ON trades (symbol, margin_mode, closed_at, first_created)';

interface Statements {
  readonly scan: Query;
  readonly put: Query;
  readonly delete: Query;
  readonly forget: Query;
}

/**
 * The trades that were derived (docs/trades.md 11). Every stored trade has the figures of its orders as they are stored: a change of an order
 * deletes the trades that may contain it, in the same transaction. New orders delete nothing: a trade of which they are a part does not
 * fit the orders any longer. A damaged trade, and one of another derivation, counts as missing.
 */
export class TradeRows {
  readonly #database: DatabaseSync;
  readonly #meta: MetaTable;
  readonly #access: TradeAccess;
  /** `null` if the table has other columns, and the file cannot be written. */
  #statements: Statements | null = null;
  /** First orders of trades that were deleted because an order has changed, and of damaged ones. */
  #forgotten = new Set<number>();

  constructor({ database, meta }: { readonly database: DatabaseSync; readonly meta: MetaTable }, access: TradeAccess) {
    this.#database = database;
    this.#meta = meta;
    this.#access = access;
  }

  /** Returns at most `limit` trades whose first orders have numbers above `after`. Damaged ones count as forgotten. */
  scan(after: number, limit: number): { trades: StoredTrade[]; next: number | null } {
    const found = this.#access.read(() => this.#statements?.scan.all(after, limit) ?? []);
    const trades: StoredTrade[] = [];
    for (const stored of found) {
      const row = stored.slice(0, names.length);
      const [first, last, firstCreated, members, derivation, incomplete] = row;
      if (derivation !== tradeDerivation || stored[names.length] !== checksumOfRow(row)) {
        this.#forgotten.add(Number(first));
        continue;
      }
      const values = row.slice(headLength) as (string | number | null)[];
      trades.push({
        first: Number(first),
        last: Number(last),
        firstCreated: Number(firstCreated),
        members: Number(members),
        incomplete: String(incomplete),
        values,
      });
    }
    if (trades.length < found.length) this.noteOutdated();
    return { trades, next: found.length < limit ? null : Number(found.at(-1)?.[0]) };
  }

  /** Creates the table again if it has other columns: another program, or another version, can have made it. Must be called once, first. */
  open(): void {
    // Without the table, each start derives the trades.
    unlessFull(() => {
      if (!this.#access.isReadOnly && !this.#isAsDefined()) this.#access.write(() => this.#create());
      this.#statements = this.#prepare();
    });
  }

  /**
   * Stores trades after it has deleted those that begin with the orders in `removed`. `reach`: number of orders of which the table then has all
   * trades, which the archive remembers until an order changes; `null` if trades are left.
   */
  save(removed: readonly number[], trades: readonly StoredTrade[], reach: number | null): void {
    const statements = this.#statements;
    if (statements === null) return;
    this.#access.write(() => {
      for (const first of removed) statements.delete.run(first);
      for (const { first, last, firstCreated, members, incomplete, values } of trades) {
        const row: SQLInputValue[] = [first, last, firstCreated, members, tradeDerivation, incomplete];
        row.push(...values);
        statements.put.run(...row, checksumOfRow(row));
      }
      if (reach === null) this.#markOutdated();
      else this.#meta.set(facts.trades, { derivation: tradeDerivation, orders: reach });
    });
  }

  /** Number of orders of which the table has all trades; `null` if a trade may be missing or out of date. */
  get reach(): number | null {
    const reach = this.#access.read(() => this.#meta.get(facts.trades));
    return reach?.derivation === tradeDerivation ? reach.orders : null;
  }

  /** Deletes the trades that may contain one of the orders. The caller provides the transaction. */
  forget(orders: readonly ChangedOrder[]): void {
    if (orders.length === 0) return;
    for (const { symbol, marginMode, createdAt } of orders) {
      for (const [first] of this.#statements?.forget.all(symbol, marginMode, createdAt, createdAt) ?? []) {
        this.#forgotten.add(Number(first));
      }
    }
    this.#markOutdated();
  }

  /** Remembers that the table may not have the trades of all orders as they are. Does not write if that is known. */
  noteOutdated(): void {
    unlessFull(() => {
      if (!this.#access.isReadOnly && this.reach !== null) this.#access.write(() => this.#markOutdated());
    });
  }

  #markOutdated(): void {
    if (this.#meta.get(facts.trades) !== null) this.#meta.set(facts.trades, null);
  }

  /** Returns the first orders of the trades that were forgotten since the last call. */
  takeForgotten(): ReadonlySet<number> {
    const forgotten = this.#forgotten;
    this.#forgotten = new Set();
    return forgotten;
  }

  #create(): void {
    this.#database.exec(`DROP TABLE IF EXISTS trades; ${definition}; ${index}`);
    this.#markOutdated();
  }

  #isAsDefined(): boolean {
    return this.#database.prepare("SELECT sql FROM sqlite_schema WHERE name = 'trades'").get()?.sql === definition;
  }

  #prepare(): Statements | null {
    if (!this.#isAsDefined()) return null;
    const parameters = ['checksum', ...names].map(() => '?').join(', ');
    return {
      scan: prepareQuery(
        this.#database,
        `SELECT ${names.join(', ')}, checksum FROM trades WHERE first_order > ? ORDER BY first_order LIMIT ?`,
      ),
      put: prepareQuery(
        this.#database,
        `INSERT OR REPLACE INTO trades (${names.join(', ')}, checksum) VALUES (${parameters})`,
      ),
      delete: prepareQuery(this.#database, 'DELETE FROM trades WHERE first_order = ?'),
      forget: prepareQuery(
        this.#database,
        `DELETE FROM trades WHERE symbol = ? AND margin_mode = ? AND (closed_at >= ? OR closed_at IS NULL)
         AND first_created <= ? RETURNING first_order`,
      ),
    };
  }
}

/** A trade can be derived again, so that a CRC-32 is enough, which takes a fifth of the time of `checksumOf`. */
function checksumOfRow(row: readonly (SQLInputValue | SQLOutputValue)[]): number {
  return crc32(JSON.stringify(row));
}

/** Runs work that may fail because the file cannot be written, for example on a full disk. */
function unlessFull(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof StorageError) || error.kind === 'damaged') throw error;
  }
}
