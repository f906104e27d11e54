import type { StatementSheetField } from '../../../shared/orders/history.ts';
import { counted } from './counted.ts';

/** Statements of a span of days, and estimated fees. */
export const statement = {
  fees: {
    after: (amount: string) => `after about ${amount}`,
    before: (amount: string) => `before fees ${amount}`,
    net: 'PnL after fees',
    beforeFees: 'Before fees',
    enterRates: 'Enter your fee rates',
    without: (orders: number) => `without the fees of ${counted(orders, 'order', 'orders')}`,
    pnl: 'PnL after about',
    lowest: 'Estimated PnL after fees, lowest',
    highest: 'Estimated PnL after fees, highest',
    explained:
      'PnL after fees is an estimate: your rates, times the turnover of the orders, are deducted. Some limit orders may have paid either rate, which makes it a range. Funding isn’t included, and neither are orders whose contract size can’t be told from trades.',
  },
  statement: {
    title: 'Statement',
    open: 'Statement…',
    kind: 'Period',
    kinds: { year: 'Year', quarter: 'Quarter', month: 'Month', days: 'Days' },
    days: 'Days',
    basisChoice: 'Count orders by',
    bases: { creation: 'By creation', execution: 'By execution' },
    basisName: 'Basis',
    costMethod: 'Cost method',
    costMethods: { average: 'Average cost', fifo: 'FIFO (oldest entries first)', unknown: 'Not known' },
    basisOf: {
      creation: 'By creation: each order counts when it was created.',
      execution: 'By execution where it was seen: other orders count when they were created.',
    },
    file: 'File',
    files: { records: 'Statement', symbols: 'Row per symbol', trades: 'Row per trade' },
    sheetHeadings: {
      account: 'Account',
      symbol: 'Symbol',
      quote: 'Currency',
      gains: 'Gains',
      losses: 'Losses',
      net: 'PnL before fees',
      netLowest: 'PnL at least',
      netHighest: 'PnL at most',
      trades: 'Trades',
      incompleteTrades: 'Incomplete trades',
      orders: 'Orders',
      unknownPnl: 'Orders of unknown PnL',
      from: 'First day',
      to: 'Last day',
      zone: 'Time zone',
      basis: 'Basis',
      costMethod: 'Cost method',
      isComplete: 'Complete',
      sha256: 'SHA-256 of the orders',
    } satisfies Record<StatementSheetField, string>,
    readOf: (read: number, all: number) => `${read} of ${all} accounts added up. The sum follows when all are.`,
    together: (quote: string) => `All accounts, in ${quote}`,
    lacking: (accounts: string) =>
      `Orders of ${accounts} may be missing from these sums. The statements below say which.`,
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
        ? `${counted(orders, 'order', 'orders')} in the period`
        : `${counted(orders, 'order', 'orders')} in the period, and ${counted(earlier, 'earlier one', 'earlier ones')} of trades that were still open`,
    hash: 'SHA-256 of the orders',
    hashExplained: {
      creation: 'The same orders always give the same SHA-256, so two statements can be compared.',
      execution:
        'The same orders, seen at the same times, always give the same SHA-256, so two statements can be compared.',
    },
    totals: 'Totals',
    bySymbol: (quote: string) => (quote === '' ? 'By symbol' : `By symbol, in ${quote}`),
    opening: (day: string) => `Open positions at the start of ${day}`,
    closing: (day: string) => `Open positions at the end of ${day}`,
    closingAt: (time: string) => `Open positions at the last sync, ${time}`,
    noPositions: 'The orders show no open positions.',
    noOrders: 'No orders in this period.',
    columns: {
      quote: 'Currency',
      gains: 'Gains',
      losses: 'Losses',
      net: 'PnL before fees',
      trades: 'Trades closed',
      incompleteTrades: 'Incomplete',
      orders: 'Orders',
    },
    total: 'Total',
    completeness: 'Completeness',
    complete: (oldest: string) =>
      `Complete: the local archive has every order up to the end of the period that the exchange still lists. The oldest is from ${oldest}.`,
    noneListed: 'Complete: the exchange lists no orders up to the end of the period.',
    canChange: (orders: number, rest: string) =>
      `This statement can change: at the last sync, ${counted(orders, 'order', 'orders')} created before the end of the period ${orders === 1 ? 'was' : 'were'} still pending. Not filled: ${rest}.`,
    between: {
      start: (orders: number, parts: string) =>
        `${counted(orders, 'order', 'orders')} counted before the period may have been executed in it, so figures are ranges, and the positions at the start include ${orders === 1 ? 'it' : 'them'}: ${parts}.`,
      end: (orders: number, parts: string) =>
        `${counted(orders, 'order', 'orders')} counted before the end of the period may have been executed after it, so figures are ranges, and the positions at the end include ${orders === 1 ? 'it' : 'them'}: ${parts}.`,
    },
    unseen: (orders: number) =>
      `${counted(orders, 'order', 'orders')} of the period ${orders === 1 ? 'counts' : 'count'} by creation, because Orderglass didn’t see ${orders === 1 ? 'its execution' : 'their executions'}.`,
    range: (lowest: string, highest: string) => `${lowest} to ${highest}`,
    oddQuantity: (orders: number) =>
      `The executed quantity of ${counted(orders, 'order', 'orders')} of these doesn’t fit the quantity, so what is left of ${orders === 1 ? 'it' : 'them'} can’t be told.`,
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
      unknownPnl: (number: number) =>
        `The exchange sent no PnL for ${counted(number, 'order that', 'orders that')} may have closed something. No amount includes it.`,
    },
    basis: 'What the figures mean',
    basisNotes: [
      'Gains and losses are the exact sums of the PnL that the exchange reports for each order, above and below zero.',
      'Unknown and not included: fees, funding, and the value of open positions. PnL is before fees.',
      'Gains, losses, closed trades, and orders of the months add up to those of the year. Incomplete trades may not, and neither may ranges.',
    ],
    basisNotesOf: {
      creation: [
        'The exchange doesn’t report execution times. Each order counts when it was created.',
        'Trades and positions are derived from the orders. A trade counts when it is closed; the PnL of its orders counts when they were created.',
      ],
      execution: [
        'The exchange doesn’t report execution times. An order that Orderglass saw waiting and later executed counts when it was last seen waiting; any other order counts when it was created.',
        'Trades and positions are derived from the orders. A trade counts when it is closed; the PnL of its orders counts when they were executed.',
      ],
    },
  },
};
