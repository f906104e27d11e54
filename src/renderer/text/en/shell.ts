import type { CommandGroup } from '../../../shared/commands.ts';
import { hostTextEn } from '../../../shared/text/host-en.ts';
import { countText as count } from '../number-groups.ts';
import { counted } from './counted.ts';

/** Around every screen. */
export const shell = {
  navigation: {
    label: 'Screens',
    orders: 'Orders',
    market: 'Market',
    settings: 'Settings',
    search: 'Search',
    skip: 'Skip to the table',
  },

  palette: {
    title: 'Command palette',
    placeholder: 'Go to a screen, a symbol, a setting …',
    recent: 'Recent',
    kinds: {
      screen: 'Screen',
      command: 'Command',
      setting: 'Setting',
      account: 'Account',
      symbol: 'Symbol',
    },
    groups: { screen: 'Screens', command: 'Commands', setting: 'Settings', account: 'Accounts' },
    inForce: 'in force',
    shown: 'shown',
    nothing: (query: string) => `Nothing is called “${query}”`,
    nothingNext: 'Every word has to occur. Try fewer letters.',
    more: (number: number) => `${count(number)} more: type on to find them`,
    results: (number: number) => counted(number, 'result', 'results'),
    symbols: (number: number) => `Type to find one of ${counted(number, 'symbol', 'symbols')}`,
    choose: 'choose',
    move: 'move',
    close: 'close',
  },

  shortcuts: {
    title: 'Keyboard shortcuts',
    close: 'Close',
    or: 'or',
    explained: 'While you type in a field they rest, apart from the command palette.',
    groups: {
      general: 'General',
      screens: 'Screens',
      screen: 'In a screen',
      alerts: 'Alerts and watching',
      accounts: 'Accounts',
      appearance: 'Appearance',
      settings: 'Settings and help',
    } satisfies Record<CommandGroup, string>,
    table: 'In a table',
    tableKeys: {
      move: 'Move by cells',
      ends: 'First or last column',
      corners: 'First or last row',
      page: 'Move by pages',
      open: 'Open the details, or sort by the column',
      sortFurther: 'Sort by this column too',
      width: 'Narrow or widen the column, in its header',
      select: 'Select rows',
      selectAll: 'Select all rows',
      copy: 'Copy the cell or the selected rows',
      close: 'Close the details',
    },
  },

  account: {
    label: 'Account',
    manage: 'Accounts …',
    demo: 'DEMO',
    demoName: hostTextEn.demoAccount,
    demoExplained:
      'The demo account: a made-up exchange that runs inside this program. None of these figures are real.',
  },

  age: {
    justNow: 'Updated just now',
    seconds: (seconds: number) => `Updated ${count(seconds)} s ago`,
    minutes: (minutes: number) => `Updated ${count(minutes)} min ago`,
    hours: (hours: number) => `Updated ${count(hours)} h ago`,
    stale: 'Not live',
    staleExplained: (time: string) =>
      `The newest answer of the exchange is of ${time}. These figures may have changed since.`,
    never: 'Nothing fetched yet',
  },

  toolbar: {
    label: 'Tools',
    symbol: 'Symbol',
    allSymbols: 'All symbols',
    noSymbolFound: 'No symbol of that name',
    clearSymbol: 'Show all symbols',
    openSymbols: 'List of symbols',
    marginMode: 'Margin mode',
    search: 'Filter by symbol',
    clearSearch: 'Clear the filter',
    refresh: 'Refresh',
    columns: 'Columns',
    columnsExplained: 'Columns shown, in this order',
    moveColumnUp: (column: string) => `Move ${column} to the front`,
    moveColumnDown: (column: string) => `Move ${column} to the back`,
    resetColumns: 'Reset columns',
  },

  timeZone: {
    label: 'Time zone',
    choices: { local: 'Local', utc: 'UTC', other: 'Other' },
    zone: 'Time zone by name',
    find: 'Find a time zone',
    none: 'No time zone of that name',
    open: 'List of time zones',
    shown: (zone: string, offset: string) => (zone === 'UTC' ? 'UTC' : `${zone} ${offset}`),
    explained: (zone: string, offset: string) =>
      `Times are those of ${zone}, now ${offset}, and days begin at midnight there. Change it in the settings.`,
  },
};
