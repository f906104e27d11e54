import type { FuturesTicker } from '../../../shared/contract/market.ts';
import type { OpenPlan } from '../../../shared/contract/orders.ts';
import { knownPrice, type LastPrice, lastPriceOf } from '../../../shared/market/last-price.ts';
import {
  closeness,
  movePercent,
  moveTo,
  type TriggerDistance,
  triggerDistance,
} from '../../../shared/plans/plan-distance.ts';
import { signOf } from '../../../shared/values/decimal.ts';
import type { Decimal } from '../../../shared/values/domain.ts';
import { isTold } from '../../../shared/values/told.ts';
import { perObject } from '../../platform/per-object.ts';
import { SameItems } from '../../platform/same-items.ts';
import { bySymbol } from '../market/ticker-row.ts';

/** An open plan order with the last price of its future. */
export interface PlanRow extends OpenPlan {
  /** ID of the account. */
  account: string;
  last: LastPrice;
  /** True if both the plan order and the price are live. */
  isLive: boolean;
}

/** Figures derived from a plan order and a price. Exact unless a number of decimal places is given. */
interface PlanFigures {
  trigger: TriggerDistance | null;
  /** Percent of the last price, two decimal places. Signed if the direction of the plan order is known. */
  triggerPercent: Decimal | null;
  /** For sorting only; see `closeness`. */
  closeness: Decimal | null;
  takeProfitPercent: Decimal | null;
  stopLossPercent: Decimal | null;
}

/** Row ID that is unique across accounts: two accounts of one exchange may use the same plan key. */
export function planRowId({ account, key }: Pick<PlanRow, 'account' | 'key'>): string {
  return `${account} ${key}`;
}

/** Names the accounts that have prices. Their rows are sorted in with the first ones. */
export function pricedAccounts(rows: readonly Pick<PlanRow, 'account' | 'last'>[]): string {
  return [...new Set(rows.flatMap(({ account, last }) => (isTold(last) ? account : [])))].join();
}

/** Returns the figures of a row. */
export const planFigures = perObject(figuresOf);

function figuresOf(row: PlanRow): PlanFigures {
  const last = knownPrice(row.last);
  const trigger = last === null ? null : triggerDistance(row, last);
  const percentTo = (price: Decimal | null): Decimal | null =>
    last === null || price === null || signOf(price) === 0 ? null : movePercent(last, moveTo(last, price));
  return {
    trigger,
    triggerPercent: last === null || trigger === null ? null : movePercent(last, trigger.move),
    closeness: last === null || trigger === null ? null : closeness(trigger, last),
    takeProfitPercent: percentTo(row.takeProfit),
    stopLossPercent: percentTo(row.stopLoss),
  };
}

/** True if the service says that a plan order has triggered: its order is being placed, and no distance is left. */
export function isTriggered({ triggerStatus }: Pick<PlanRow, 'triggerStatus'>): boolean {
  return triggerStatus === 'triggered';
}

/** True if the price has reached the trigger of a plan order that still waits for it. False if the figures are not live. */
export function hasCrossed(row: PlanRow): boolean {
  return row.isLive && !isTriggered(row) && planFigures(row).trigger?.hasCrossed === true;
}

/** Makes the rows of an account from its plan orders and tickers. A row without a change stays the same object. */
export class PlanRows {
  readonly #account: string;
  readonly #rows = new SameItems<PlanRow>();

  constructor(account: string) {
    this.#account = account;
  }

  of(plans: readonly OpenPlan[], tickers: readonly FuturesTicker[], isLive: boolean): readonly PlanRow[] {
    const prices = bySymbol(tickers);
    return this.#rows.of(
      plans,
      ({ key }) => key,
      (plan) => [plan, lastPriceOf(prices.get(plan.symbol)), isLive] as const,
      (plan, [, last]) => ({ ...plan, account: this.#account, last, isLive }),
    );
  }
}

/** Returns the ID in a plan order's key, `marginMode:id`. The ID may contain colons. */
export function planIdOf(key: string): string {
  return key.slice(key.indexOf(':') + 1);
}
