import type { CommandGroup } from '../../../shared/settings/commands.ts';
import { hostTextEn } from '../../../shared/text/host-en.ts';
import { countText as count } from '../number-form.ts';
import { counted } from './counted.ts';

/** Texts around every screen: navigation, palette, shortcuts, account menu, age of the data, toolbar, time zone. */
export const shell = {
  navigation: {
    label: 'Screens',
    orders: 'Orders',
    market: 'Markets',
    settings: 'Settings',
    search: 'Search',
    skip: 'Skip to table',
    openPlans: 'trigger orders that are waiting',
  },

  palette: {
    createAlert: (condition: string) => `Create alert: ${condition}`,
    newAlert: (symbol: string) => `New alert: ${symbol}…`,
    title: 'Command palette',
    placeholder: 'Search screens, symbols, settings, orders…',
    recent: 'Recent',
    kinds: {
      screen: 'Screen',
      command: 'Command',
      setting: 'Setting',
      account: 'Account',
      symbol: 'Symbol',
      search: 'Search',
    },
    groups: { screen: 'Screens', command: 'Commands', setting: 'Settings', account: 'Accounts' },
    inForce: 'current',
    shown: 'current',
    more: (number: number) => `${count(number)} more. Keep typing to narrow the list.`,
    results: (number: number) => counted(number, 'result', 'results'),
    symbols: (number: number) => `Type to search ${counted(number, 'symbol', 'symbols')}`,
    choose: 'select',
    move: 'move',
    close: 'close',
  },

  shortcuts: {
    title: 'Keyboard shortcuts',
    close: 'Close',
    or: 'or',
    explained: 'While you type in a field, only the shortcuts for the command palette and the screens work.',
    groups: {
      general: 'General',
      screens: 'Screens',
      screen: 'In a screen',
      alerts: 'Alerts and watch window',
      accounts: 'Accounts',
      appearance: 'Appearance',
      settings: 'Settings and help',
    } satisfies Record<CommandGroup, string>,
    table: 'In a table',
    tableKeys: {
      move: 'Move between cells',
      ends: 'First or last column',
      corners: 'First or last row',
      page: 'Page up or down',
      open: 'Open details, or sort by the column',
      sortFurther: 'Also sort by this column',
      width: 'Make the column narrower or wider (in the header)',
      order: 'Move the column (in the header)',
      menu: 'Open the menu of the cell or column',
      select: 'Select rows',
      selectAll: 'Select all rows',
      copy: 'Copy cell or selected rows',
      close: 'Close details',
    },
  },

  demoStrip: {
    label: 'About the demo account',
    explained: 'Made-up data. Read-only: it can’t place, change, or cancel orders.',
    connect: 'Connect your account…',
    dismiss: 'Don’t show again',
  },

  account: {
    label: 'Account',
    add: 'Add account…',
    manage: 'Manage accounts…',
    whose: 'Accounts shown',
    whoseNames: { this: 'This account', all: 'All accounts' },
    demo: 'DEMO',
    demoName: hostTextEn.demoAccount,
    demoExplained: 'Demo account: a simulated exchange inside Orderglass. None of this data is real.',
  },

  age: {
    justNow: 'Updated just now',
    seconds: (seconds: number) => `Updated ${count(seconds)} sec ago`,
    minutes: (minutes: number) => `Updated ${count(minutes)} min ago`,
    hours: (hours: number) => `Updated ${count(hours)} hr ago`,
    unknown: 'Age unknown: the computer’s clock was set back',
    stale: 'Not live',
    staleExplained: (time: string) => `Last update from the exchange: ${time}. The data may have changed since then.`,
    never: 'No data yet',
  },

  toolbar: {
    label: 'Toolbar',
    symbol: 'Symbol',
    allSymbols: 'All symbols',
    noSymbolFound: 'No matching symbol',
    clearSymbol: 'Show all symbols',
    openSymbols: 'Show symbols',
    marginMode: 'Margin mode',
    search: 'Filter by symbol',
    clearSearch: 'Clear filter',
    refresh: 'Refresh',
    columns: 'Columns',
    columnsExplained: 'Visible columns, in order',
    pinStart: (column: string) => `Pin ${column} left`,
    pinEnd: (column: string) => `Pin ${column} right`,
    moveColumnUp: (column: string) => `Move ${column} up`,
    moveColumnDown: (column: string) => `Move ${column} down`,
    resetColumns: 'Reset columns',
  },

  timeZone: {
    label: 'Time zone',
    choices: { local: 'Local', utc: 'UTC', other: 'Other' },
    zone: 'Time zone name',
    find: 'Search time zones',
    none: 'No matching time zone',
    open: 'Show time zones',
    shown: (zone: string, offset: string) => (zone === 'UTC' ? 'UTC' : `${zone} ${offset}`),
    explained: (zone: string, offset: string) =>
      `Times and days are in ${zone} (now ${offset}). Change this in Settings.`,
  },
};
