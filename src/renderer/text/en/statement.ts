import { counted } from './counted.ts';

/** Statements of a span of days. */
export const statement = {
  statement: {
    title: 'Statement',
    open: 'Statement…',
    kind: 'Period',
    kinds: { year: 'Year', quarter: 'Quarter', month: 'Month', days: 'Days' },
    days: 'Days',
    enterDays: 'Enter the first and the last day.',
    print: 'Print…',
    save: (format: string) => `Save as ${format}`,
    saved: (place: string) => `Statement saved to ${place}`,
    downloaded: (name: string) => `Statement downloaded as ${name}`,
    close: 'Close',
    reading: 'Adding up your orders…',
    made: 'Created',
    madeBy: (product: string, time: string) => `${time}, by ${product}`,
    account: 'Account',
    period: 'Period',
    zone: 'Time zone',
    offsets: (zone: string, first: string, last: string) =>
      zone === 'UTC' ? zone : first === last ? `${zone} (${first})` : `${zone} (${first}, at the end ${last})`,
    orders: 'Orders',
    ordersOf: (orders: number, earlier: number) =>
      earlier === 0
        ? `${counted(orders, 'order', 'orders')} created in the period`
        : `${counted(orders, 'order', 'orders')} created in the period, and ${counted(earlier, 'earlier one', 'earlier ones')} of trades that were still open`,
    hash: 'SHA-256 of the orders',
    hashExplained: 'The same orders always give the same SHA-256, so two statements can be compared.',
    totals: 'Totals',
    bySymbol: (quote: string) => (quote === '' ? 'By symbol' : `By symbol, in ${quote}`),
    opening: (day: string) => `Open positions at the start of ${day}`,
    closing: (day: string) => `Open positions at the end of ${day}`,
    closingAt: (time: string) => `Open positions at the last sync, ${time}`,
    noPositions: 'The orders show no open positions.',
    noOrders: 'No orders were created in this period.',
    columns: {
      quote: 'Currency',
      gains: 'Gains',
      losses: 'Losses',
      net: 'Net',
      trades: 'Trades closed',
      incompleteTrades: 'Incomplete',
      orders: 'Orders',
    },
    total: 'Total',
    noQuote: 'None',
    completeness: 'Completeness',
    complete: (oldest: string) =>
      `Complete: the local archive has every order up to the end of the period that the exchange still lists. The oldest is from ${oldest}.`,
    noneListed: 'Complete: the exchange lists no orders up to the end of the period.',
    canChange: (orders: number, rest: string) =>
      `This statement can change: at the last sync, ${counted(orders, 'order', 'orders')} created before the end of the period ${orders === 1 ? 'was' : 'were'} still pending. Not filled: ${rest}.`,
    unfinishedOf: (symbol: string, contracts: string) => `${symbol} ${contracts} contracts`,
    missing: {
      nothing: 'the archive has no orders from this period or earlier.',
      startOfPeriod: (time: string) =>
        `orders before ${time} aren’t in the archive, so the start of the period is missing.`,
      earlier: (time: string) =>
        `orders before ${time} aren’t in the archive. Positions that were opened earlier are missing or incomplete.`,
      gap: (from: string, to: string) => `orders between ${from} and ${to} may be missing.`,
      neverRead: 'The newest orders haven’t been downloaded yet.',
      readUntil: (time: string) => `Orders created after ${time} aren’t included: that was the last sync.`,
      unreadable: (number: number) =>
        `${counted(number, 'order', 'orders')} of the archive couldn’t be read. The statement doesn’t include ${number === 1 ? 'it' : 'them'}.`,
      incompleteTrades: (number: number) =>
        `${counted(number, 'trade that was closed is', 'trades that were closed are')} incomplete: orders may be missing from ${number === 1 ? 'it' : 'them'}. The PnL of their known orders is included.`,
    },
    basis: 'What the figures mean',
    basisNotes: [
      'Gains and losses are the exact sums of the PnL that the exchange reports for each order, above and below zero.',
      'Unknown and not included: fees, funding, and the value of open positions. PnL is before fees.',
      'Execution times are unknown. Each order counts on the day it was created.',
      'Trades and positions are derived from the orders. A trade counts when it is closed; the PnL of its orders counts when they were created.',
    ],
  },
};
