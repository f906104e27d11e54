import { counted } from './counted.ts';

const longDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

const covers = (past: string | null): string =>
  past === null ? 'Some orders aren’t included' : `Includes orders ${past}`;

/** PnL analysis. */
export const results = {
  results: {
    /** Short names of date presets. */
    ranges: {
      today: 'Today',
      'last-7-days': '7D',
      'last-30-days': '30D',
      'this-month': 'Month',
      'this-year': 'Year',
      all: 'All',
    },
    cumulative: 'Cumulative PnL',
    days: 'PnL by day',
    symbols: 'PnL by symbol',
    weekdays: 'PnL by weekday',
    hours: 'PnL by hour',
    weekdayNames: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
    weekdayShort: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
    weekdayLetters: ['M', 'T', 'W', 'T', 'F', 'S', 'S'],
    hour: (hour: number) => `${String(hour).padStart(2, '0')}:00 to ${String(hour).padStart(2, '0')}:59`,
    hourShort: (hour: number) => String(hour).padStart(2, '0'),
    total: 'PnL before fees',
    orders: 'Orders',
    won: 'Wins',
    lost: 'Losses',
    best: 'Best',
    worst: 'Worst',
    columns: { day: 'Day', symbol: 'Symbol', weekday: 'Weekday', hour: 'Hour', pnl: 'PnL', total: 'Cumulative PnL' },
    amount: (amount: string, quote: string) => (quote === '' ? amount : `${amount} ${quote}`),
    noQuote: 'No quote currency',
    quote: 'Quote currency',
    onThisDay: (amount: string) => `${amount} that day, `,
    detail: (orders: number, wins: number, losses: number) =>
      `${counted(orders, 'order', 'orders')}, ${counted(wins, 'win', 'wins')}, ${counted(losses, 'loss', 'losses')}`,
    noOrders: 'no orders',
    longDay: (day: string) => longDay.format(Date.parse(`${day}T00:00:00Z`)),
    span: (first: string, last: string) => (first === last ? first : `${first} to ${last}`),
    showing: (time: string) => `Showing data from ${time}.`,
    others: (number: number, amount: string) => `${counted(number, 'other symbol', 'other symbols')}: ${amount}`,
    reading: (name: string, amount: string, detail: string) => `${name}: ${amount}, ${detail}`,
    table: (title: string) => `${title}, table`,
    showTable: (title: string) => `Show ${title} as a table`,
    showChart: (title: string) => `Show ${title} as a chart`,
    copyTable: (title: string) => `Copy ${title}`,
    copied: 'Table copied',
    keys: 'Use the arrow keys to move between values. Press Enter to see the orders behind a value.',
    earlierYear: 'Previous year',
    laterYear: 'Next year',
    loss: 'Loss',
    profit: 'Profit',
    explained: (zone: string) =>
      `PnL is before fees: the exchange doesn’t report them. Days and hours are those of order creation, in ${zone}. Click a value to see its orders.`,
    readsOn: (past: string | null) => `${covers(past)}. The rest is still downloading.`,
    readsNot: (past: string | null) => `${covers(past)}. The rest isn’t downloaded yet.`,
    empty: 'No orders with PnL yet',
    emptyNext: 'PnL appears here once this account has filled orders.',
    noneFits: 'No orders match the filter',
    noneFitsNext: 'Clear the filter to see the PnL of all orders.',
  },
};
