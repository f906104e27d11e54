import type { HistoryState } from '../../../shared/contract/history.ts';
import type { SyncPhase } from '../../../shared/orders/history.ts';
import type { Timestamp } from '../../../shared/values/domain.ts';
import { greatest, smallest } from '../../../shared/values/extremes.ts';

/** Returns when the newest orders of accounts were read, the oldest time of those that ever were; `null` without any. */
export function oldestCheck(states: readonly (HistoryState | undefined)[]): Timestamp | null {
  const checked = states.flatMap((state) => state?.checkedAt ?? []);
  return checked.length === 0 ? null : smallest(checked);
}

/** The phase of several accounts is the first of these that an account is in. */
const phases: readonly SyncPhase[] = ['head', 'backfill', 'refresh', 'verify', 'failed', 'paused', 'idle'];

/**
 * Returns the state of a list of several accounts as one: their rows and versions added up, the margin modes of all, and what fails in any.
 * What only one account can have, such as a share that is downloaded, is left out. `undefined` while the state of an account is unknown.
 */
export function jointState(states: readonly (HistoryState | undefined)[]): HistoryState | undefined {
  const known = states.flatMap((state) => state ?? []);
  const [first] = known;
  if (first === undefined || known.length < states.length) return undefined;
  if (known.length === 1) return first;
  const total = (of: (state: HistoryState) => number): number => known.reduce((sum, state) => sum + of(state), 0);
  const checked = known.flatMap(({ checkedAt }) => checkedAt ?? []);
  return {
    ...first,
    version: total(({ version }) => version),
    rows: total(({ rows }) => rows),
    unreadable: total(({ unreadable }) => unreadable),
    modes: known.flatMap(({ modes }) => modes),
    phase: phases.find((phase) => known.some((state) => state.phase === phase)) ?? 'idle',
    fetched: total(({ fetched }) => fetched),
    rate: null,
    downloaded: null,
    secondsLeft: null,
    failure: known.find(({ failure }) => failure !== null)?.failure ?? null,
    checkedAt: checked.length === known.length ? smallest(checked) : null,
    clockAhead: greatest(known.map(({ clockAhead = 0 }) => clockAhead)),
    verification: null,
    found: null,
    damaged: null,
    lost: null,
    oddities: 0,
    sharedIds: 0,
    hasOneMode: false,
    problem: known.find(({ problem }) => problem !== null)?.problem ?? null,
  };
}
