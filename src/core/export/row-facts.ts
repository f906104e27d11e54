import type { ExportQuery } from '../../shared/contract/exports.ts';
import { type HistoryList, readUntilOf } from '../../shared/orders/history.ts';
import { accountsIn } from '../../shared/orders/joint.ts';
import type { HistoryService } from '../history/history-service.ts';
import type { RowFacts } from './row-file.ts';
import { isoTimes } from './row-texts.ts';

/** Returns what a file says of its rows: what was asked for, and what of it is missing from the stored history. */
export async function readFacts(
  history: HistoryService,
  list: HistoryList,
  { account, zone, accountNames }: Pick<ExportQuery, 'account' | 'zone' | 'accountNames'>,
  asked: RowFacts,
): Promise<RowFacts> {
  const isoTime = isoTimes(zone);
  const facts: Record<string, string> = { ...asked, zone, exportedAt: isoTime(Date.now()) };
  for (const id of accountsIn(account)) {
    const state = await history.ask('readHistoryState', { account: id, list });
    const of = accountNames?.[id] === undefined ? '' : `${accountNames[id]} `;
    for (const { marginMode, rows, oldest, newest, complete, gaps } of state.modes) {
      const range = oldest === null || newest === null ? [] : [`${isoTime(oldest)} to ${isoTime(newest)}`];
      const missing = gaps.map(({ from, to }) => `gap ${isoTime(from)} to ${isoTime(to)}`);
      const known = [`${rows} rows`, ...range, complete ? 'complete' : 'older rows may be missing', ...missing];
      facts[`${of}coverage ${marginMode}`] = known.join('; ');
    }
    facts[`${of}unreadable`] = String(state.unreadable);
    const checkedAt = readUntilOf(state);
    facts[`${of}checkedAt`] = checkedAt === null ? 'never' : isoTime(checkedAt);
  }
  return facts;
}
