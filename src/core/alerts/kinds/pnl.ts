import { z } from 'zod';
import type { LiveList } from '../../../shared/market/market.ts';
import { compareDecimals, opposite, product } from '../../../shared/values/decimal.ts';
import type { Decimal } from '../../../shared/values/domain.ts';
import type { AccountRisk } from '../account-risk.ts';
import { type AlertWorld, type ConditionOf, defineKind, type Findings } from './kind.ts';

const stateSchema = z.strictObject({
  kind: z.literal('pnl'),
  /** False before the first evaluation. What is beyond the amount then does not fire. */
  hasBegun: z.boolean(),
  /** The positions or currencies beyond the amount. */
  beyond: z.array(z.string()),
});
type PnlState = z.output<typeof stateSchema>;

const lists: LiveList[] = ['open-plans', 'futures-tickers'];

/** A PnL, or the price from an entry, reaches an amount. */
export const pnl = defineKind('pnl', {
  state: stateSchema,
  initial: { kind: 'pnl', hasBegun: false, beyond: [] },
  isArmed: ({ beyond }) => beyond.length === 0,
  lists: () => lists,
  needs: 'risk',
  next(event, { id, condition }, state, world) {
    const risk = event.kind === 'rows' && event.list === 'futures-tickers' ? world.risk() : null;
    if (risk === null) return null;
    const next = confirmedPnlState(id, condition, state, watchedOf(condition, risk), world);
    return { state: next.state, fires: next.fires.map(({ value, found }) => ({ ...found, value })) };
  },
});

/** A PnL that an alert watches; `null` if it is not known. */
interface WatchedPnl {
  readonly key: string;
  readonly value: Decimal | null;
  /** What says of which position it is. */
  readonly found: Pick<Partial<Findings>, 'symbol' | 'position'>;
}

function watchedOf({ of, unit, quote, symbol: only }: ConditionOf<'pnl'>, risk: AccountRisk): WatchedPnl[] {
  if (of === 'position' || of === 'entry') {
    return risk.positions
      .filter(({ symbol }) => only === undefined || symbol === only)
      .map(({ key, symbol, side, fromEntry, pnlPercent, pnl: amount }) => {
        const value = of === 'entry' ? fromEntry : unit === 'percent' ? pnlPercent : amount;
        return { key, value, found: { symbol, position: side } };
      });
  }
  const openPnl = unit === 'percent' ? risk.openPnlPercent : risk.openPnl;
  const sums = { account: openPnl, stops: risk.atStops, day: risk.today }[of];
  // A currency without positions or orders has no PnL.
  return [{ key: quote, value: sums?.has(quote) === false ? '0' : (sums?.get(quote) ?? null), found: {} }];
}

function confirmedPnlState(
  id: string,
  condition: ConditionOf<'pnl'>,
  state: PnlState,
  watched: readonly WatchedPnl[],
  { confirmations }: AlertWorld,
): ReturnType<typeof nextPnlState> {
  const next = nextPnlState(condition, state, watched);
  const crossed = next.fires.map(({ key }) => key);
  const away = state.beyond.filter(
    (key) => !next.state.beyond.includes(key) && watched.some((each) => each.key === key),
  );
  const isKnown = (subject: string) => watched.find(({ key }) => key === subject)?.value !== null;
  // Only the PnL at the stops depends on plan orders.
  const shownBy: LiveList[] = condition.of === 'stops' ? lists : ['futures-tickers'];
  const isConfirmed = confirmations.confirm(id, shownBy, { crossed, away, isKnown });
  const isEarly = (key: string) => crossed.includes(key) && !isConfirmed.crossed(key);
  const beyond = [...next.state.beyond.filter((key) => !isEarly(key)), ...away.filter((key) => !isConfirmed.away(key))];
  return { state: { ...next.state, beyond }, fires: next.fires.filter(({ key }) => !isEarly(key)) };
}

/** Returns the next state of a PnL alert, and the PnL that are beyond its amount since. One re-arms within 95% of the amount. */
function nextPnlState(
  { amount, direction }: Pick<ConditionOf<'pnl'>, 'amount' | 'direction'>,
  { hasBegun, beyond }: PnlState,
  watched: readonly WatchedPnl[],
): { readonly state: PnlState; readonly fires: readonly WatchedPnl[] } {
  const rearmAmount = product(amount, '0.95');
  const isBeyond = ({ key, value }: WatchedPnl): boolean => {
    const wasBeyond = beyond.includes(key);
    if (value === null) return wasBeyond;
    const size = direction === 'loss' ? opposite(value) : value;
    return compareDecimals(size, wasBeyond ? rearmAmount : amount) >= 0;
  };
  const now = watched.filter(isBeyond);
  const fires = hasBegun ? now.filter(({ key }) => !beyond.includes(key)) : [];
  const isKnown = watched.length === 0 || watched.some(({ value }) => value !== null);
  return { state: { kind: 'pnl', hasBegun: hasBegun || isKnown, beyond: now.map(({ key }) => key) }, fires };
}
