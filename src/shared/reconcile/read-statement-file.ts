import Papa from 'papaparse';
import { timeOfWire } from '../time/time.ts';
import { zoneOffsets } from '../time/zone-offsets.ts';
import { readDecimal } from '../values/decimal.ts';
import type { Decimal, Timestamp } from '../values/domain.ts';
import { type FileColumns, type FileRole, type FileRow, fileRoles, maxFileRows } from './reconcile.ts';

/** A file of rows below one header. */
export interface StatementFile {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Line of each row. */
  readonly lines: readonly number[];
  /** True if the cells are separated by semicolons, as where the comma is the decimal sign. */
  readonly hasSemicolons: boolean;
}

const words: Readonly<Record<FileRole, RegExp>> = {
  id: /^(?:order|委托|订单)?[\s_-]*(?:id|no\.?|number|编号|号)$|order.?id|^order$/i,
  time: /time|date|created|时间|日期/i,
  symbol: /symbol|pair|market|contract$|instrument|合约|交易对|币对/i,
  side: /side|direction|buy.?sell|方向|买卖/i,
  quantity:
    /^(?!.*(?:price|avg|average|value|fee|额)).*(?:filled|executed|quantity|qty|amount|size|数量|成交量|委托量|已成交)/i,
  price: /average|avg|price|均价|价格/i,
  pnl: /p.?n.?l|p[&/]l|profit|realized|realised|盈亏|收益/i,
};
/** Of several columns that fit, one that fits this is meant. */
const better: Partial<Readonly<Record<FileRole, RegExp>>> = {
  quantity: /filled|executed|成交/i,
  price: /average|avg|均价/i,
  time: /creat|utc|委托时间|创建/i,
};

/** Reads a CSV file with any usual separator. Throws a RangeError for one without a header and a row, and for one with too many rows. */
export function readStatementFile(text: string): StatementFile {
  // An empty line at the end would count when the separator is guessed: of a few rows of two cells, none would be found.
  const { data, meta } = Papa.parse<string[]>(text.replace(/^\uFEFF/, '').replace(/[\r\n]+$/, ''));
  const lines = data
    .map((cells, place) => ({ cells, line: place + 1 }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  const [header, ...rows] = lines;
  if (header === undefined || header.cells.length < 2 || rows.length === 0) {
    throw new RangeError('no rows below a header');
  }
  if (rows.length > maxFileRows) throw new RangeError('too many rows');
  return {
    header: header.cells.map((name) => name.trim()),
    rows: rows.map(({ cells }) => cells),
    lines: rows.map(({ line }) => line),
    hasSemicolons: meta.delimiter === ';',
  };
}

/** Guesses the column of each role by the names in the header. No column has two roles. */
export function guessColumns(header: readonly string[]): FileColumns {
  const columns: FileColumns = {};
  const free = new Set(header.filter((name) => name !== ''));
  for (const role of fileRoles) {
    const fitting = [...free].filter((name) => words[role].test(name));
    const found = fitting.find((name) => better[role]?.test(name)) ?? fitting[0];
    if (found === undefined) continue;
    columns[role] = found;
    free.delete(found);
  }
  return columns;
}

/** Reads the rows. `zone`: of times that name none, in a column whose name names none, as "Time(UTC+8)" does. */
export function readFileRows(
  { header, rows, lines, hasSemicolons }: StatementFile,
  columns: FileColumns,
  zone: string,
): FileRow[] {
  const places = new Map(fileRoles.map((role) => [role, header.indexOf(columns[role] ?? '')]));
  const cellOf = (row: readonly string[], role: FileRole) => row[places.get(role) ?? -1]?.trim() ?? '';
  const commas = (['quantity', 'price', 'pnl'] as const).map((role) => {
    return [
      role,
      hasDecimalComma(
        rows.map((row) => cellOf(row, role)),
        hasSemicolons,
      ),
    ] as const;
  });
  const hasComma = new Map<FileRole, boolean>(commas);
  const [offset] = namedOffset.exec(columns.time ?? '') ?? [];
  return rows.map((row, place): FileRow => {
    const unread: FileRole[] = [];
    const read = <Value>(role: FileRole, reader: (cell: string) => Value | null): Value | null => {
      const cell = cellOf(row, role);
      if (cell === '' || cell === '-' || cell === '–') return null;
      const value = reader(cell);
      if (value === null) unread.push(role);
      return value;
    };
    const figure = (role: FileRole) => read(role, (cell) => readFigure(cell, hasComma.get(role) ?? false));
    return {
      line: lines[place] ?? 0,
      id: read('id', readId),
      time: read('time', (cell) => readTime(cell, offset, zone)),
      symbol: read('symbol', (cell) => cell),
      side: read('side', readSide),
      quantity: figure('quantity'),
      price: figure('price'),
      pnl: figure('pnl'),
      unread,
    };
  });
}

/** An ID that a spreadsheet has turned into a number such as "5.00018E+15" is no ID any more. */
function readId(cell: string): string | null {
  const id = cell.replace(/^'/, '');
  return /^\d(?:[.,]\d+)?e\+?\d+$/i.test(id) ? null : id;
}

/** Reads a side, also as what is opened or closed ("Open long", "平空"). A position alone ("Long") does not tell it. */
function readSide(cell: string): 'buy' | 'sell' | null {
  const [isBuy, isSell, opens, closes, isLong, isShort] = sideWords.map((word) => word.test(cell));
  if (isBuy !== isSell) return isBuy ? 'buy' : 'sell';
  if (isBuy || opens === closes || isLong === isShort) return null;
  return opens === isLong ? 'buy' : 'sell';
}
const sideWords = [/buy|bid|买/i, /sell|ask|卖/i, /open|开/i, /close|平/i, /long|多/i, /short|空/i];

/** "1.234,5" and "0,5" have a decimal comma. One column is read by one rule: a point beside a comma tells, else the digits behind it. */
function hasDecimalComma(cells: readonly string[], hasSemicolons: boolean): boolean {
  const both = cells.find((cell) => cell.includes(',') && cell.includes('.'));
  if (both !== undefined) return both.lastIndexOf(',') > both.lastIndexOf('.');
  const withComma = cells.filter((cell) => cell.includes(','));
  if (withComma.some((cell) => !/^[-+]?[1-9]\d{0,2}(?:,\d{3})+(?!\d)/.test(cell))) return true;
  return hasSemicolons && withComma.length > 0 && !cells.some((cell) => cell.includes('.'));
}

/** Reads a figure, also with a unit behind it ("12.5 USDT") and with groups of digits. `null` for anything else, such as "1.5k". */
function readFigure(cell: string, hasComma: boolean): Decimal | null {
  const number = cell
    .replace(/[\s'’]|(?![kmb]$)[a-z]+$/gi, '')
    .replace('−', '-')
    .replace(/^\+/, '');
  const plain = hasComma ? number.replaceAll('.', '').replace(',', '.') : number.replaceAll(',', '');
  return readDecimal(plain);
}

const namedOffset = /\b(?:UTC|GMT)(?:[+-]\d{1,2}(?::?\d{2})?)?/i;
const writtenTime =
  /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?\s*(Z|UTC|[+-]\d{2}:?\d{2})?$/i;

/** Reads epoch seconds or milliseconds, and a date with a time. `usual`: offset of one that names none; `undefined` for that of the zone. */
function readTime(cell: string, usual: string | undefined, zone: string): Timestamp | null {
  const wire = timeOfWire(cell);
  if (typeof wire === 'number') return wire;
  const [found, year, month, day, hour, minute, second = '0', fraction = '', offset = usual] =
    writtenTime.exec(cell) ?? [];
  if (found === undefined) return null;
  const parts = [year, month, day, hour, minute, second].map(Number);
  const [y = 0, mo = 1, d = 1, h = 0, mi = 0, s = 0] = parts;
  const utc = Date.UTC(y, mo - 1, d, h, mi, s, Number(fraction.padEnd(3, '0').slice(0, 3)));
  const date = new Date(utc);
  if (date.getUTCMonth() !== mo - 1 || date.getUTCDate() !== d || h > 23 || mi > 59 || s > 59) return null;
  if (offset !== undefined) return utc - offsetMs(offset);
  const offsets = zoneOffsets(zone);
  return utc - offsets.at(utc - offsets.at(utc));
}

function offsetMs(offset: string): number {
  const [, sign, hours, minutes = '0'] = /([+-])(\d{1,2}):?(\d{2})?$/.exec(offset) ?? [];
  return sign === undefined ? 0 : (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}
