import type { DatabaseSync } from 'node:sqlite';
import type { FoundRows, LostRecords } from '../../shared/contract/history.ts';
import { type HistoryList, lostKinds } from '../../shared/orders/history.ts';
import type { MarginMode, Timestamp } from '../../shared/values/domain.ts';
import { prepareQuery, type Query, text } from './query.ts';
import type { Records, RecordWriter } from './records.ts';
import type { Cursor } from './spans.ts';

/** A single value that the archive remembers under a name. */
export interface Fact<Value> {
  readonly name: string;
  /** Returns `null` if the text is no such value. */
  readonly read: (text: string) => Value | null;
  readonly write: (value: Value) => string;
}

/** A verification that is not finished, over sessions. */
export interface UnfinishedVerification {
  readonly startedAt: Timestamp;
  readonly cursor: Cursor;
  /** Rows that it has read. */
  readonly rows: number;
}

/** A check for closed plan orders that is not finished: the newest row when it began, and the row to continue from. */
export interface UnfinishedPlanCheck {
  readonly newest: Cursor;
  readonly cursor: Cursor;
}

/** Everything that the archive remembers. */
export const facts = {
  /** True if the user paused the sync of the list. */
  isPaused: ofLists((list) => ({
    name: `paused ${list}`,
    read: (word: string): boolean | null => (word === 'yes' ? true : word === 'no' ? false : null),
    write: (isPaused: boolean) => (isPaused ? 'yes' : 'no'),
  })),
  /** When the whole file was checked last. */
  fileCheckedAt: json('checked file', isNumber),
  /** Rows that a verification found missing, and rows that were damaged, until the user dismisses them. */
  found: ofLists((list) => json(`found ${list}`, isFoundRows)),
  damaged: ofLists((list) => json(`damaged ${list}`, isFoundRows)),
  /** Damaged records, until the user dismisses them. */
  lost: json('lost records', isLostRecords),
  /** Rows from the newest to the deepest one that was ever found late. */
  lateDepth: ofLists((list) => ofModes((marginMode) => json(`late depth, ${list}, ${marginMode}`, isNumber))),
  /** Number of IDs that belong to different rows in both margin modes. */
  sharedIds: ofLists((list) => json(`shared IDs ${list}`, isNumber)),
  verification: ofLists((list) =>
    ofModes((marginMode) => json(`verification, ${list}, ${marginMode}`, isUnfinishedVerification)),
  ),
  /** The newest row when the open plan orders were last stored; plan orders above it may have opened and closed since. */
  plansCheckedTo: ofModes((marginMode) => json(`closed plans, ${marginMode}: checked to`, isCursor)),
  plansCheck: ofModes((marginMode) => json(`closed plans, ${marginMode}: check`, isUnfinishedPlanCheck)),
  /** By how much the computer's clock was ahead of the exchange's when orders were last read (ms, whole seconds), below zero if behind. Missing: by less, or not known. */
  clockAhead: json('clock ahead of the exchange', isNumber),
  /** Orders whose execution was not seen had been executed by then, by the exchange's clock. Missing: not known. */
  unseenBy: json('executions that were not seen, until', isNumber),
  /** The derivation of the stored trades, and the number of orders of which they are all trades. Missing while one may be out of date. */
  trades: json('trades', isTradeReach),
} as const;

/** The facts that are stored. */
export class MetaTable {
  readonly #find: Query;
  readonly #put: RecordWriter;
  readonly #delete: Query;

  constructor(database: DatabaseSync, records: Records) {
    this.#find = prepareQuery(database, 'SELECT text FROM meta WHERE name = ?');
    this.#put = records.writer('meta');
    this.#delete = prepareQuery(database, 'DELETE FROM main.meta WHERE name = ?');
  }

  get<Value>({ name, read }: Fact<Value>): Value | null {
    const found = this.#find.first(name);
    return found === undefined ? null : read(text(found[0]));
  }

  /** `null` removes the fact. */
  set<Value>({ name, write }: Fact<Value>, value: Value | null): void {
    if (value === null) this.#delete.run(name);
    else this.#put(name, write(value));
  }
}

/** False for a fact whose text cannot be read. */
export function isReadableFact(name: string, content: string): boolean {
  const fact = factsByName.get(name);
  return fact === undefined || content === none || fact.read(content) !== null;
}

/** Text of a fact without a value, as version 4 stored it. */
const none = 'null';
const factsByName = new Map(allFacts(facts).map((fact) => [fact.name, fact]));

function allFacts(part: object): Fact<unknown>[] {
  if ('name' in part) return [part as Fact<unknown>];
  return Object.values(part).flatMap(allFacts);
}

function ofLists<Value>(factOf: (list: HistoryList) => Value): Readonly<Record<HistoryList, Value>> {
  return { 'order-history': factOf('order-history'), 'plan-history': factOf('plan-history') };
}

function ofModes<Value>(factOf: (marginMode: MarginMode) => Value): Readonly<Record<MarginMode, Value>> {
  return { isolated: factOf('isolated'), cross: factOf('cross') };
}

function json<Value>(name: string, isValue: (value: unknown) => value is Value): Fact<Value> {
  return {
    name,
    read: (content) => {
      const value = parse(content);
      return isValue(value) ? value : null;
    },
    write: (value) => JSON.stringify(value),
  };
}

function parse(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return null;
  }
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function isCursor(value: unknown): value is Cursor {
  const { id, createdAt } = membersOf(value);
  return typeof id === 'string' && (createdAt === null || isNumber(createdAt));
}

function isFoundRows(value: unknown): value is FoundRows {
  const { rows, oldest, newest, foundAt } = membersOf(value);
  return [rows, oldest, newest, foundAt].every(isNumber);
}

function isLostRecords(value: unknown): value is LostRecords {
  const counts = membersOf(value);
  return lostKinds.every((kind) => isNumber(counts[kind]));
}

function isUnfinishedVerification(value: unknown): value is UnfinishedVerification {
  const { startedAt, cursor, rows } = membersOf(value);
  return isNumber(startedAt) && isCursor(cursor) && isNumber(rows);
}

function isTradeReach(value: unknown): value is { readonly derivation: number; readonly orders: number } {
  const { derivation, orders } = membersOf(value);
  return isNumber(derivation) && isNumber(orders);
}

function isUnfinishedPlanCheck(value: unknown): value is UnfinishedPlanCheck {
  const { newest, cursor } = membersOf(value);
  return isCursor(newest) && isCursor(cursor);
}
