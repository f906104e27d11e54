import { z } from 'zod';
import type { TradeCount } from '../../../shared/contract/positions.ts';
import type { LiveList } from '../../../shared/market/market.ts';
import type { AccountRisk } from '../account-risk.ts';
import { type ConditionOf, defineKind, type KindRules } from './kind.ts';

type CountKind = 'losing-streak' | 'trades-today';
interface CountState<Kind extends CountKind> {
  readonly kind: Kind;
  /** False before the first evaluation. A number that is reached then does not fire. */
  readonly hasBegun: boolean;
  readonly isReached: boolean;
}

const lists: LiveList[] = ['open-plans', 'futures-tickers'];

/** The history's count of trades reaches the number of an alert. */
function countKind<Kind extends CountKind>(
  kind: Kind,
  countOf: (risk: AccountRisk) => TradeCount | null,
): KindRules<Kind, CountState<Kind>> {
  const state = z.strictObject({ kind: z.literal(kind), hasBegun: z.boolean(), isReached: z.boolean() });
  return defineKind<Kind, CountState<Kind>>(kind, {
    state: state as unknown as z.ZodType<CountState<Kind>>,
    initial: { kind, hasBegun: false, isReached: false },
    isArmed: ({ isReached }) => !isReached,
    lists: () => lists,
    needs: 'risk',
    next(event, { condition }, { hasBegun, isReached: wasReached }, world) {
      const risk = event.kind === 'rows' && event.list === 'futures-tickers' ? world.risk() : null;
      const count = risk && countOf(risk);
      if (count === null) return null;
      const { trades } = condition as ConditionOf<CountKind>;
      // A number that was reached stays so while that cannot be told.
      const isReached = (wasReached ? count.most : count.least) >= trades;
      const fires = hasBegun && isReached && !wasReached ? [{ value: String(count.least) }] : [];
      return { state: { kind, hasBegun: true, isReached }, fires };
    },
  });
}

/** So many of the latest closed trades are losses. */
export const losingStreak = countKind('losing-streak', ({ trading }) => trading?.losses ?? null);
/** So many trades have been opened today. */
export const tradesToday = countKind('trades-today', ({ trading }) => trading?.opened ?? null);
