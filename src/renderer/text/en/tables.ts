import { countText as count } from '../number-form.ts';
import { counted } from './counted.ts';

/** Texts of every table. */
export const tables = {
  table: {
    label: (screen: string, account: string) => `${screen}, ${account}`,
    resize: (column: string) => `Width of ${column}`,
    header: {
      menu: (column: string) => `Column ${column}`,
      sorts: { asc: 'Sort ascending', desc: 'Sort descending', none: 'Not sorted' },
      pins: { start: 'Pin left', end: 'Pin right', none: 'Not pinned' },
      moveToStart: 'Move left',
      moveToEnd: 'Move right',
      fitWidth: 'Fit width to content',
      defaultWidth: 'Default width',
      hide: 'Hide column',
      reset: 'Reset all columns',
    },
    cellMenu: (column: string) => `${column} cell`,
    copyCell: 'Copy cell',
    copyRows: (number: number) => (number === 1 ? 'Copy row' : `Copy ${count(number)} rows`),
    plainRows: (number: number) =>
      number === 1 ? 'Show row as a plain table' : `Show ${count(number)} rows as a plain table`,
    plain: {
      title: (list: string) => `${list}: selected rows`,
      explained:
        'A table without scrolling or sorting that screen readers read like any other. Its figures don’t change.',
      atMost: (number: number) => `The first ${count(number)} of the selected rows.`,
      close: 'Close',
    },
    sortedBy: (column: string, descending: boolean) =>
      `Sorted by ${column}, ${descending ? 'descending' : 'ascending'}`,
    detailsOpen: 'Details opened',
    copyId: 'Copy order ID',
    showOnly: (value: string) => `Show only ${value}`,
    exclude: (value: string) => `Exclude ${value}`,
    copied: (text: string) => `Copied ${text}`,
    sortPlace: (place: number) => `sort level ${place}`,
    /** `keys`: the platform's shortcut, such as Ctrl+C. */
    selected: (number: number, keys: string) => `${counted(number, 'row', 'rows')} selected. Press ${keys} to copy.`,
    selectedAtMost: (number: number) => `${count(number)} rows selected, the most you can copy. Use Export for more.`,
    sum: (column: string, amount: string, currency: string) => `${column} ${amount} ${currency}`.trim(),
    /** `selected`: the number of selected rows in words. */
    summed: (sums: readonly string[], selected: string) => [...sums, selected].join(' · '),
    /** A shortened figure with all its digits, for screen readers. */
    exactly: (shown: string, full: string) => `${shown}, exactly ${full}`,
    /** A marked cell for screen readers. */
    marked: (figure: string, warning: string) => `${figure}: ${warning}`,
    noted: (note: string) => `Note: ${note}`,
    copiedRows: (number: number) => `Copied ${counted(number, 'row', 'rows')}`,
    rowsNotRead: 'Couldn’t load the rows. Try again.',
    copyFailed: 'Couldn’t copy to the clipboard. Open the details, select the text, and copy it there.',
  },

  symbolMenu: {
    ticker: 'Show ticker',
    tickerOf: { futures: 'Show futures ticker', spot: 'Show spot ticker' },
    plans: 'Show open plans',
    orders: 'Show order history',
    planHistory: 'Show plan history',
    trades: 'Show trades',
    alertAt: (price: string) => `Alert me at ${price}…`,
    alertAtAverage: {
      averagePrice: 'Alert me at the average price…',
      entryPrice: 'Alert me at the entry price…',
      exitPrice: 'Alert me at the exit price…',
    },
    copyPrice: 'Copy price',
    plan: 'Show plan order',
  },

  status: {
    label: 'Table status',
    loading: 'Loading…',
    rows: (number: number) => counted(number, 'row', 'rows'),
    of: (shown: number, all: number) => `${count(shown)} of ${counted(all, 'row', 'rows')}`,
    unreadable: (number: number) => counted(number, 'unreadable row', 'unreadable rows'),
  },

  empty: {
    openPlans: 'No open plan orders',
    openPlansNext: 'Plan orders waiting for their trigger price appear here.',
    openPlansFiltered: 'No open plan orders match the filter',
    openPlansFilteredNext: 'Clear the filter to see all open plan orders.',
    orders: 'No orders',
    ordersNext: 'This account has no orders on the exchange.',
    plans: 'No plan orders',
    plansNext: 'This account has no plan orders on the exchange.',
    tickers: 'No symbols',
    tickersNext: 'The exchange returned an empty list.',
    filtered: 'No symbols match the filter',
    filteredNext: 'Clear the filter to see all symbols.',
    showAll: 'Show all symbols and margin modes',
  },

  detail: {
    title: 'Details',
    outsideFilter: 'Doesn’t match the current filter',
    close: 'Close details',
    raw: 'Raw JSON',
    copy: (field: string) => `Copy ${field}`,
    copyRaw: 'Copy raw JSON',
  },

  unreadable: {
    title: 'Unreadable rows',
    explained:
      'The exchange sent these rows in a format Orderglass doesn’t recognize. They are shown as received. Other rows aren’t affected.',
    close: 'Close',
  },

  changes: {
    title: 'Changes',
    unreadable: 'The earlier version of this row is in a format that can’t be compared.',
    found: 'Added late: the exchange left this row out when the history was downloaded.',
    failed: 'Couldn’t load the changes.',
  },

  undo: {
    action: 'Undo',
    undone: (change: string) => `Undone: ${change}`,
    dismiss: 'Dismiss',
    columns: 'Columns reset',
  },

  /** Times at which the program saw that an order was executed. */
  execution: {
    title: 'Execution',
    whole: (from: string, to: string) => `Executed between ${from} and ${to}`,
    part: (quantity: string, price: string, from: string, to: string) =>
      `${quantity} contracts at ${price}, executed between ${from} and ${to}`,
    waiting: (time: string) => `Last seen pending: ${time}`,
    failed: 'Couldn’t load when this order was executed.',
  },

  /** Actions on things that the user names: views, watchlists. */
  named: {
    save: 'Save',
    cancel: 'Cancel',
    rename: (name: string) => `Rename ${name}`,
    remove: (name: string) => `Delete ${name}`,
    removed: (name: string) => `${name} deleted`,
    saved: (name: string) => `${name} saved`,
  },

  views: {
    open: 'Views',
    chosen: (name: string) => `View: ${name}`,
    changed: 'changed',
    title: 'Saved views',
    none: 'No saved views yet. Save the current filter and sorting as a view.',
    readyTitle: 'Ready to use',
    ready: {
      today: 'Today',
      weekLosses: 'Losses this week',
      monthFilled: 'Filled last month',
      long: 'Held longer than 4 hr',
      failed: 'Failed',
      withoutNote: 'Without a note',
    },
    save: 'Save as view',
    saveChanges: 'Save changes',
    name: 'View name',
    namePlaceholder: 'e.g. Losses this month',
    nameProblems: {
      missing: 'Enter a view name.',
      'too-long': 'Use at most 60 characters.',
      taken: 'Another view already has this name.',
      'too-many': 'You can have up to 200 views. Delete one first.',
    },
  },
};
