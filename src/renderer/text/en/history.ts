import type { LostRecords } from '../../../shared/contract/history.ts';
import { lostKinds } from '../../../shared/orders/history.ts';
import type { ArchiveList } from '../../../shared/orders/trades.ts';
import { countText as count } from '../number-form.ts';
import { counted } from './counted.ts';

const exported = (rows: number, list: ArchiveList): string => {
  if (list === 'trades') return counted(rows, 'trade', 'trades');
  return list === 'plan-history' ? counted(rows, 'plan order', 'plan orders') : counted(rows, 'order', 'orders');
};

const lostParts = (lost: LostRecords): string[] => {
  const words = {
    changes: ['earlier version', 'earlier versions'],
    unreadable: ['unreadable row', 'unreadable rows'],
    'plan-lives': ['plan order record', 'plan order records'],
    sync: ['sync record', 'sync records'],
  } as const;
  return lostKinds.flatMap((kind) => (lost[kind] === 0 ? [] : counted(lost[kind], words[kind][0], words[kind][1])));
};

/** Order and plan history: coverage and sync of the local archive, totals, export. */
export const history = {
  history: {
    complete: 'complete',
    /** Of what the history is complete. */
    completeOf: (oldest: string) => `Every row that the exchange still lists. The oldest is from ${oldest}.`,
    verified: (when: string) => `verified ${when}`,
    verify: 'Verify everything now',
    verifying: (percent: number) => `Verifying ${percent}%`,
    found: (number: number, from: string, to: string) =>
      `${counted(number, 'row', 'rows')} added late (${from === to ? from : `${from} to ${to}`})`,
    foundExplained:
      'The exchange had left these rows out when the history was downloaded. A verification found and added them.',
    damaged: (number: number, from: string, to: string) =>
      `${counted(number, 'row was', 'rows were')} damaged on disk (${from === to ? from : `${from} to ${to}`})`,
    damagedExplained:
      'These rows no longer match their checksums. They are being replaced with the exchange’s version.',
    lost: (lost: LostRecords) => `Damaged on disk: ${lostParts(lost).join(', ')}`,
    lostExplained:
      'These entries no longer match their checksums, so they aren’t used. What the exchange still has is downloaded again.',
    dismissFound: 'OK',
    oddities: (number: number) =>
      `The exchange repeated, dropped, or contradicted rows ${counted(number, 'time', 'times')}. No row was lost, and of two states of an order the later one is kept.`,
    /** In place of "complete" while rows could not be read. */
    readable: 'all readable rows',
    notIncluded: (number: number) =>
      `${counted(number, 'row', 'rows')} of the archive couldn’t be read and ${number === 1 ? 'isn’t' : 'aren’t'} included.`,
    sharedIds: (number: number) =>
      `${counted(number, 'order ID belongs', 'order IDs belong')} to different orders, in isolated and cross margin or of two symbols. All are kept and counted. Two orders of both margin modes share their note.`,
    oneMode: 'The exchange sends the same rows for isolated and cross margin. They are counted once.',
    backTo: (day: string) => `back to ${day}`,
    partly: 'incomplete',
    gaps: (number: number) => counted(number, 'gap', 'gaps'),
    blocked: 'older history unavailable',
    blockedExplained:
      'The exchange no longer provides a row to continue from: the next rows have no ID, or known rows were dropped. Downloaded orders are kept.',
    coverage: 'Local archive',
    coverageExplained:
      'Stored on this computer. “Complete” means the archive has every row that the exchange still lists; how long the exchange keeps old rows isn’t known. In the background, all rows are compared with the exchange again about once a day.',
    marginMode: 'Margin mode',
    rows: 'Rows',
    oldest: 'Oldest',
    newest: 'Newest',
    past: 'Coverage',
    gap: (from: string, to: string) => `no data from ${from} to ${to}`,
    gapOf: (mode: string, gap: string) => `${mode}: ${gap}`,
    hurry: 'Download missing history now',
    hurrying: 'Downloading missing history first',
    firstDownloadBegins: 'Downloading your history…',
    firstDownload: (progress: string) => `Downloading your history: ${progress}`,
    percent: (percent: number) => `${percent}%`,
    phases: {
      head: 'Checking for new orders',
      backfill: 'Downloading history',
      refresh: 'Updating open orders',
    },
    paused: 'Sync paused',
    asOf: (time: string) => `as of ${time}`,
    rate: (rows: number) => `${counted(rows, 'row', 'rows')}/s`,
    left: {
      seconds: (seconds: number) => `${count(seconds)} sec left`,
      minutes: (minutes: number) => `${count(minutes)} min left`,
      hours: (hours: number) => `${count(hours)} hr left`,
    },
    pause: 'Pause',
    resume: 'Resume',
    stop: 'Stop',
    readOn: 'Continue sync',
    noneFits: 'No orders match the filter',
    noPlansFit: 'No plan orders match the filter',
    noneFitsNext: 'Everything that the exchange still lists was searched.',
    noneFitsYet: 'None of the downloaded orders match. Older orders aren’t downloaded yet.',
    clearFilter: 'Clear filter',
    notRead: 'No orders downloaded yet',
    notReadNext: 'Orders appear here as they are downloaded from the exchange.',
    ofArchive: (time: string) => `Showing the local archive, last synced ${time}.`,
    neverChecked: 'Showing the local archive.',
    missing: (past: string | null) => `Local archive incomplete${past === null ? '' : `: ${past}`}.`,
  },

  summary: {
    label: 'Summary',
    orders: (number: number) => counted(number, 'order', 'orders'),
    plans: (number: number) => counted(number, 'plan order', 'plan orders'),
    filled: (number: number) => `${count(number)} filled`,
    executed: (number: number) => `${count(number)} executed`,
    canceled: (number: number) => `${count(number)} canceled`,
    failed: (number: number) => `${count(number)} failed`,
    /** Rows that are neither filled, executed, canceled, nor failed. */
    others: (number: number) => counted(number, 'other', 'others'),
    unknownPnl: (number: number) => `PnL of ${count(number)} unknown`,
    unknownPnlExplained: 'The exchange sent no PnL for orders that may have closed something. No sum includes it.',
    wins: (wins: number) => counted(wins, 'win', 'wins'),
    losses: (losses: number) => counted(losses, 'loss', 'losses'),
    winRate: (rate: string) => `win rate ${rate}%`,
    average: 'avg',
    best: 'highest',
    worst: 'lowest',
    more: (number: number) => counted(number, 'more currency', 'more currencies'),
    basis: 'before fees, by order date',
    basisExplained:
      'The exchange reports neither fees nor fill times, so PnL is before fees and counts on the day the order was created. Average and win rate cover only orders with a profit or a loss.',
    failedToAdd: 'Couldn’t calculate the totals.',
  },

  export: {
    open: 'Export',
    title: (screen: string) => `Export: ${screen}`,
    rows: 'Rows',
    rowsShown: (rows: number) => `Filtered (${count(rows)})`,
    rowsAll: (rows: number) => `All (${count(rows)})`,
    columns: 'Columns',
    columnsShown: (columns: number) => `Visible (${count(columns)})`,
    columnsAll: (list: ArchiveList): string =>
      list === 'trades' ? 'All fields and notes' : 'All fields, notes, and raw JSON',
    format: 'Format',
    formats: { csv: 'CSV', xlsx: 'XLSX', parquet: 'Parquet', jsonl: 'JSON Lines' },
    decimalSign: 'Decimal sign',
    decimalSigns: { point: 'Point', comma: 'Comma' },
    separator: 'Separator',
    separators: { comma: 'Comma', semicolon: 'Semicolon', tab: 'Tab' },
    byteOrderMark: 'Add a UTF-8 byte order mark (for Excel)',
    explained: {
      csv: 'Spreadsheets with a decimal comma read 51.512 as 51512, and all spreadsheets round IDs and figures of more than 15 digits, as pandas rounds figures: read columns as text to keep every digit.',
      'csv-comma':
        'Spreadsheets with a decimal comma read figures as numbers, and pandas does with sep=";" and decimal=",": both round figures of more than 15 digits.',
      xlsx: 'Spreadsheets calculate with figures of up to 15 digits and keep longer ones and IDs as text, which pandas reads as numbers unless you pass dtype=str.',
      parquet:
        'pandas and DuckDB read every figure as exact text, and as a rounded number from the column beside it that ends in “_double”; spreadsheets do not open Parquet.',
      jsonl:
        'One JSON object per line, in which figures are exact text that pandas turns into rounded numbers unless you pass dtype=False and convert_dates=False; spreadsheets do not open it.',
    },
    times: {
      csv: (zone: string) => `Times are in ${zone} and include the UTC offset.`,
      xlsx: (zone: string) => `Times are dates in ${zone}.`,
      parquet: (_zone: string) => 'Times are timestamps in UTC.',
      jsonl: (zone: string) => `Times are in ${zone} and include the UTC offset.`,
    },
    missing: (sentence: string, list: ArchiveList) =>
      `Only ${list === 'trades' ? 'trades of ' : ''}downloaded orders are exported. ${sentence}`,
    start: (rows: number, list: ArchiveList) => `Export ${exported(rows, list)}`,
    gettingReady: 'Preparing…',
    progressLabel: 'Export progress',
    progress: (rows: number, total: number) => `${count(rows)} of ${count(total)} rows written`,
    cancel: 'Cancel',
    written: (rows: number, list: ArchiveList) => `Exported ${exported(rows, list)} to`,
    downloaded: (rows: number, list: ArchiveList) => `Downloaded ${exported(rows, list)} as`,
    size: (bytes: number) =>
      bytes < 1_000_000 ? `${count(Math.ceil(bytes / 1000))} kB` : `${count(Math.round(bytes / 100_000) / 10)} MB`,
    notWritten: {
      what: 'Couldn’t write the file.',
      next: 'Check free disk space and folder permissions, and close other programs that have the file open.',
    },
    nothingLeft: 'No new file was created. An existing file was left unchanged.',
    again: 'Export again',
    close: 'Close',
  },
};
