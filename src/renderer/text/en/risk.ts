import type { UnclearReason } from '../../../shared/risk/waiting.ts';
import type { StepAction } from '../../../shared/risk/what-if.ts';
import { countText as count } from '../number-form.ts';
import { counted } from './counted.ts';

/** What open positions bring, and what protects them (docs/risk.md). */
export const risk = {
  estimates: {
    about: (value: string) => `≈ ${value}`,
    range: (value: string, low: string, high: string) => `≈ ${value} (${low} to ${high})`,
  },

  /** What happens if prices move (docs/risk.md 5). */
  whatIf: {
    price: 'What if price',
    priceOf: (symbol: string) => `What if the price of ${symbol}`,
    handle: (symbol: string) => `Price of ${symbol} to try`,
    shift: 'If all prices move',
    shiftExplained: 'Every price moves straight by this percentage. Another path may trigger more.',
    percent: '−5',
    clear: 'Clear what-if',
    total: 'Total PnL',
    realized: 'Realized',
    longThen: 'Long then',
    shortThen: 'Short then',
    moves: (from: string, to: string, percent: string) => `${from} → ${to} (${percent})`,
    shifted: (percent: string) => `If all prices move ${percent}`,
    happens: (filled: number, placed: number) =>
      `${counted(filled, 'order fills', 'orders fill')}${placed > 0 ? `, ${count(placed)} placed but not filled` : ''}`,
    nothing: 'No order triggers on the way.',
    unknown: 'Unknown: a position or its last price isn’t known.',
    of: (known: number, all: number) => `${count(known)} of ${counted(all, 'symbol', 'symbols')}`,
    notCounted: (number: number) => `${counted(number, 'order', 'orders')} not counted`,
    actions: {
      placed: 'placed, not filled',
      closes: 'closes',
      'closes-rest-refused': 'closes, rest refused',
      'closes-rest-opens': 'closes, rest opens the other side',
      opens: 'opens',
      refused: 'refused',
    } satisfies Record<StepAction, string>,
    assumed: 'assumed',
    after: (long: string, short: string) => `Long ${long}, short ${short} afterwards`,
    show: 'Show orders',
    mainLine: 'Assumes that every plan order closes if it can. Ranges cover the other possibilities.',
    noRange: 'Too many possibilities for a range.',
    careful: 'Assumes a straight move, without slippage, fees, failed executions, or liquidation.',
    failed: (failed: number, all: number) =>
      `Of this account’s ${counted(all, 'plan order', 'plan orders')} that triggered, ${count(failed)} failed.`,
    go: (name: string, move: string) => `What if ${name} moves ${move}`,
    everything: 'all prices',
  },

  risk: {
    title: 'Account risk',
    openPnl: 'Open PnL',
    openPnlExplained:
      'Before fees and funding, at the last prices. Calculated from your orders and the observed contract sizes.',
    /** Positions in a sum, if it has not all. */
    share: (known: number, all: number) => `${count(known)} of ${count(all)}`,
    /** After the share, where there is room. */
    shareOf: (all: number): string => (all === 1 ? ' position' : ' positions'),
    withoutStop: (number: number) => `${count(number)} without a stop found`,
    allHaveStop: 'Found for each',
    /** While positions may be missing. */
    allKnownHaveStop: 'Each known position',
    unknownStops: (number: number) => `${count(number)} unknown`,
    noStopExplained:
      'No stop found among plan orders and waiting orders. Orderglass can’t see a stop loss set on the position itself.',
    atStops: 'If all stops hit',
    atStopsExplained:
      'The final PnL of the parts with a stop, from their entry. Slippage, fees, and funding are unknown, and parts without a stop aren’t included.',
    long: 'Long',
    short: 'Short',
    exposureExplained: 'Quantity × contract size × last price',
    notLive: 'Not live',
    noPositions: 'No open positions found',
    noneYet: 'No open positions found yet. Some may be missing while the order history is incomplete.',

    /** A figure that rests on an entry that is not proven. */
    doubted: (figure: string) => `${figure} ?`,
    uncertain: (agreed: number, compared: number) =>
      `PnL uncertain: of the latest ${counted(compared, 'closing', 'closings')} in this symbol, ${count(agreed)} agreed with the PnL that the exchange reported. It isn’t in the sums.`,
    agreed: (agreed: number, compared: number) =>
      `${count(agreed)} of ${counted(compared, 'closing', 'closings')} in this symbol agreed with the PnL that the exchange reported.`,

    noStop: 'No stop found',
    /** A stop that is missing, or of which less is left, since the position was opened. */
    stopLost: {
      gone: (quantity: string, price: string) =>
        `A stop of ${quantity} contracts at ${price} was canceled or failed, and none was found since.`,
      less: (quantity: string, price: string) =>
        `A stop of ${quantity} contracts at ${price} was canceled or failed, and less is covered since.`,
    },
    stopInRange: 'Prices of the last 24 hours have already reached the level of this stop.',
    /** The stop of a position cannot be told, because of plan orders that cannot be judged. */
    mayStop: 'Maybe a stop',
    mayStopExplained: (orders: number, reasons: string) =>
      `Orderglass can’t tell whether the position has a stop, because ${counted(orders, 'plan order', 'plan orders')} may close it (${reasons}).`,
    covers: (price: string, percent: string) => `${price} · ${percent}%`,
    covered: (percent: string) => `${percent}% covered`,
    coveredBetween: (from: string, to: string) => `${from}% to ${to}% covered`,
    excess: (size: string) => `${size} contracts too many`,
    stops: 'Stops',
    targets: 'Targets',
    unclear: 'Not counted',
    noTarget: 'No target found',
    /** What a stop or a target brings. */
    result: 'Result',
    fromNow: 'From now',
    /** In the list of stops. */
    takes: (taken: string, quantity: string) => `closes ${taken} of ${quantity}`,
    limit: (price: string) => `limit ${price}, may not fill`,
    maybeOpens: 'may open the other side instead',
    waitingOrder: 'Order',
    reasons: {
      unreadable: 'Couldn’t be read',
      triggered: 'Triggered, being placed',
      'unknown-status': 'Trigger status unknown',
      'no-side': 'Side unknown',
      'no-last': 'No last price',
      'no-quantity': 'Quantity unknown',
      'no-trigger': 'Trigger price unknown',
      'no-direction': 'Condition unknown',
      'no-price': 'Price unknown',
      overdue: 'Already crossed by the price',
      rests: 'Its limit would wait for the price to come back',
    } satisfies Record<UnclearReason, string>,
    careful:
      'The exchange doesn’t say whether a plan order opens or closes a position. Take profit and stop loss of a plan order belong to what it opens.',
  },
};
