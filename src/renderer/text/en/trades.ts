import type {
  ExecutionMark,
  IncompleteReason,
  LevelRole,
  PositionSide,
  TradeState,
} from '../../../shared/orders/trades.ts';
import { countText as count } from '../number-form.ts';
import { counted } from './counted.ts';

/** Trades, which are derived from the order history. */
export const trades = {
  picture: {
    entryAt: (price: string) => `Entry ${price}`,
    exitAt: (price: string) => `Exit ${price}`,
    stopAt: (price: string) => `stop ${price}`,
    r: (multiple: string) => `${multiple} R`,
    rUnknown: 'R unknown',
    noStop: 'R unknown: no stop seen',
    rExplained:
      'R is the move from the average entry to the average exit, in multiples of the distance from the entry to the stop that was there when the trade was opened, or the first one after that. Only plan orders count: Orderglass can’t see a stop loss set on the position itself.',
    executions: (number: number) => counted(number, 'execution', 'executions'),
    roles: { stop: 'Stop', target: 'Target' } satisfies Record<LevelRole, string>,
    level: (role: string, price: string, quantity: string, from: string, to: string | null) =>
      to === null
        ? `${role} ${price}, ${quantity} contracts, created ${from}. When it ended wasn’t seen.`
        : `${role} ${price}, ${quantity} contracts, seen from ${from} to ${to}`,
    execution: (action: string, quantity: string, price: string, time: string, isSeen: boolean) =>
      `${action} ${quantity} at ${price}, ${isSeen ? time : `not before ${time}`}`,
    size: 'Held size',
    now: 'now',
    notDrawn: (number: number) =>
      `${counted(number, 'level or execution isn’t', 'levels or executions aren’t')} drawn: too far away, or too many.`,
    tradeOf: (side: string, size: string, pnl: string) => `Trade: ${side} ${size}, ${pnl} ›`,
  },
  trades: {
    sides: { long: 'Long', short: 'Short' } satisfies Record<PositionSide, string>,
    states: { open: 'Open', closed: 'Closed' } satisfies Record<TradeState, string>,
    incomplete: 'Incomplete',
    complete: 'Complete',
    markedIncomplete: (state: string) => `${state} · Incomplete`,
    reasons: {
      'more-closed': 'More was closed than the known orders opened.',
      'missing-start': 'The archive doesn’t reach back further, so earlier orders may be missing.',
      gap: 'Orders may be missing: the archive has a gap.',
      unplaced: 'An order that fits no position.',
      'doubtful-order': 'Another order may have closed this position or added to it, which can’t be told.',
      settled: 'You said that an order closed this position, at a price that isn’t known.',
      'no-pnl': 'The exchange sent no PnL for an order that closed, so the PnL isn’t whole.',
    } satisfies Record<IncompleteReason, string>,
    executions: { certain: 'Certain', uncertain: 'Uncertain' } satisfies Record<ExecutionMark, string>,
    markedUncertain: (state: string) => `${state} · Fills uncertain`,
    uncertainExplained:
      'Fill sequence uncertain: pending orders may have filled in a different sequence, which would give different trades. In simulations, about one in six marked trades was wrong, and hardly any other.',
    uncertain: (number: number) => `${count(number)} with uncertain fill sequence`,
    completeness: 'Completeness',
    durationMinutes: 'Duration (min)',
    seconds: (number: number) => `${count(number)} sec`,
    minutes: (number: number) => `${count(number)} min`,
    hours: (number: number) => `${count(number)} hr`,
    days: (number: number) => counted(number, 'day', 'days'),
    twoUnits: (larger: string, smaller: string) => `${larger} ${smaller}`,
    durationRange: (from: string, to: string) => `${from} to ${to}`,
    durationUnknown: 'Unknown',
    durationUpTo: (to: string) => `Up to ${to}`,
    durationAtLeast: (from: string) => `At least ${from}`,
    number: (number: number) => counted(number, 'trade', 'trades'),
    open: (number: number) => `${count(number)} open`,
    left: (number: number) => `${count(number)} incomplete`,
    closedPnl: 'PnL of closed trades',
    openPnl: 'Realized in open trades',
    incompletePnl: 'Incomplete trades',
    basis: 'derived from orders, before fees',
    basisExplained:
      'The exchange reports no trades, fees, or fill times. Orderglass derives trades from your orders, and infers the fill sequence from how long they were pending and from their PnL. Trades that this leaves uncertain are marked, and their duration is a range. The resting orders of a grid can’t be split into trades: nearly all of theirs are marked, while the PnL of the orders is exact. Wins, losses, and averages cover complete closed trades; open and incomplete trades are added up separately.',
    lostStart:
      'This is the first trade of its side in the archive, and it closed more than it opened: the exchange probably no longer lists the orders before it.',
    partly: 'Trades that may have begun earlier are marked.',
    orders: 'Orders of this trade',
    allOrders: 'Show in order history',
    allOrdersExplained: 'Shows all orders of this symbol and margin mode on the days of the trade.',
    showOrder: 'Show this order in order history',
    filledAt: (quantity: string, price: string) => `${quantity} at ${price}`,
    size: (size: string) => `size ${size}`,
    moreOrders: (number: number) => `Show more orders (${count(number)})`,
    ordersLeft: (number: number) => `${counted(number, 'more order', 'more orders')} in order history`,
    ordersFailed: 'Couldn’t load the orders of this trade.',
    empty: 'No trades yet',
    emptyNext: 'Trades appear here once this account has filled orders.',
    noneFits: 'No trades match the filter',
    noneFitsNext: 'All trades were searched. They are derived from every order that the exchange still lists.',
  },
};
