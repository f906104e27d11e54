import type { UnclearReason } from '../../../shared/risk/waiting.ts';
import { countText as count } from '../number-form.ts';
import { counted } from './counted.ts';

/** What open positions bring, and what protects them (docs/risk.md). */
export const risk = {
  estimates: {
    about: (value: string) => `≈ ${value}`,
    range: (value: string, low: string, high: string) => `≈ ${value} (${low} to ${high})`,
  },

  risk: {
    title: 'Account risk',
    openPnl: 'Open PnL',
    openPnlExplained:
      'Before fees and funding, at the last prices. Calculated from your orders and the observed contract sizes.',
    /** Positions in a sum, if it has not all. */
    of: (known: number, all: number) => `${count(known)} of ${counted(all, 'position', 'positions')}`,
    withoutStop: (number: number) => `${count(number)} without a stop found`,
    allHaveStop: 'A stop found for each position',
    unknownStops: (number: number) => `${count(number)} unknown`,
    noStopExplained:
      'No stop found among plan orders and waiting orders. A stop loss set on the position at the exchange is in no list.',
    atStops: 'If all stops hit',
    atStopsExplained:
      'What the parts with a stop have brought in the end, from their entry. Slippage, fees, and funding are unknown, and the parts without a stop aren’t included.',
    oneWay: 'one way',
    oneWayExplained:
      'Long and short stops of one symbol can’t all be hit by one move: only the worse side of each symbol.',
    long: 'Long',
    short: 'Short',
    exposureExplained: 'Quantity × contract size × last price',
    notLive: 'Prices not live',
    noPositions: 'No open positions found',
    noneYet: 'No open positions found yet. Some may be missing while the order history is incomplete.',

    noStop: 'No stop found',
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
      'no-side': 'Side unknown',
      'no-last': 'No last price',
      'no-quantity': 'Quantity unknown',
      'no-trigger': 'Trigger price unknown',
      'no-direction': 'Condition unknown',
      'no-price': 'Price unknown',
      overdue: 'The price has already passed it',
      rests: 'Its limit would wait for the price to come back',
    } satisfies Record<UnclearReason, string>,
    careful:
      'The exchange doesn’t say whether a plan order opens or closes a position. Take profit and stop loss of a plan order belong to what it opens.',
    noPlansOf: (symbol: string) => `${symbol} has no open plan orders.`,
    noStopOf: (position: string) => `${position}: no stop found among plan orders and waiting orders.`,
    resize: 'Height of the open positions',
    columns: 'Layout of the open positions',
  },
};
