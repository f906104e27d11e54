import type { Statement } from '../../shared/contract/statement.ts';
import { type StatementSheetField, statementSheetFields } from '../../shared/orders/history.ts';
import type { SelectedRows } from '../history/history-service.ts';
import type { CellKind } from './fields.ts';
import type { FileColumn, Form } from './row-texts.ts';

/** A symbol of a statement, as a row of a sheet (docs/statement.md 6). */
export type SheetRow = { readonly [Field in StatementSheetField]: string | number | null };

const counts: ReadonlySet<StatementSheetField> = new Set(['trades', 'incompleteTrades', 'orders', 'unknownPnl']);
const decimals: ReadonlySet<StatementSheetField> = new Set(['gains', 'losses', 'net', 'netLowest', 'netHighest']);

/** Returns the columns of the sheet, under the headings that the page has in its language. */
export function sheetColumns({ columns }: Pick<Form, 'columns'>): FileColumn<SheetRow>[] {
  return statementSheetFields.map((field) => ({
    name: field,
    heading: columns?.find((column) => column.field === field)?.heading ?? field,
    kind: kindOf(field),
    textOf: (row) => (row[field] === null ? null : String(row[field])),
  }));
}

function kindOf(field: StatementSheetField): CellKind {
  return decimals.has(field) ? 'decimal' : counts.has(field) ? 'integer' : 'text';
}

/** Returns a row for each symbol of each statement. `nameOf`: the account's name. */
export function sheetRows(
  statements: readonly { readonly name: string; readonly of: Statement }[],
): SelectedRows<SheetRow> {
  const rows = statements.flatMap(({ name, of }) => rowsOf(name, of));
  async function* inOneChunk() {
    yield rows;
  }
  return { total: rows.length, chunks: inOneChunk() };
}

function rowsOf(account: string, statement: Statement): SheetRow[] {
  const { from, to, zone, basis, hash: sha256 } = statement;
  const costMethod = statement.costMethod ?? 'unknown';
  const isComplete = isWhole(statement) ? 'yes' : 'no';
  return statement.symbols.map(({ lowest, highest, ...figures }) => ({
    ...{ account, ...figures, from, to, zone, basis, costMethod, isComplete, sha256 },
    // A PnL that was not sent can be any amount.
    netLowest: figures.unknownPnl > 0 ? null : (lowest?.net ?? figures.net),
    netHighest: figures.unknownPnl > 0 ? null : (highest?.net ?? figures.net),
  }));
}

/** True if every order of the account up to the end is in the statement, and none can change it any more. */
function isWhole({ coverage, readUntil, end, unreadable, unfinished, totals }: Statement): boolean {
  const isCovered = coverage.every(({ backTo, gaps }) => backTo === null && gaps.length === 0);
  const isRead = readUntil !== null && readUntil >= end;
  return (
    isCovered &&
    isRead &&
    unreadable === 0 &&
    unfinished.length === 0 &&
    totals.every(({ incompleteTrades, unknownPnl }) => incompleteTrades === 0 && unknownPnl === 0)
  );
}
