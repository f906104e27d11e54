import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ModeCoverage } from '../../shared/contract/history.ts';
import type { Statement, StatementCoverage, StatementQuery } from '../../shared/contract/statement.ts';
import { readUntilOf } from '../../shared/orders/history.ts';
import { endOfDay, startOfDay } from '../../shared/time/days.ts';
import type { Timestamp } from '../../shared/values/domain.ts';
import type { HistoryBreak } from '../rows.ts';
import { contentSteps, type StatementContent } from '../statement/statement-figures.ts';
import { hashStatement, type StatementHash } from '../statement/statement-hash.ts';
import type { HistoryStore } from '../store/history-store.ts';
import type { Steps } from '../table/steps.ts';
import type { IndexedList } from './indexed-list.ts';

const list = 'order-history';
/** Attempts that let other calls in between, and are given up when an order changes. One without follows. */
const maxAttempts = 3;

type HashedContent = StatementContent & StatementHash;

/** Makes the statement of a span of days. All of its parts are of one version of the orders. */
export async function makeStatement(
  store: HistoryStore,
  rows: IndexedList<'order-history'>,
  { from, to, zone, basis: wanted }: StatementQuery,
): Promise<Statement> {
  const span = { from: startOfDay(from, zone), to: endOfDay(to, zone) };
  for (let attempt = 1; ; attempt++) {
    const trades = await rows.trades();
    const { version } = rows;
    const basis = wanted ?? trades.usualBasis();
    for (const _ of trades.prepareStatement(basis)) if (attempt <= maxAttempts) await nextTurn();
    if (rows.version !== version) continue;
    const steps = hashedContent(trades, span, basis, (row) => {
      const [order] = store.read(({ lists }) => lists[list].rows.rows([row]));
      return order === undefined ? null : store.executionOf(order.key).waitingAt;
    });
    let content: HashedContent | null = null;
    while (content === null && rows.version === version) {
      const step = steps.next();
      if (step.done) content = step.value;
      else if (attempt <= maxAttempts) await nextTurn();
    }
    rows.noteBreaks();
    if (content === null || rows.version !== version) continue;
    const readUntil = readUntilOf({ checkedAt: store.checkedAt(list), clockAhead: store.clockAhead });
    return {
      version,
      from,
      to,
      zone,
      start: span.from,
      end: span.to,
      basis,
      ...content,
      costMethod: trades.costMethod().method,
      coverage: statementCoverage(store.coverage(list), store.breaks(list), span.to),
      readUntil: readUntil && Math.min(readUntil, span.to),
      unreadable: store.read(({ lists }) => lists[list].unreadable.count),
    };
  }
}

function* hashedContent(...query: Parameters<typeof contentSteps>): Steps<HashedContent> {
  const [trades, span, basis] = query;
  const content = yield* contentSteps(...query);
  return { ...content, ...(yield* hashStatement(trades, span, { basis, ...content })) };
}

/** Returns where orders created before the end of a span may be missing. `breaks`: of the order history. */
function statementCoverage(
  modes: readonly Omit<ModeCoverage, 'blocked'>[],
  breaks: readonly HistoryBreak[],
  end: Timestamp,
): StatementCoverage[] {
  return modes.map(({ marginMode, rows, oldest, complete, gaps }) => {
    const hasPast = breaks.some((each) => each.marginMode === marginMode && each.before === null);
    const isUnknown = rows === 0 ? !complete : hasPast;
    return {
      marginMode,
      backTo: isUnknown ? Math.min(oldest ?? end, end) : null,
      oldest: oldest !== null && oldest < end ? oldest : null,
      gaps: gaps.filter(({ from }) => from < end),
    };
  });
}
