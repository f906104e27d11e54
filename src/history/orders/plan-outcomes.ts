import type { PlanOutcomes } from '../../shared/contract/plans.ts';
import type { AnswerOf } from '../../shared/contract/questions.ts';
import { type PlanDistance, planDistances } from '../../shared/orders/history.ts';
import { movePercent, moveTo } from '../../shared/plans/plan-distance.ts';
import { compareDecimals, withoutSign } from '../../shared/values/decimal.ts';
import type { Decimal } from '../../shared/values/domain.ts';
import type { CodeColumn } from '../table/code-column.ts';
import type { RowMask } from '../table/row-mask.ts';

/** Decimal places at which a percentage is compared with the ends of the distances. */
const places = 8;

interface CountedPlans {
  readonly size: number;
  readonly columns: { readonly symbol: CodeColumn; readonly status: CodeColumn; readonly kind: CodeColumn };
}

/** Returns how far a trigger price was from the last price at creation. */
export function distanceOf(trigger: Decimal, last: Decimal): PlanDistance {
  const percent = movePercent(last, moveTo(last, trigger), places);
  if (percent === null) return 'unknown';
  const away = withoutSign(percent);
  return planDistances.findLast((from) => from !== 'unknown' && compareDecimals(from, away) <= 0) ?? 'unknown';
}

/** Counts the filtered plan orders by outcome. `distances`: by row number; the others are unknown. */
export function countOutcomes(
  { size, columns: { symbol, status, kind } }: CountedPlans,
  { bytes }: RowMask,
  distances: ReadonlyMap<number, PlanDistance>,
): Omit<AnswerOf<'readPlanOutcomes'>, 'version'> {
  const outcomes = Array.from({ length: status.codeCount }, (_, code) => outcomeOf(status.valueOf(code) ?? ''));
  const all = noPlans();
  const symbols = Array.from({ length: symbol.codeCount }, noPlans);
  const kinds = Array.from({ length: kind.codeCount }, noPlans);
  const byDistance = Object.fromEntries(planDistances.map((distance) => [distance, noPlans()])) as Record<
    PlanDistance,
    PlanOutcomes
  >;
  for (let number = 1; number <= size; number++) {
    if (bytes && bytes[number] !== 1) continue;
    const outcome = outcomes[status.codes[number] as number] ?? null;
    for (const group of [
      all,
      symbols[symbol.codes[number] as number],
      kinds[kind.codes[number] as number],
      byDistance[distances.get(number) ?? 'unknown'],
    ]) {
      if (!group) continue;
      group.plans++;
      if (outcome !== null) group[outcome]++;
    }
  }
  return {
    all,
    symbols: named(symbols, (code) => ({ symbol: symbol.valueOf(code) ?? '' })),
    distances: planDistances.flatMap((distance) => {
      const counts = byDistance[distance];
      return counts.plans === 0 ? [] : { distance, ...counts };
    }),
    kinds: named(kinds, (code) => ({ kind: kind.valueOf(code) })),
  };
}

function noPlans(): PlanOutcomes {
  return { plans: 0, executed: 0, partial: 0, failed: 0, canceled: 0 };
}

function outcomeOf(status: string): Exclude<keyof PlanOutcomes, 'plans'> | null {
  if (status === 'fully-executed') return 'executed';
  if (status === 'partially-executed') return 'partial';
  return status === 'failed' || status === 'canceled' ? status : null;
}

/** Returns the groups that have plan orders, the largest first. */
function named<Name>(groups: readonly PlanOutcomes[], nameOf: (code: number) => Name): (Name & PlanOutcomes)[] {
  return groups
    .map((counts, code) => ({ ...nameOf(code), ...counts }))
    .filter(({ plans }) => plans > 0)
    .sort((a, b) => b.plans - a.plans);
}
