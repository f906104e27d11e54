import { countText as count } from '../number-groups.ts';
import { counted } from './counted.ts';

/** What every table has. */
export const tables = {
  table: {
    label: (screen: string, account: string) => `${screen}, ${account}`,
    resize: (column: string) => `Width of ${column}`,
    copied: (text: string) => `Copied ${text}`,
    sortPlace: (place: number) => `column ${place} of the sort`,
    selected: (number: number) => `${counted(number, 'row', 'rows')} selected: Ctrl+C copies them`,
    selectedAtMost: (number: number) =>
      `${count(number)} rows selected: the most that can be copied. Export takes all of them.`,
    /** What a cell says that is marked. */
    marked: (figure: string, warning: string) => `${figure}: ${warning}`,
    copiedRows: (number: number) => `Copied ${counted(number, 'row', 'rows')}`,
    rowsNotRead: 'The rows could not be read. Try again.',
    copyFailed: 'The clipboard refused the text. Select it in the details and copy it from there.',
  },

  status: {
    label: 'State of the table',
    rows: (number: number) => counted(number, 'row', 'rows'),
    of: (shown: number, all: number) => `${count(shown)} of ${counted(all, 'row', 'rows')}`,
    unreadable: (number: number) => `${counted(number, 'row', 'rows')} could not be read`,
  },

  empty: {
    openPlans: 'No open plan orders',
    openPlansNext: 'Plan orders that wait for their trigger appear here.',
    orders: 'No orders',
    ordersNext: 'The exchange has no order of this account.',
    plans: 'No plan orders',
    plansNext: 'The exchange has no plan order of this account.',
    tickers: 'No symbols',
    tickersNext: 'The exchange answered with an empty list.',
    filtered: 'No symbol fits the filter',
    filteredNext: 'Clear the filter to see all of them.',
    showAll: 'Show all symbols and modes',
  },

  detail: {
    title: 'Details',
    close: 'Close the details',
    raw: 'As received',
    copy: (field: string) => `Copy ${field}`,
    copyRaw: 'Copy as received',
  },

  unreadable: {
    title: 'Rows that could not be read',
    explained:
      'The exchange sent these rows in a form that Orderglass does not understand. They are shown as they came; the other rows are not affected.',
    close: 'Close',
  },

  changes: {
    title: 'Changes',
    unreadable: 'The row was received in another form before.',
    failed: 'The changes could not be read.',
  },

  /** What bears a name that the reader gave: views, watchlists. */
  named: {
    save: 'Save',
    cancel: 'Cancel',
    rename: (name: string) => `Rename ${name}`,
    remove: (name: string) => `Delete ${name}`,
    removed: (name: string) => `${name} is deleted`,
    saved: (name: string) => `${name} is saved`,
  },

  views: {
    open: 'Views',
    chosen: (name: string) => `View: ${name}`,
    changed: 'changed',
    title: 'Saved views',
    none: 'A view keeps a filter and an order under a name.',
    save: 'Save as a view',
    saveChanges: 'Save the changes',
    name: 'Name of the view',
    namePlaceholder: 'For example: Losses this month',
    nameProblems: {
      missing: 'Give the view a name.',
      'too-long': 'At most 60 characters.',
      taken: 'Another view has this name.',
      'too-many': 'There are 200 views. Delete one first.',
    },
  },
};
