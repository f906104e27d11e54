import type { Instrument } from '../market/instruments.ts';
import { plainText } from '../numbers/decimal-text.ts';
import type { MarginMode, OrderRow } from './wire-rows.ts';

const PENDING = 1;
const PARTIALLY_FILLED = 2;
const CANCELING = 4;
/** Seconds that a canceled order takes to end. */
const CANCELING_FOR = 60;

/** The final statuses (docs/service.md 2.2). */
const ends = { filled: 3, 'partially-canceled': 5, canceled: 6 } as const;

/** An order of the account. A part of it, or nothing, is executed at `from`, and the rest, or nothing, at `to`. */
export interface AccountOrder {
  readonly instrument: Instrument;
  readonly marginMode: MarginMode;
  readonly buys: boolean;
  readonly opens: boolean;
  readonly kind: string;
  readonly leverage: number;
  /** Quantity in steps of the instrument's precision. */
  readonly amount: number;
  /** Limit price, 0 for an order at the market. */
  readonly priceTicks: number;
  /** Average price in units of `averageDecimals`. */
  readonly average: number;
  readonly averageDecimals: number;
  /** Market time of its creation and of its end, in seconds after the anchor. */
  readonly from: number;
  to: number;
  end: keyof typeof ends;
  /** Quantity that is executed at `from`. */
  readonly part: number;
  /** Profit of what is executed, in units of `costOf`. */
  profit: bigint;
}

/** Returns the row of an order at a moment of market time, in seconds after the anchor. */
export function describeOrder(order: AccountOrder, now: number): Omit<OrderRow, 'order_id' | 'ctime' | 'symbol'> {
  const { instrument, buys, kind, opens, end, to, amount, part } = order;
  const hasEnded = now >= to;
  const done = hasEnded && end === 'filled' ? amount : part;
  const isCanceling = end === 'canceled' && now > to - CANCELING_FOR;
  return {
    price: order.priceTicks === 0 ? '0' : plainText(order.priceTicks, instrument.priceDecimals),
    price_avg: done === 0 ? '0' : plainText(order.average, order.averageDecimals),
    lever_rate: order.leverage,
    amount: plainText(amount, instrument.quantityDecimals),
    deal_amount: plainText(done, instrument.quantityDecimals),
    type: `${buys ? 'buy' : 'sell'}-${kind}`,
    status: hasEnded ? ends[end] : done > 0 ? PARTIALLY_FILLED : isCanceling ? CANCELING : PENDING,
    contract_type: opens ? 'open' : 'close',
    profit: profitText(order),
  };
}

/** Returns what a quantity of an order costs, in units of two decimals more than the instrument's prices. */
export function costOf(quantity: number, { instrument, average, averageDecimals }: AccountOrder): bigint {
  return BigInt(quantity) * BigInt(average) * 10n ** BigInt(instrument.priceDecimals + 2 - averageDecimals);
}

function profitText({ instrument, profit }: AccountOrder): string {
  const { priceDecimals, quantityDecimals, contractExponent } = instrument;
  const units = Number(profit);
  return Number.isSafeInteger(units) ? plainText(units, priceDecimals + 2 + quantityDecimals - contractExponent) : '0';
}
