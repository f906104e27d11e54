import { countText as count } from '../number-form.ts';
import { counted } from './counted.ts';

/** Comparing a file with the archive. */
export const reconcile = {
  reconcile: {
    title: 'Compare with a file',
    explained:
      'Choose a CSV file, such as an export of the exchange. Its rows are compared with the orders stored here. The file stays on this computer and changes nothing.',
    choose: 'Choose file…',
    chooseOther: 'Another file…',
    compare: 'Compare',
    close: 'Close',
    reading: 'Comparing…',
    file: (name: string, rows: number) => `${name}, ${counted(rows, 'row', 'rows')}`,
    encoding: 'Encoding',
    noEncoding: 'Select…',
    encodingUnknown: 'The file isn’t in UTF-8. Select its encoding, then check the column names.',
    notInEncoding: 'The file isn’t in this encoding. Select another one.',
    encodings: {
      gb18030: 'Simplified Chinese (GB18030, GBK)',
      big5: 'Traditional Chinese (Big5)',
      'windows-1252': 'Western European (Windows-1252)',
      'windows-1251': 'Cyrillic (Windows-1251)',
      shift_jis: 'Japanese (Shift JIS)',
      'euc-kr': 'Korean (EUC-KR)',
      'utf-16le': 'Unicode (UTF-16)',
    },
    noFile: 'This isn’t a CSV file with a header and rows.',
    tooLong: (most: number) => `The file has more than ${count(most)} rows. Split it by year.`,
    notRead: 'Couldn’t read the file. Check that it’s still there, and try again.',
    columnsExplained: 'Check the columns. They’re remembered for files with the same header.',
    none: 'Not in the file',
    roles: {
      id: 'Order ID',
      time: 'Time',
      symbol: 'Symbol',
      side: 'Side',
      quantity: 'Filled',
      price: 'Average price',
      pnl: 'PnL',
    },
    zone: 'Default time zone',
    notEnough: 'Rows are found by the order ID, or by time, symbol, and filled quantity together.',
    span: (from: string, to: string) => `From ${from} to ${to}`,
    noSpan: 'The file has no times, so orders that it lacks can’t be told.',
    incomplete: 'The archive doesn’t cover all of this time yet: orders can be missing here.',
    tooMany: (most: number) => `Only the newest ${count(most)} orders of this time were compared.`,
    equal: (rows: number) => `${counted(rows, 'row is', 'rows are')} equal`,
    different: (rows: number) => `${counted(rows, 'row differs', 'rows differ')}`,
    onlyInFile: (rows: number) => `${counted(rows, 'row is', 'rows are')} in the file only`,
    onlyInFileExplained:
      'They may be fees, funding, transfers, or orders that aren’t stored here. Orderglass doesn’t guess which.',
    onlyInArchive: (orders: number) =>
      `${counted(orders, 'executed order is', 'executed orders are')} in the archive only`,
    unreadable: (rows: number) =>
      `${counted(rows, 'row', 'rows')} couldn’t be read, and ${rows === 1 ? 'isn’t' : 'aren’t'} counted`,
    line: (line: number) => `Line ${count(line)}`,
    both: (file: string, archive: string) => `file ${file} · archive ${archive}`,
    first: (shown: number) => `The first ${count(shown)} are shown.`,
    sums: 'PnL',
    parts: {
      file: 'File',
      equal: 'Equal rows',
      different: 'Rows that differ',
      unexplained: 'Unexplained: in the file only',
      archive: 'Archive, of the same time',
      onlyInArchive: 'In the archive only',
    },
    unknownQuote: 'Currency not known',
    cell: (column: string, cell: string) => `${column}: ${cell}`,
  },
};
