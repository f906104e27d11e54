import type { ShownField } from '../../../shared/orders/order-fields.ts';
import { hostTextEn } from '../../../shared/text/host-en.ts';
import type { MarginMode, OrderStatus, TriggerStatus } from '../../../shared/values/domain.ts';
import { counted } from './counted.ts';

/** Names of columns, of units, and of the values in cells. */
export const terms = {
  marginModes: {
    all: 'All',
    isolated: 'Isolated',
    cross: 'Cross',
  } satisfies Record<MarginMode | 'all', string>,

  columns: {
    createdAt: 'Created',
    symbol: 'Symbol',
    /** Of the spot market, where Chinese has another word. */
    pair: 'Symbol',
    side: 'Side',
    kind: 'Order type',
    action: 'Action',
    price: 'Price',
    averagePrice: 'Avg price',
    quantity: 'Quantity',
    filledQuantity: 'Filled',
    leverage: 'Leverage',
    pnl: 'PnL',
    status: 'Status',
    marginMode: 'Margin',
    id: 'Order ID',
    triggerDirection: 'Condition',
    triggerPrice: 'Trigger price',
    takeProfit: 'Take profit',
    stopLoss: 'Stop loss',
    triggerStatus: 'Trigger status',
    distance: 'Distance',
    toTakeProfit: 'To take profit',
    toStopLoss: 'To stop loss',
    last: 'Last price',
    change: '24h change',
    changePercent: '24h %',
    favorite: '★',
    own: 'Yours',
    range: '24h range',
    basis: 'Basis %',
    spread: 'Spread',
    high: '24h high',
    low: '24h low',
    open: '24h open',
    bid: 'Bid',
    ask: 'Ask',
    volume: '24h volume',
    turnover: '24h turnover',
    trades: 'Trades',
    opened: 'Opened',
    closed: 'Closed',
    duration: 'Duration',
    openedBy: 'Latest opening',
    closedBy: 'Latest closing',
    executions: 'Fill sequence',
    state: 'State',
    entryPrice: 'Avg entry',
    exitPrice: 'Avg exit',
    largestSize: 'Max size',
    openedQuantity: 'Qty opened',
    closedQuantity: 'Qty closed',
    returnPercent: 'Return',
    r: 'R',
    pnlPerContract: 'PnL/contract',
    orders: 'Orders',
    note: 'Note',
    tickSize: 'Tick size',
    pricePrecision: 'Price precision',
    quantityPrecision: 'Qty precision',
    minQuantity: 'Min quantity',
    maxQuantity: 'Max quantity',
    minPrice: 'Min price',
    maxPrice: 'Max price',
  } satisfies Record<ShownField, string> & Record<string, string>,

  units: {
    contracts: 'contracts',
    quote: 'quote',
    ticks: 'ticks',
    base: 'base',
    beforeFees: 'before fees',
    decimals: 'decimals',
    basisPoints: 'bps',
  },

  side: { buy: 'Buy', sell: 'Sell' },

  kinds: {
    limit: 'Limit',
    market: 'Market',
    post_only: 'Post-only',
    ioc: 'IOC',
    fok: 'FOK',
    stop_limit: 'Stop limit',
    twap: 'TWAP',
  } as Record<string, string>,

  actions: { open: 'Open', close: 'Close' },

  /** A buy order opens a long position or closes a short one. The words of a plan order, whose action the service does not say, come first. */
  positions: {
    open: { buy: 'Buy, open long', sell: 'Sell, open short' },
    close: { buy: 'Buy, close short', sell: 'Sell, close long' },
  },

  orderStatus: {
    pending: 'Pending',
    'partially-filled': 'Partially filled',
    filled: 'Filled',
    canceling: 'Canceling',
    'partially-canceled': 'Partially canceled',
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
    /** The exchange sends 0, which has no meaning. */
    'unknown:0': 'Not given',
  },

  bounds: {
    quantity: {
      below: (bound: string) => `Below the current minimum quantity of ${bound}.`,
      above: (bound: string) => `Above the current maximum quantity of ${bound}.`,
      tooFine: (places: number) =>
        `More precise than allowed: quantities have at most ${counted(places, 'decimal place', 'decimal places')}.`,
    },
    price: {
      below: (bound: string) => `Below the current minimum price of ${bound}.`,
      above: (bound: string) => `Above the current maximum price of ${bound}.`,
      tooFine: (places: number) =>
        `More precise than allowed: prices have at most ${counted(places, 'decimal place', 'decimal places')}.`,
    },
  },

  /** "Theme: Dark" */
  labeled: (label: string, value: string) => `${label}: ${value}`,

  /** A list of names: "BTC-USDT, ETH-USDT". */
  enumerated: hostTextEn.activity.enumerated,

  /** Two parts of one line. */
  clauses: (first: string, second: string) => `${first}, ${second}`,

  sentences: (first: string, second: string) => `${first} ${second}`,

  unknown: (value: string) => (value === '' ? 'Unknown' : `Unknown (${value})`),

  /** Signs of large numbers with their powers of ten, the largest first. */
  largeUnits: 'T 12, B 9, M 6, K 3',

  none: '–',

  marketPrice: 'Market',

  leverage: (value: string) => `${value}×`,
};
