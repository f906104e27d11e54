import { signOf } from '../../../shared/decimal.ts';
import type { Decimal, FuturesTicker, OpenPlan } from '../../../shared/domain.ts';
import {
  closeness,
  movePercent,
  moveTo,
  type TriggerDistance,
  triggerDistance,
} from '../../../shared/plan-distance.ts';

/** An open plan beside the last price of its future. */
export interface PlanRow extends OpenPlan {
  /** `null` where the exchange has no ticker of it, or none with a price. */
  last: Decimal | null;
  /** Whether the plan and the price are both young enough to be live. */
  isLive: boolean;
}

/** What follows from a plan and a price; exact, or rounded to the places said. */
interface PlanFigures {
  trigger: TriggerDistance | null;
  /** Of the last price, two places; with its sign where the plan's direction is known. */
  triggerPercent: Decimal | null;
  /** To sort by; see `closeness`. */
  closeness: Decimal | null;
  takeProfitPercent: Decimal | null;
  stopLossPercent: Decimal | null;
}

const known = new WeakMap<PlanRow, PlanFigures>();

/** Worked out once a row, however often it is drawn or sorted. */
export function planFigures(row: PlanRow): PlanFigures {
  let figures = known.get(row);
  if (!figures) {
    figures = figuresOf(row);
    known.set(row, figures);
  }
  return figures;
}

function figuresOf(row: PlanRow): PlanFigures {
  const { last } = row;
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

/** The price has reached the trigger, and the plan is still in the list; never of figures that are not live. */
export function hasCrossed(row: PlanRow): boolean {
  return row.isLive && planFigures(row).trigger?.hasCrossed === true;
}

/** Makes rows of plans and tickers; a row whose plan and price have not changed stays the same object. */
export class PlanRows {
  #held = new Map<string, { plan: OpenPlan; row: PlanRow }>();

  of(plans: readonly OpenPlan[], tickers: readonly FuturesTicker[], isLive: boolean): readonly PlanRow[] {
    const prices = new Map(tickers.map(({ symbol, last }) => [symbol, last]));
    const held = new Map<string, { plan: OpenPlan; row: PlanRow }>();
    const rows = plans.map((plan) => {
      const last = prices.get(plan.symbol) ?? null;
      const before = this.#held.get(plan.key);
      const isSame = before?.plan === plan && before.row.last === last && before.row.isLive === isLive;
      const row = isSame ? before.row : { ...plan, last, isLive };
      held.set(plan.key, { plan, row });
      return row;
    });
    this.#held = held;
    return rows;
  }
}
