import { countText as count } from '../number-groups.ts';
import { counted } from './counted.ts';

const longDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

const covers = (past: string | null): string =>
  past === null ? 'Not all orders are covered' : `Covers orders ${past}`;

/** The results. */
export const results = {
  results: {
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
    total: 'PnL, gross',
    orders: 'Orders',
    won: 'Won',
    lost: 'Lost',
    best: 'Best',
    worst: 'Worst',
    columns: { day: 'Day', symbol: 'Symbol', weekday: 'Weekday', hour: 'Hour', pnl: 'PnL', total: 'Total so far' },
    amount: (amount: string, quote: string) => (quote === '' ? amount : `${amount} ${quote}`),
    noQuote: 'No quote currency',
    quote: 'Quote currency',
    onThisDay: (amount: string, detail: string) => `${amount} on the day, ${detail}`,
    detail: (orders: number, wins: number, losses: number) =>
      `${counted(orders, 'order', 'orders')}, ${count(wins)} won, ${count(losses)} lost`,
    noOrders: 'no orders',
    longDay: (day: string) => longDay.format(Date.parse(`${day}T00:00:00Z`)),
    span: (first: string, last: string) => (first === last ? first : `${first} to ${last}`),
    showing: (time: string) => `The figures shown are of ${time}.`,
    others: (number: number, amount: string) =>
      number === 1
        ? `1 other symbol, nearer to zero: ${amount}`
        : `${count(number)} other symbols, nearer to zero, add up to ${amount}`,
    reading: (name: string, amount: string, detail: string) => `${name}: ${amount}, ${detail}`,
    table: (title: string) => `${title}, table`,
    showTable: (title: string) => `${title} as a table`,
    showChart: (title: string) => `${title} as a chart`,
    copyTable: (title: string) => `Copy ${title}`,
    copied: 'The table is copied',
    keys: 'Arrow keys go through the figures. Enter shows the orders behind the figure.',
    earlierYear: 'Earlier year',
    laterYear: 'Later year',
    loss: 'Loss',
    profit: 'Profit',
    explained: (zone: string) =>
      `Gross: the exchange sends no fees. Dated by the creation of the order, days and hours in ${zone}. Click a figure to see its orders.`,
    readsOn: (past: string | null) => `${covers(past)}; the missing ones are still being read.`,
    readsNot: (past: string | null) => `${covers(past)}; the missing ones are not read yet.`,
    empty: 'No orders with a PnL yet',
    emptyNext: 'Results appear here once orders of this account have been executed.',
    noneFits: 'No order fits the filter',
    noneFitsNext: 'Clear the filter to see the results of all orders.',
  },
};
