import type { ResultList, TradeGrouping } from '../../../shared/orders/trades.ts';
import { countText as count } from '../number-form.ts';
import { utcFormat } from '../utc-format.ts';
import { counted } from './counted.ts';

const longDay = utcFormat('en-US', { dateStyle: 'long' });

const covers = (past: string | null): string =>
  past === null ? 'Some orders aren’t included' : `Includes orders ${past}`;

/** PnL analysis. */
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
    total: 'PnL before fees',
    drawdownExplained:
      'The largest fall of the cumulative PnL, by order creation. It includes part-closes of trades that are still open.',
    won: 'Wins',
    lost: 'Losses',
    best: 'Highest',
    worst: 'Lowest',
    columns: { day: 'Day', symbol: 'Symbol', weekday: 'Weekday', hour: 'Hour', pnl: 'PnL', total: 'Cumulative PnL' },
    amount: (amount: string, quote: string) => (quote === '' ? amount : `${amount} ${quote}`),
    quote: 'Quote currency',
    onThisDay: (amount: string) => `${amount} that day, `,
    longDay: (day: string) => longDay(Date.parse(`${day}T00:00:00Z`)),
    span: (first: string, last: string) => (first === last ? first : `${first} to ${last}`),
    showing: (time: string) => `Showing data from ${time}.`,
    ordersAndTrades:
      'Realized PnL is that of orders, on the day they were created. A closed trade counts as a whole on the day it closed. So both sums can differ.',
    /** While the results are those of all accounts. */
    ofOneAccount: 'Fees are estimated for one account at a time.',
    others: (number: number, amount: string) => `${counted(number, 'other symbol', 'other symbols')}: ${amount}`,
    about: (figure: string) => `About ${figure}`,
    reading: (name: string, amount: string, detail: string) => `${name}: ${amount}, ${detail}`,
    table: (title: string) => `${title}, table`,
    showTable: (title: string) => `Show ${title} as a table`,
    showChart: (title: string) => `Show ${title} as a chart`,
    copyTable: (title: string) => `Copy ${title}`,
    copied: 'Table copied',
    calendar: 'Calendar',
    calendars: { month: 'Month', year: 'Year' },
    weekSum: 'Week',
    monthSum: (month: string, amount: string) => `${month}: ${amount}`,
    earlierYear: 'Previous year',
    laterYear: 'Next year',
    loss: 'Loss',
    profit: 'Profit',
    readsOn: (past: string | null) => `${covers(past)}. The rest is still downloading.`,
    readsNot: (past: string | null) => `${covers(past)}. The rest isn’t downloaded yet.`,
    /** The comparison with other days. */
    compare: {
      label: 'Compare with',
      short: 'Compare',
      with: (days: string) => `vs ${days}`,
      none: 'No comparison',
      relative: { before: 'The period before', year: 'A year before' },
      hint: 'A period that isn’t over is compared with the same number of days.',
      needsPeriod: 'Select a period to compare it',
      from: (figure: string) => `from ${figure}`,
      points: (change: string) => `${change} pp`,
      noneBefore: 'none before',
      change: 'Change',
    },
    /** Whether the results are those of orders or of trades. */
    basis: 'PnL analysis of',
    of: {
      'order-history': {
        name: 'Orders',
        afterFees: 'after fees at your rates, by order date',
        detail: (orders: number, wins: number, losses: number) =>
          `${counted(orders, 'order', 'orders')}, ${counted(wins, 'win', 'wins')}, ${counted(losses, 'loss', 'losses')}`,
        none: 'no orders',
        keys: 'Use the arrow keys to move between values. Press Enter to see the orders behind a value.',
        show: 'Show these orders',
        explained: (zone: string) =>
          `The exchange doesn’t report fees. Days and hours are those of order creation, in ${zone}. Click a value to see its orders.`,
        empty: 'No orders with PnL yet',
        emptyNext: 'PnL appears here once this account has filled orders.',
        noneFits: 'No orders match the filter',
        noneFitsNext: 'Clear the filter to see the PnL of all orders.',
      },
      trades: {
        name: 'Trades',
        afterFees: 'derived from orders, after fees at your rates',
        detail: (trades: number, wins: number, losses: number) =>
          `${counted(trades, 'trade', 'trades')}, ${counted(wins, 'win', 'wins')}, ${counted(losses, 'loss', 'losses')}`,
        none: 'no trades',
        keys: 'Use the arrow keys to move between values. Press Enter to see the trades behind a value.',
        show: 'Show these trades',
        explained: (zone: string) =>
          `Figures cover complete closed trades. Days are those of closing, weekdays and hours those of opening, in ${zone}. Click a value to see its trades.`,
        empty: 'No trades yet',
        emptyNext: 'Results appear here once this account has closed a trade.',
        noneFits: 'No trades match the filter',
        noneFitsNext: 'Clear the filter to see the results of all trades.',
      },
    } satisfies Record<ResultList, object>,
  },

  /** Results of trades (docs/results.md 1). */
  tradeResults: {
    pnl: 'PnL before fees',
    trades: 'Closed trades',
    winRate: 'Win rate',
    percent: (rate: string) => `${rate}%`,
    averageWin: 'Average win',
    averageLoss: 'Average loss',
    profitFactor: 'Profit factor',
    expectancy: 'Expectancy per trade',
    longestWins: 'Longest win streak',
    longestLosses: 'Longest losing streak',
    drawdown: 'Largest drawdown',
    open: 'Open trades (not included)',
    incomplete: 'Incomplete (not included)',
    explained: {
      profitFactor: 'The sum of all wins divided by the sum of all losses.',
      expectancy: 'PnL divided by the number of trades, including those that broke even.',
      drawdown: 'The largest fall of the cumulative PnL, by closing time.',
    },
    more: 'More',
    fewer: 'Less',
    /** How the PnL of trades adds up to that of orders. */
    bridge: {
      title: 'How this adds up to the PnL of orders',
      closed: 'Closed trades',
      open: 'open trades',
      incomplete: 'incomplete trades',
      otherPeriod: 'orders of trades that closed in another period or are still open',
      rest: 'orders in no trade',
      orders: 'orders',
      otherFilters:
        'Only the period, symbols, and margin modes of a filter apply to orders, too. Remove the other filters.',
    },
    sample: (trades: number) => counted(trades, 'trade', 'trades'),
    uncertainOrder: (trades: number) => `${count(trades)} with uncertain fill sequence`,
    interval: (ends: string) => `95% ≈ ${ends}`,
    uncertain: 'Fewer than 30 trades, so the figure is uncertain.',
    fromStart: (to: string) => `start to ${to}`,
    recovered: (day: string) => `recovered ${day}`,
    notRecovered: 'not recovered',
    noClosed: 'No closed trades.',
    groups: {
      symbol: 'PnL by symbol',
      side: 'PnL by side',
      leverage: 'PnL by leverage',
      weekday: 'PnL by weekday of opening',
      hour: 'PnL by hour of opening',
      result: 'Trades by result',
      r: 'Trades by R',
      duration: 'Trades by duration',
      tag: 'PnL by tag',
      account: 'By account',
    } satisfies Record<TradeGrouping, string>,
    headings: {
      symbol: 'Symbol',
      side: 'Side',
      leverage: 'Leverage',
      weekday: 'Weekday',
      hour: 'Hour',
      result: 'Result',
      r: 'R',
      duration: 'Duration',
      tag: 'Tag',
      account: 'Account',
    } satisfies Record<TradeGrouping, string>,
    /** Of a column. */
    expectancyHeading: 'Expectancy',
    intervalHeading: '95% (approx.)',
    averageOf: (average: string, sample: string, interval: string | null) =>
      interval === null ? `average ${average} (${sample})` : `average ${average} (${sample}, ${interval})`,
    withoutLeverage: (number: number) => `${counted(number, 'trade', 'trades')} without a leverage`,
    withoutR: (number: number) => `R unknown for ${counted(number, 'trade', 'trades')}: no stop seen`,
    mostIn: (bin: string, trades: string) => `Most: ${bin}, ${trades}`,
    upTo: (to: string) => `up to ${to}`,
    under: (to: string) => `under ${to}`,
    over: (from: string) => `over ${from}`,
    between: (from: string, to: string) => `${from} to ${to}`,
    /** Largest unit first: days, hours, minutes. */
    shortUnits: ['d', 'h', 'm'],
  },
};
