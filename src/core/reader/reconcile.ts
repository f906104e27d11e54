import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type FileEncoding, fileEncodings, readFileText } from '../../shared/reconcile/file-text.ts';
import { type AskHistory, readOrders } from '../../shared/reconcile/read-orders.ts';
import { guessColumns, readFileRows, readStatementFile } from '../../shared/reconcile/read-statement-file.ts';
import { areUsable, fileRoles, reconcile } from '../../shared/reconcile/reconcile.ts';
import { OrderglassError } from '../../shared/values/errors.ts';
import type { Request } from './command.ts';

/** One thing that the comparison has found. Equal rows are counted only. */
export interface Finding {
  readonly found: string;
  readonly line?: number;
  readonly id?: string | null;
  readonly symbol?: string | null;
  readonly field?: string;
  readonly file?: string | null;
  readonly archive?: string | null;
}

/** Compares the file that the words name with the orders of one account. */
export async function reconcileFile({ reader, accounts, words, zone, directory, encoding }: Request) {
  const [account, second] = accounts;
  if (account === undefined || second !== undefined)
    throw new OrderglassError('invalid-input', 'A file is compared with one account. Name it.');
  if (words === '') throw new OrderglassError('invalid-input', 'reconcile needs a file, such as export.csv.');
  const file = statementFileOf(await readFile(path.resolve(directory, words)), encodingOf(encoding));
  const columns = guessColumns(file.header);
  if (!areUsable(columns)) {
    throw new OrderglassError(
      'invalid-input',
      `The columns of the file are not known: ${file.header.join(', ')}. Name one “Order ID”, or three “Time”, “Symbol” and “Filled”.`,
    );
  }
  const rows = readFileRows(file, columns, zone);
  const ask = ((name, question) => reader.history.ask(name, question)) as AskHistory;
  const { orders, isCut, isComplete } = await readOrders(ask, account.id, rows);
  const result = reconcile(rows, columns, orders);
  const { equal, different, onlyInFile, onlyInArchive, unreadable, sums, unknownPnl } = result;
  const findings: Finding[] = [
    ...different.flatMap(({ row: { line }, order: { id, symbol }, fields }) =>
      fields.map(({ role, file, archive }) => ({ found: 'different', line, id, symbol, field: role, file, archive })),
    ),
    ...onlyInFile.map(({ line, id, symbol, pnl }) => ({
      found: 'only in file',
      line,
      id,
      symbol,
      field: 'pnl',
      file: pnl,
    })),
    ...onlyInArchive.map(({ id, symbol, pnl }) => ({
      found: 'only in archive',
      id,
      symbol,
      field: 'pnl',
      archive: pnl,
    })),
    ...unreadable.map(({ line, id, unread }) => ({ found: 'unreadable', line, id, field: unread.join(' ') })),
  ];
  const known = fileRoles.flatMap((role) => (columns[role] === undefined ? [] : [`${role} = “${columns[role]}”`]));
  return {
    findings,
    whole: { columns, isComplete, isCut, ...result },
    about: [
      `Columns: ${known.join(', ')}.`,
      `${equal} rows are equal, ${different.length} differ, ${onlyInFile.length} are in the file only, ${onlyInArchive.length} executed orders are in the archive only, ${unreadable.length} rows could not be read.`,
      ...sums.map(
        (each) =>
          `PnL ${each.quote || 'of an unknown currency'}: file ${each.file} = equal ${each.equal} + different ${each.different} + unexplained ${each.unexplained}; archive ${each.archive}, of which in the archive only ${each.onlyInArchive}.`,
      ),
      ...(sums.length > 0 && unknownPnl > 0
        ? [`The PnL of ${unknownPnl} orders of the archive is not known. No sum includes it.`]
        : []),
      ...(isCut ? [`Only the newest ${orders.length} orders of this time were compared.`] : []),
      ...(isComplete ? [] : ['The archive may lack orders of this time.']),
    ],
  };
}

function encodingOf(name: string | undefined): FileEncoding | undefined {
  const found = fileEncodings.find((each) => each === name);
  if (name !== undefined && found === undefined)
    throw new OrderglassError('invalid-input', `--encoding must be one of ${fileEncodings.join(', ')}.`);
  return found;
}

function statementFileOf(bytes: Uint8Array, encoding: FileEncoding | undefined) {
  try {
    const text = readFileText(bytes, encoding);
    if (text !== null) return readStatementFile(text);
    throw new RangeError(`it is not in UTF-8. Name its encoding with --encoding: ${fileEncodings.join(', ')}`);
  } catch (error) {
    throw error instanceof RangeError
      ? new OrderglassError('invalid-input', `The file cannot be compared: ${error.message}.`)
      : error;
  }
}
