import { signOf } from '../../shared/decimal.ts';
import type { Decimal, FuturesTicker, OpenPlan } from '../../shared/domain.ts';
import { closeness, movePercent, moveTo, type TriggerDistance, triggerDistance } from '../../shared/plan-distance.ts';

/** An open plan beside the last price of its future. */
export interface PlanRow extends OpenPlan {
  /** The id of the account whose plan it is. */
  account: string;
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

/** Another one for each plan, of whichever account: two accounts of one exchange may have a key in common. */
export function planRowId({ account, key }: Pick<PlanRow, 'account' | 'key'>): string {
  return `${account} ${key}`;
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

/** Makes rows of an account's plans and tickers; what is made of the same plan and price, or of the same lists, stays the same object. */
export class PlanRows {
  readonly #account: string;
  #held = new Map<string, { plan: OpenPlan; row: PlanRow }>();
  #last: { plans: readonly OpenPlan[]; tickers: readonly FuturesTicker[]; isLive: boolean } | null = null;
  #rows: readonly PlanRow[] = [];

  constructor(account: string) {
    this.#account = account;
  }

  of(plans: readonly OpenPlan[], tickers: readonly FuturesTicker[], isLive: boolean): readonly PlanRow[] {
    const last = this.#last;
    if (last?.plans === plans && last.tickers === tickers && last.isLive === isLive) return this.#rows;
    this.#last = { plans, tickers, isLive };
    this.#rows = this.#made(plans, tickers, isLive);
    return this.#rows;
  }

  #made(plans: readonly OpenPlan[], tickers: readonly FuturesTicker[], isLive: boolean): readonly PlanRow[] {
    const prices = new Map(tickers.map(({ symbol, last }) => [symbol, last]));
    const held = new Map<string, { plan: OpenPlan; row: PlanRow }>();
    const rows = plans.map((plan) => {
      const last = prices.get(plan.symbol) ?? null;
      const before = this.#held.get(plan.key);
      const isSame = before?.plan === plan && before.row.last === last && before.row.isLive === isLive;
      const row = isSame ? before.row : { ...plan, account: this.#account, last, isLive };
      held.set(plan.key, { plan, row });
      return row;
    });
    this.#held = held;
    return rows;
  }
}
