import type { Order } from '../contract/orders.ts';
import { quoteOf } from '../market/symbols.ts';
import { contradictsItself, lacksRealized } from '../orders/executed.ts';
import { compareDecimals, signOf, sum, trimmed } from '../values/decimal.ts';
import type { Decimal, Timestamp } from '../values/domain.ts';
import { greatest, smallest } from '../values/extremes.ts';

/** Most rows of a file. */
export const maxFileRows = 200_000;

/** Roles of the columns of a file. A row is found by its ID, else by symbol, side, time and quantity together. */
export const fileRoles = ['id', 'time', 'symbol', 'side', 'quantity', 'price', 'pnl'] as const;
export type FileRole = (typeof fileRoles)[number];
/** Name of the column of each role; missing if the file has none. */
export type FileColumns = Partial<Record<FileRole, string>>;

/** True if rows can be found by these columns. */
export function areUsable(columns: FileColumns): boolean {
  return (
    columns.id !== undefined || (['time', 'symbol', 'quantity'] as const).every((role) => columns[role] !== undefined)
  );
}

export interface FileRow {
  /** From 1 on. Line breaks within cells are not counted. */
  readonly line: number;
  readonly id: string | null;
  readonly time: Timestamp | null;
  /** As written. */
  readonly symbol: string | null;
  readonly side: 'buy' | 'sell' | null;
  readonly quantity: Decimal | null;
  readonly price: Decimal | null;
  readonly pnl: Decimal | null;
  /** Roles whose cell could not be read. Nothing is compared or added up by such a row. */
  readonly unread: readonly FileRole[];
}

/** A field of a row of the file that is another one in the archive. */
export interface Difference {
  readonly role: FileRole;
  readonly file: string;
  /** `null` if the archive has none. */
  readonly archive: string | null;
}

/** PnL of one quote currency, added up exactly. The parts of the file are all of its rows that could be read. */
export interface ReconciledSums {
  readonly quote: string;
  /** Equal, different and unexplained ones together. */
  readonly file: Decimal;
  readonly equal: Decimal;
  readonly different: Decimal;
  /** Of rows that the archive does not have: they may be fees or funding, which no order has. */
  readonly unexplained: Decimal;
  /** Of the orders of the archive in the span of the file. */
  readonly archive: Decimal;
  readonly onlyInArchive: Decimal;
}

export interface Reconciliation {
  /** From the first to the last time of the file; `null` if it has none. */
  readonly span: { readonly from: Timestamp; readonly to: Timestamp } | null;
  readonly equal: number;
  readonly different: readonly {
    readonly row: FileRow;
    readonly order: Order;
    readonly fields: readonly Difference[];
  }[];
  readonly onlyInFile: readonly FileRow[];
  readonly onlyInArchive: readonly Order[];
  /** Rows with a cell that could not be read. They are in no other list and no sum. The order that such a row names is no missing one. */
  readonly unreadable: readonly FileRow[];
  /** Sorted by currency. Empty if the file has no column of PnL. */
  readonly sums: readonly ReconciledSums[];
  /** Number of orders of the archive that may have realized a PnL that the exchange did not send, so that no sum includes it. */
  readonly unknownPnl: number;
}

/** Times of a file are often cut to seconds. */
const secondMs = 1000;

/**
 * Compares the rows of a file with the orders of the archive that were created in its span. Rows are multisets: a row that the file has
 * twice is found once, and its second one is only in the file, unless rows of one ID add up to the quantity of the order. Orders that executed
 * nothing are left out of the file by many exchanges, so they are never missed.
 */
export function reconcile(rows: readonly FileRow[], columns: FileColumns, orders: readonly Order[]): Reconciliation {
  const keyOf = (row: FileRow) => (columns.id === undefined ? keyOfRow(row, columns) : row.id);
  const unreadable = rows.filter(({ unread }) => unread.length > 0);
  const waiting = new Map<string, Order[]>();
  for (const order of orders) {
    const key = columns.id === undefined ? keyOfOrder(order, columns) : order.id;
    const known = waiting.get(key);
    if (known === undefined) waiting.set(key, [order]);
    else known.push(order);
  }
  const sums = new Sums();
  let unknownPnl = 0;
  const addOrder = (order: Order) => {
    sums.add(quoteOf(order.symbol), 'archive', order.pnl);
    unknownPnl += Number(lacksRealized(order));
  };
  const different: Reconciliation['different'][number][] = [];
  const onlyInFile: FileRow[] = [];
  let equal = 0;
  const whole = columns.id === undefined ? rows : withoutParts(rows, waiting);
  for (const row of whole) {
    if (row.unread.length > 0) continue;
    const key = keyOf(row);
    const order = key === null ? null : take(waiting.get(key), row);
    if (order === null) {
      onlyInFile.push(row);
      sums.add(quoteOfWritten(row.symbol), 'unexplained', row.pnl);
      continue;
    }
    const fields = differences(row, order);
    if (fields.length === 0) equal++;
    else different.push({ row, order, fields });
    sums.add(quoteOf(order.symbol), fields.length === 0 ? 'equal' : 'different', row.pnl);
    addOrder(order);
  }
  for (const row of unreadable) {
    const key = keyOf(row);
    const order = key === null ? null : take(waiting.get(key), row);
    if (order) addOrder(order);
  }
  const times = rows.flatMap(({ time }) => time ?? []);
  const span = times.length === 0 ? null : { from: smallest(times), to: greatest(times) };
  const left = [...waiting.values()].flat();
  const onlyInArchive = left.filter(
    (order) =>
      span !== null && order.createdAt >= span.from && order.createdAt < span.to + secondMs && mayHaveExecuted(order),
  );
  for (const order of onlyInArchive) {
    sums.add(quoteOf(order.symbol), 'onlyInArchive', order.pnl);
    addOrder(order);
  }
  return {
    span,
    equal,
    different,
    onlyInFile,
    onlyInArchive,
    unreadable,
    sums: columns.pnl === undefined ? [] : sums.read(),
    unknownPnl,
  };
}

/** False only if nothing says that an order has executed something. */
function mayHaveExecuted(order: Order): boolean {
  return [order.filledQuantity, order.pnl].some((value) => signOf(value ?? '0') !== 0) || contradictsItself(order);
}

/** Replaces rows of one ID that together executed what the order did, as in a list of executions, by one row. */
function withoutParts(rows: readonly FileRow[], waiting: ReadonlyMap<string, readonly Order[]>): FileRow[] {
  const readable = rows.filter(({ id, unread }) => id !== null && unread.length === 0);
  const partsOf = Map.groupBy(readable, ({ id }) => id);
  return rows.flatMap((row) => {
    const parts = row.unread.length === 0 && row.id !== null ? (partsOf.get(row.id) ?? []) : [];
    const [order] = waiting.get(row.id ?? '') ?? [];
    const quantity = added(parts, 'quantity');
    if (parts.length < 2 || quantity === null || order?.filledQuantity == null) return [row];
    if (compareDecimals(quantity, order.filledQuantity) !== 0) return [row];
    // Each part has a price and a time of its own, which no order has.
    return row === parts[0] ? [{ ...row, quantity, pnl: added(parts, 'pnl'), price: null, time: null }] : [];
  });
}

/** `null` if one of the rows has none. */
function added(rows: readonly FileRow[], role: 'quantity' | 'pnl'): Decimal | null {
  return rows.reduce<Decimal | null>(
    (total, row) => (total === null || row[role] === null ? null : sum(total, row[role])),
    '0',
  );
}

/** Takes the order with the fewest differences. */
function take(candidates: Order[] | undefined, row: FileRow): Order | null {
  if (candidates === undefined || candidates.length === 0) return null;
  const counts = candidates.map((order) => differences(row, order).length);
  const [found] = candidates.splice(counts.indexOf(smallest(counts)), 1);
  return found ?? null;
}

function differences(row: FileRow, order: Order): Difference[] {
  const figures = (['quantity', 'price', 'pnl'] as const).flatMap((role): Difference[] => {
    const [file, archive] = [
      row[role],
      { quantity: order.filledQuantity, price: order.averagePrice, pnl: order.pnl }[role],
    ];
    if (file === null || (archive !== null && compareDecimals(file, archive) === 0)) return [];
    // An exchange writes no price, and zero, for an order that executed nothing.
    const isUnknown = role === 'pnl' ? lacksRealized(order) : contradictsItself(order);
    if (archive === null && !isUnknown && compareDecimals(file, '0') === 0) return [];
    return [{ role, file, archive: archive === null ? null : trimmed(archive) }];
  });
  const { time, symbol, side } = row;
  const isOtherTime = time !== null && Math.floor(time / secondMs) !== Math.floor(order.createdAt / secondMs);
  return [
    ...(isOtherTime ? [{ role: 'time' as const, file: iso(time), archive: iso(order.createdAt) }] : []),
    ...(symbol !== null && plainSymbol(symbol) !== plainSymbol(order.symbol)
      ? [{ role: 'symbol' as const, file: symbol, archive: order.symbol }]
      : []),
    ...(side !== null && side !== order.side ? [{ role: 'side' as const, file: side, archive: order.side }] : []),
    ...figures,
  ];
}

function iso(time: Timestamp): string {
  return new Date(time).toISOString();
}

function keyOfRow({ symbol, side, time, quantity }: FileRow, columns: FileColumns): string | null {
  if (symbol === null || time === null || quantity === null) return null;
  const second = Math.floor(time / secondMs);
  return [plainSymbol(symbol), columns.side === undefined ? '' : side, second, trimmed(quantity)].join(' ');
}

function keyOfOrder({ symbol, side, createdAt, filledQuantity }: Order, columns: FileColumns): string {
  const second = Math.floor(createdAt / secondMs);
  return [plainSymbol(symbol), columns.side === undefined ? '' : side, second, trimmed(filledQuantity ?? '0')].join(
    ' ',
  );
}

/** "BTC/USDT", "btcusdt" and "BTC-USDT-PERP" name the same pair. */
function plainSymbol(symbol: string): string {
  return withoutKind(symbol.toUpperCase()).replace(/[^\p{L}\p{N}]/gu, '');
}

function withoutKind(symbol: string): string {
  return symbol.replace(/[-_/ ]?(?:PERP|SWAP|PERPETUAL)$/, '');
}

const knownQuotes = ['USDT', 'USDC', 'USD', 'BTC', 'ETH'];

/** The currency at the end of a symbol that may be written in one piece, or an unknown one as `quoteOf` names it; '' without a symbol. */
function quoteOfWritten(symbol: string | null): string {
  if (symbol === null) return '';
  const parted = withoutKind(symbol.toUpperCase());
  const plain = plainSymbol(symbol);
  return (
    /[-_/ ](\p{L}+)$/u.exec(parted)?.[1] ??
    knownQuotes.find((quote) => plain.endsWith(quote) && plain.length > quote.length) ??
    quoteOf(plain)
  );
}

type Part = 'equal' | 'different' | 'unexplained' | 'archive' | 'onlyInArchive';

class Sums {
  readonly #byQuote = new Map<string, Record<Part, Decimal>>();

  add(quote: string, part: Part, pnl: Decimal | null): void {
    if (pnl === null) return;
    const known = this.#byQuote.get(quote) ?? {
      equal: '0',
      different: '0',
      unexplained: '0',
      archive: '0',
      onlyInArchive: '0',
    };
    known[part] = sum(known[part], pnl);
    this.#byQuote.set(quote, known);
  }

  read(): ReconciledSums[] {
    return [...this.#byQuote]
      .map(([quote, parts]) => ({
        quote,
        ...parts,
        file: [parts.equal, parts.different, parts.unexplained].reduce(sum),
      }))
      .sort((a, b) => (a.quote < b.quote ? -1 : 1));
  }
}
