import type { Timestamp } from '../../../shared/domain.ts';
import type { ArchivedCoverage } from '../archived-rows.ts';
import type { ModeTotals } from './mode-totals.ts';
import type { TimeRange } from './row-table.ts';
import type { Span } from './spans.ts';

/** An unbroken run of a list, for whoever decides what to ask next. */
export interface CoveredSpan {
  /** Ids of the entries at its ends, readable or not: what comes behind them is asked `from` them. */
  readonly newestId: string;
  readonly oldestId: string;
  /** Creation of its newest and oldest readable row; `null` while there is none. */
  readonly newest: Timestamp | null;
  readonly oldest: Timestamp | null;
  /** The service has answered an empty page behind the oldest. */
  readonly oldEndReached: boolean;
  /** When the newest was last seen to be the newest of all; `null`: never. */
  readonly newestCheckedAt: Timestamp | null;
}

export interface KnownCoverage extends ArchivedCoverage {
  /** The newest first. */
  readonly spans: readonly CoveredSpan[];
  /** When the newest rows were last asked for and answered. */
  readonly checkedAt: Timestamp | null;
}

/** What is known of a list of one margin mode. `loose`: creation of rows that are in no span. */
export function coverageOf(totals: ModeTotals, unordered: readonly Span[], loose: TimeRange): KnownCoverage {
  const spans = newestFirst(unordered);
  const [first] = spans;
  const parts = [
    ...spans.map(({ newestAt, oldestAt }) => ({ newest: newestAt, oldest: oldestAt })),
    ...beyond(spans, loose),
  ];
  const isWhole =
    spans.length === 1 &&
    first?.oldEndReached === true &&
    first.newestCheckedAt !== null &&
    beyond(spans, loose).length === 0;
  return {
    marginMode: totals.marginMode,
    rows: totals.rows,
    oldest: totals.oldestAt,
    newest: totals.newestAt,
    complete: spans.length === 0 ? totals.rows === 0 && totals.emptyAt !== null : isWhole,
    gaps: gapsBetween(parts),
    spans: spans.map((span) => ({
      newestId: span.newest.id,
      oldestId: span.oldest.id,
      newest: span.newestAt,
      oldest: span.oldestAt,
      oldEndReached: span.oldEndReached,
      newestCheckedAt: span.newestCheckedAt,
    })),
    checkedAt: totals.checkedAt,
  };
}

/** Of runs that were created in the same millisecond first what was last seen to be the newest of all. */
function newestFirst(spans: readonly Span[]): Span[] {
  const checked = ({ newestCheckedAt }: Span) => newestCheckedAt ?? Number.NEGATIVE_INFINITY;
  // Entries that cannot be read have no time.
  const time = (span: Span) => span.newestAt ?? (span.newestCheckedAt === null ? 0 : Number.MAX_SAFE_INTEGER);
  return spans.toSorted(
    (one, other) => time(other) - time(one) || Math.sign(checked(other) - checked(one)) || other.id - one.id,
  );
}

interface Part {
  readonly newest: Timestamp | null;
  readonly oldest: Timestamp | null;
}

/** Rows in no span that are newer or older than all spans: whether there is anything between is not known. */
function beyond(spans: readonly Span[], { newest, oldest }: TimeRange): Part[] {
  if (newest === null || oldest === null) return [];
  const newestOfSpans = Math.max(...spans.map(({ newestAt }) => newestAt ?? Number.NEGATIVE_INFINITY));
  const oldestOfSpans = Math.min(...spans.map(({ oldestAt }) => oldestAt ?? Number.POSITIVE_INFINITY));
  return [...new Set([newest, oldest])]
    .filter((time) => time > newestOfSpans || time < oldestOfSpans)
    .map((time) => ({ newest: time, oldest: time }));
}

function gapsBetween(parts: readonly Part[]): { from: Timestamp; to: Timestamp }[] {
  const known = parts
    .flatMap(({ newest, oldest }) => (newest === null || oldest === null ? [] : [{ newest, oldest }]))
    .sort((one, other) => other.newest - one.newest || other.oldest - one.oldest);
  return known.slice(1).flatMap((older, index) => {
    const newer = known[index];
    // Runs in one millisecond may be in either order.
    return newer === undefined ? [] : [{ from: Math.min(older.newest, newer.oldest), to: newer.oldest }];
  });
}
