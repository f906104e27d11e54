import type { MarginMode, OrderStatus, TriggerStatus } from '../../../shared/domain.ts';
import { hostTextEn } from '../../../shared/text/host-en.ts';
import { counted } from './counted.ts';

/** Words of the trade, of columns and of their values. */
export const terms = {
  marginModes: {
    all: 'All',
    isolated: 'Isolated',
    cross: 'Cross',
  } satisfies Record<MarginMode | 'all', string>,

  columns: {
    created: 'Created',
    symbol: 'Symbol',
    side: 'Side',
    kind: 'Kind',
    action: 'Action',
    price: 'Price',
    averagePrice: 'Avg price',
    quantity: 'Quantity',
    filled: 'Filled',
    leverage: 'Leverage',
    pnl: 'PnL',
    status: 'Status',
    marginMode: 'Margin',
    id: 'Order ID',
    trigger: 'Trigger',
    triggerPrice: 'Trigger price',
    takeProfit: 'Take profit',
    stopLoss: 'Stop loss',
    triggerStatus: 'Trigger status',
    distance: 'To trigger',
    toTakeProfit: 'To take profit',
    toStopLoss: 'To stop loss',
    last: 'Last',
    change: '24 h change',
    changePercent: '24 h %',
    favourite: '★',
    range: 'Day’s range',
    basis: 'Basis %',
    spread: 'Spread',
    high: '24 h high',
    low: '24 h low',
    open: '24 h open',
    bid: 'Bid',
    ask: 'Ask',
    volume: '24 h volume',
    turnover: '24 h turnover',
    trades: 'Trades',
    pricePrecision: 'Price places',
    quantityPrecision: 'Quantity places',
    minQuantity: 'Min quantity',
    maxQuantity: 'Max quantity',
    minPrice: 'Min price',
    maxPrice: 'Max price',
  },

  units: {
    contracts: 'contracts',
    quote: 'quote',
    ticks: 'ticks',
    base: 'base',
    gross: 'gross',
    decimals: 'decimals',
    basisPoints: 'bp',
  },

  side: { buy: 'Buy', sell: 'Sell' },

  kinds: {
    limit: 'Limit',
    market: 'Market',
    post_only: 'Post only',
    ioc: 'IOC',
    fok: 'FOK',
  } as Record<string, string>,

  actions: { open: 'Open', close: 'Close' },

  orderStatus: {
    pending: 'Pending',
    'partially-filled': 'Partially Filled',
    filled: 'Filled',
    canceling: 'Canceling',
    'partially-canceled': 'Partially Canceled',
    canceled: 'Canceled',
  } satisfies Record<OrderStatus, string>,

  planStatus: hostTextEn.activity.planStatus,

  triggerStatus: {
    'not-triggered': 'Not triggered',
    triggered: 'Triggered',
  } satisfies Record<TriggerStatus, string>,

  direction: {
    'rises-to': 'Rises to',
    'falls-to': 'Falls to',
  },

  bounds: {
    quantity: {
      below: (bound: string) => `Below the smallest quantity that the exchange now accepts, ${bound}.`,
      above: (bound: string) => `Above the largest quantity that the exchange now accepts, ${bound}.`,
      tooFine: (places: number) =>
        `Finer than the ${counted(places, 'decimal place', 'decimal places')} of a quantity.`,
    },
    price: {
      below: (bound: string) => `Below the lowest price that the exchange now accepts, ${bound}.`,
      above: (bound: string) => `Above the highest price that the exchange now accepts, ${bound}.`,
      tooFine: (places: number) => `Finer than the ${counted(places, 'decimal place', 'decimal places')} of a price.`,
    },
  },

  /** "Theme: Dark" */
  labelled: (label: string, value: string) => `${label}: ${value}`,

  /** Of things that are alike. */
  enumerated: (values: readonly string[]) => values.join(', '),

  /** On one line, or in one sentence. */
  clauses: (first: string, second: string) => `${first}, ${second}`,

  sentences: (first: string, second: string) => `${first} ${second}`,

  unknown: (value: string) => `Unknown (${value})`,

  none: '–',

  marketPrice: 'Market',

  leverage: (value: string) => `${value}×`,
};
