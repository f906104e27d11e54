import type { TagCount } from '../../shared/contract/notes.ts';
import type { PlanOutcomes } from '../../shared/contract/plans.ts';
import type { AnswerOf } from '../../shared/contract/questions.ts';
import { compareTexts } from '../../shared/rows/compare-texts.ts';

const none: PlanOutcomes = { plans: 0, executed: 0, partial: 0, failed: 0, canceled: 0 };

type Outcomes = Omit<AnswerOf<'readPlanOutcomes'>, 'version'>;

/** Adds up the tags of several accounts, those of the most notes first. */
export function mergedTags(answers: readonly (readonly TagCount[])[]): TagCount[] {
  const sums = new Map<string, number>();
  for (const { tag, notes } of answers.flat()) sums.set(tag, (sums.get(tag) ?? 0) + notes);
  return [...sums]
    .map(([tag, notes]) => ({ tag, notes }))
    .sort((a, b) => b.notes - a.notes || compareTexts(a.tag, b.tag));
}

/** Adds up the outcomes of the plan orders of several accounts. */
export function mergedOutcomes(answers: readonly Outcomes[]): Outcomes {
  const byPlans = (a: PlanOutcomes, b: PlanOutcomes): number => b.plans - a.plans;
  return {
    all: answers.reduce((sum, { all }) => added(sum, all), none),
    symbols: mergedBy(
      answers.flatMap(({ symbols }) => symbols),
      ({ symbol }) => symbol,
    ).sort(byPlans),
    kinds: mergedBy(
      answers.flatMap(({ kinds }) => kinds),
      ({ kind }) => kind,
    ).sort(byPlans),
  };
}

function mergedBy<Group extends PlanOutcomes>(
  groups: readonly Group[],
  nameOf: (group: Group) => string | null,
): Group[] {
  return Array.from(Map.groupBy(groups, nameOf).values(), (own) => ({
    ...(own[0] as Group),
    ...own.reduce(added, none),
  }));
}

function added(a: PlanOutcomes, b: PlanOutcomes): PlanOutcomes {
  return {
    plans: a.plans + b.plans,
    executed: a.executed + b.executed,
    partial: a.partial + b.partial,
    failed: a.failed + b.failed,
    canceled: a.canceled + b.canceled,
  };
}
