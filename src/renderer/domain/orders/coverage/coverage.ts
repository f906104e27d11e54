import type { HistoryState, ModeCoverage } from '../../../../shared/contract/history.ts';
import { readUntilOf } from '../../../../shared/orders/history.ts';
import { isStoredSince } from '../../../../shared/risk/position-book.ts';
import { formatTimestamp } from '../../../../shared/time/time.ts';
import type { Timestamp } from '../../../../shared/values/domain.ts';
import { greatest, smallest } from '../../../../shared/values/extremes.ts';
import type { Text } from '../../../text/use-text.ts';
import type { AccountState } from '../history-state.ts';

export interface Coverage {
  /** True if both margin modes are loaded to their first row, without a gap. */
  complete: boolean;
  /** Time from which both margin modes are loaded, apart from gaps; `null` if all or nothing is loaded. */
  backTo: Timestamp | null;
  gaps: number;
  /** Every row was compared with the exchange at this time or later; `null` while the history is not complete. */
  verifiedAt: Timestamp | null;
  /** True if older rows exist that cannot be requested from the exchange. */
  blocked: boolean;
}

/** Returns the coverage of a list over its margin modes. The mode that is loaded least far decides. */
export function coverageOf(modes: readonly ModeCoverage[]): Coverage {
  const gaps = modes.reduce((sum, mode) => sum + mode.gaps.length, 0);
  const open = modes.filter((mode) => !mode.complete);
  const known = open.flatMap(({ oldest }) => (oldest === null ? [] : [oldest]));
  const verified = modes.flatMap(({ verifiedAt }) => verifiedAt ?? []);
  return {
    complete: modes.length > 0 && open.length === 0 && gaps === 0,
    backTo: known.length > 0 && known.length === open.length ? greatest(known) : null,
    gaps,
    verifiedAt: verified.length === modes.length && verified.length > 0 ? smallest(verified) : null,
    blocked: modes.some((mode) => mode.blocked),
  };
}

/** True if the newest orders were read at `end` or later, whatever fails since; `null`: if nothing keeps those of now from being read. */
export function isReadUpTo(state: HistoryState, end: Timestamp | null): boolean {
  const { failure, problem, phase } = state;
  const readUntil = readUntilOf(state);
  if (problem !== null || readUntil === null) return false;
  return end === null ? failure === null && phase !== 'paused' : readUntil >= end;
}

/** True if every order from a time to `end` is known; default: to now, as far as orders can be known that come every moment. */
export function isWholeSince(
  history: HistoryState | undefined,
  start: Timestamp,
  end: Timestamp | null = null,
): boolean {
  const readUntil = history === undefined ? null : readUntilOf(history);
  if (history === undefined || readUntil === null || readUntil < start) return false;
  return isReadUpTo(history, end) && isStoredSince(history, start) && history.unreadable === 0;
}

/** Returns how far back a coverage reaches, in words. `unreadable`: rows of the list that could not be read. */
export function pastText({ complete, backTo }: Coverage, zone: string, text: Text, unreadable = 0): string {
  if (complete) return unreadable > 0 ? text.history.readable : text.history.complete;
  if (backTo === null) return text.history.partly;
  return text.history.backTo(formatTimestamp(backTo, zone).slice(0, 10));
}

/** Returns the coverage in words, such as "back to 2025-03-02, 2 gaps". */
export function coverageText(coverage: Coverage, zone: string, text: Text): string {
  const past = pastText(coverage, zone, text);
  return coverage.gaps > 0 ? text.clauses(past, text.history.gaps(coverage.gaps)) : past;
}

/** Returns what is known of an incomplete coverage, in words; `null` if nothing is known but that it is incomplete. */
function knownText(coverage: Coverage, zone: string, text: Text): string | null {
  if (coverage.backTo !== null) return coverageText(coverage, zone, text);
  return coverage.gaps > 0 ? text.history.gaps(coverage.gaps) : null;
}

/** Returns what is missing from the orders of each account, in sentences, which name the account if there are several. */
export function missingOfAccounts(parts: readonly AccountState[], zone: string, text: Text): string[] {
  return parts.flatMap(({ account, state }) => {
    const missing = missingOrders(state ?? { modes: [], unreadable: 0 }, zone, text);
    if (missing.length === 0) return [];
    return parts.length === 1 ? missing : [text.history.gapOf(account.name, missing.reduce(text.sentences))];
  });
}

/** Returns what is missing from the orders of an archive, in sentences. Empty if nothing is. */
export function missingOrders(
  { modes, unreadable }: Pick<HistoryState, 'modes' | 'unreadable'>,
  zone: string,
  text: Text,
): string[] {
  const coverage = coverageOf(modes);
  return [
    ...(coverage.complete ? [] : [text.history.missing(knownText(coverage, zone, text))]),
    ...(unreadable > 0 ? [text.history.notIncluded(unreadable)] : []),
  ];
}
