import type { HistoryList } from '../../../shared/history.ts';
import { countText as count } from '../number-groups.ts';
import { counted } from './counted.ts';

const exported = (rows: number, list: HistoryList): string =>
  list === 'plan-history' ? counted(rows, 'plan order', 'plan orders') : counted(rows, 'order', 'orders');

/** The archived histories: what is there, what it adds up to, and the way out of it. */
export const history = {
  history: {
    complete: 'complete',
    backTo: (day: string) => `back to ${day}`,
    partly: 'not complete',
    gaps: (number: number) => counted(number, 'gap', 'gaps'),
    blocked: 'cannot be read further',
    blockedExplained:
      'The exchange sends the rows behind the oldest one without an id, or has dropped the rows to go on from: it cannot be asked for what is older. What came is kept.',
    coverage: 'What is archived',
    coverageExplained:
      'These rows are kept on this computer. “Complete” is said only after the exchange has answered that it has nothing older.',
    marginMode: 'Margin',
    rows: 'Rows',
    oldest: 'Oldest',
    newest: 'Newest',
    past: 'Past',
    gap: (from: string, to: string) => `Nothing is known between ${from} and ${to}.`,
    gapOf: (mode: string, gap: string) => `${mode}: ${gap}`,
    hurry: 'Read what is missing now',
    hurrying: 'What is missing is read first',
    phases: {
      newest: 'Looking for new rows',
      past: 'Reading the past',
      again: 'Asking again for open rows',
    },
    paused: 'Reading is paused',
    fetched: (rows: number) => `${counted(rows, 'row', 'rows')} read`,
    rate: (rows: number) => `${count(rows)} rows/s`,
    left: {
      seconds: (seconds: number) => `${count(seconds)} s left`,
      minutes: (minutes: number) => `${count(minutes)} min left`,
      hours: (hours: number) => `${count(hours)} h left`,
    },
    pause: 'Pause',
    resume: 'Resume',
    stop: 'Stop',
    readOn: 'Read on',
    noneFits: 'No row fits the filter',
    noneFitsNext: 'Every archived row was looked at.',
    noneFitsYet: 'None of the archived rows fits. Older ones are still to be read.',
    clearFilter: 'Clear the filter',
    notRead: 'Nothing is archived yet',
    notReadNext: 'Rows appear here as soon as they have been read from the exchange.',
    ofArchive: (time: string) => `The rows shown are from the archive, last checked ${time}.`,
    neverChecked: 'The rows shown are from the archive.',
    missing: (past: string) => `The archive does not have everything yet: ${past}.`,
  },

  summary: {
    label: 'What the list adds up to',
    orders: (number: number) => counted(number, 'order', 'orders'),
    plans: (number: number) => counted(number, 'plan order', 'plan orders'),
    filled: (number: number) => `${count(number)} filled`,
    executed: (number: number) => `${count(number)} executed`,
    canceled: (number: number) => `${count(number)} canceled`,
    failed: (number: number) => `${count(number)} failed`,
    wins: (wins: number) => `${count(wins)} won`,
    losses: (losses: number) => `${count(losses)} lost`,
    winRate: (rate: string) => `${rate} % won`,
    average: 'avg',
    best: 'best',
    worst: 'worst',
    more: (number: number) => counted(number, 'more currency', 'more currencies'),
    basis: 'gross, no fees, by order creation',
    basisExplained:
      'The exchange sends neither fees nor fill times: PnL is gross and counts on the day on which its order was created. The average and the rate are over orders with a profit or a loss.',
    failedToAdd: 'The sums could not be worked out.',
  },

  export: {
    open: 'Export',
    title: (screen: string) => `Export: ${screen}`,
    rows: 'Rows',
    rowsShown: (rows: number) => `Filtered (${count(rows)})`,
    rowsAll: (rows: number) => `All (${count(rows)})`,
    columns: 'Columns',
    columnsShown: (columns: number) => `As shown (${count(columns)})`,
    columnsAll: 'Every field, and as received',
    format: 'Format',
    formats: { csv: 'CSV', jsonl: 'JSON Lines' },
    separator: 'Separator',
    separators: { comma: 'Comma', semicolon: 'Semicolon', tab: 'Tab' },
    byteOrderMark: 'Begin with a byte order mark, by which Excel knows UTF-8',
    csvExplained:
      'Figures keep every digit, with a decimal point. Spreadsheets round numbers of more than 15 digits: import ids as text. Texts that one would run as a formula begin with an apostrophe.',
    jsonlExplained: 'One JSON object a row. Figures are texts, so that every digit is kept.',
    times: (zone: string) => `Times are written in ${zone}, with their offset.`,
    missing: (sentence: string) => `Only what is in the archive is exported. ${sentence}`,
    start: (rows: number, list: HistoryList) => `Export ${exported(rows, list)}`,
    gettingReady: 'Getting ready …',
    progressLabel: 'Progress of the export',
    progress: (rows: number, total: number) => `${count(rows)} of ${count(total)} rows written`,
    cancel: 'Cancel',
    written: (rows: number, list: HistoryList) => `${exported(rows, list)} written to`,
    downloaded: (rows: number, list: HistoryList) => `${exported(rows, list)} handed to the browser’s downloads as`,
    size: (bytes: number) =>
      bytes < 1_000_000 ? `${count(Math.ceil(bytes / 1000))} kB` : `${count(Math.round(bytes / 100_000) / 10)} MB`,
    notWritten: {
      what: 'The file could not be written.',
      next: 'Check that the disk is not full, that you may write to the folder, and that no other program has the file open.',
    },
    nothingLeft: 'There is no new file. One that was there before is as it was.',
    again: 'Export again',
    close: 'Close',
  },
};
