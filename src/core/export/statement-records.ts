import type { Statement, StatementFigures } from '../../shared/contract/statement.ts';
import type { Position } from '../../shared/contract/trades.ts';
import type { SelectedRows } from '../history/history-service.ts';
import type { CellKind, TextOf } from './fields.ts';

/** Fields of the records of a statement, in the order in which they are exported (docs/statement.md 6). */
export const statementFields = [
  'record',
  'symbol',
  'quote',
  'basis',
  'costMethod',
  'edge',
  'marginMode',
  'side',
  'from',
  'to',
  'zone',
  'gains',
  'losses',
  'net',
  'trades',
  'incompleteTrades',
  'orders',
  'unknownPnl',
  'earlierOrders',
  'unseen',
  'unreadable',
  'odd',
  'quantity',
  'entryPrice',
  'since',
  'incomplete',
  'sha256',
] as const;
type StatementField = (typeof statementFields)[number];
const times: ReadonlySet<StatementField> = new Set(['from', 'to', 'since']);
const decimals: ReadonlySet<StatementField> = new Set(['gains', 'losses', 'net', 'quantity', 'entryPrice']);
const counts: ReadonlySet<StatementField> = new Set([
  'trades',
  'incompleteTrades',
  'orders',
  'unknownPnl',
  'earlierOrders',
  'unseen',
  'unreadable',
  'odd',
]);

/** Returns the kind of a field of the records. */
export function statementFieldKind(field: StatementField): CellKind {
  if (times.has(field)) return 'time';
  return decimals.has(field) ? 'decimal' : counts.has(field) ? 'integer' : 'text';
}

/** A part of a statement: the whole, a total, a symbol, a position, or what is known of a margin mode. */
export type StatementRecord = { readonly record: string } & {
  readonly [Field in StatementField]?: string | number | null;
};

/** The records of a statement, as the rows of an export. */
export function statementRows(statement: Statement): SelectedRows<StatementRecord> {
  const records = statementRecords(statement);
  async function* inOneChunk() {
    yield records;
  }
  return { total: records.length, chunks: inOneChunk() };
}

function statementRecords(statement: Statement): StatementRecord[] {
  const { start, end, zone, basis, costMethod, orders, earlierOrders, unseen, unreadable, hash, readUntil } = statement;
  return [
    {
      record: 'statement',
      basis,
      costMethod: costMethod ?? 'unknown',
      from: start,
      to: end,
      zone,
      orders,
      earlierOrders,
      unseen,
      unreadable,
      sha256: hash,
    },
    ...statement.unfinished.map(({ odd = 0, ...orders }) => ({ record: 'unfinished', ...orders, odd })),
    ...statement.between.map((orders) => ({ record: 'between', ...orders })),
    ...statement.coverage.flatMap(({ marginMode, backTo, oldest, gaps }) => [
      { record: 'coverage', marginMode, from: backTo, to: readUntil, since: oldest },
      ...gaps.map(({ from, to }) => ({ record: 'gap', marginMode, from, to })),
    ]),
    ...statement.totals.flatMap((figures) => figureRecords('total', figures)),
    ...statement.symbols.flatMap(({ symbol, ...figures }) => figureRecords('symbol', figures, symbol)),
    ...statement.opening.map((position) => positionRecord('opening', position)),
    ...statement.closing.map((position) => positionRecord('closing', position)),
  ];
}

/** The record of figures, and those of their lowest and highest values if orders cross an end of the span. */
function figureRecords(record: string, all: StatementFigures, symbol?: string): StatementRecord[] {
  const { lowest, highest, ...figures } = all;
  const of = { quote: figures.quote, ...(symbol === undefined ? {} : { symbol }) };
  const bounds = { lowest, highest };
  return [
    { record, ...of, ...figures },
    ...(['lowest', 'highest'] as const).flatMap((name) =>
      bounds[name] === null ? [] : [{ record: `${record}-${name}`, ...of, ...bounds[name] }],
    ),
  ];
}

/** The same as `fieldText` for records. Reasons are separated by spaces. */
export function statementFieldText(field: StatementField): TextOf<StatementRecord> {
  return (record, isoTime) => {
    const value = record[field] ?? null;
    if (typeof value !== 'number') return value;
    return times.has(field) ? isoTime(value) : String(value);
  };
}

function positionRecord(record: string, position: Position): StatementRecord {
  const { symbol, marginMode, side, quantity, entryPrice, since, incomplete } = position;
  const figures = incomplete.length > 0 ? {} : { quantity, entryPrice };
  return { record, symbol, marginMode, side, since, ...figures, incomplete: incomplete.join(' ') || null };
}
