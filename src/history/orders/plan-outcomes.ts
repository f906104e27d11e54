import type { PlanOutcomes } from '../../shared/contract/plans.ts';
import type { AnswerOf } from '../../shared/contract/questions.ts';
import { uintAt } from '../../shared/values/elements.ts';
import type { CodeColumn } from '../table/code-column.ts';
import type { RowMask } from '../table/row-mask.ts';

interface CountedPlans {
  readonly size: number;
  readonly columns: { readonly symbol: CodeColumn; readonly status: CodeColumn; readonly kind: CodeColumn };
}

/** Counts the filtered plan orders by outcome. */
export function countOutcomes(
  { size, columns: { symbol, status, kind } }: CountedPlans,
  { bytes }: RowMask,
): Omit<AnswerOf<'readPlanOutcomes'>, 'version'> {
  const outcomes = Array.from({ length: status.codeCount }, (_, code) => outcomeOf(status.valueOf(code) ?? ''));
  const all = noPlans();
  const symbols = Array.from({ length: symbol.codeCount }, noPlans);
  const kinds = Array.from({ length: kind.codeCount }, noPlans);
  for (let number = 1; number <= size; number++) {
    if (bytes && bytes[number] !== 1) continue;
    const outcome = outcomes[uintAt(status.codes, number)] ?? null;
    for (const group of [all, symbols[uintAt(symbol.codes, number)], kinds[uintAt(kind.codes, number)]]) {
      if (!group) continue;
      group.plans++;
      if (outcome !== null) group[outcome]++;
    }
  }
  return {
    all,
    symbols: named(symbols, (code) => ({ symbol: symbol.valueOf(code) ?? '' })),
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
