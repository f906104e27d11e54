import type { ExportQuery, TradeExportQuery } from '../../shared/contract/exports.ts';
import { accountsIn } from '../../shared/orders/joint.ts';
import type { ArchiveList } from '../../shared/orders/trades.ts';
import type { HistoryService } from '../history/history-service.ts';
import type { RowFacts } from './row-file.ts';
import { isoTimes } from './row-texts.ts';

/** Returns what a file says of the rows of a list: where they are from, what the filter keeps, and what is missing. */
export async function readFacts(
  history: HistoryService,
  list: ArchiveList,
  query: Pick<ExportQuery | TradeExportQuery, 'account' | 'filter' | 'sort' | 'zone' | 'name' | 'accountNames'>,
): Promise<RowFacts> {
  const { account, filter, sort, zone, name, accountNames } = query;
  const isoTime = isoTimes(zone);
  const facts: Record<string, string> = {
    name,
    list,
    filter: JSON.stringify(filter),
    sort: JSON.stringify(sort),
    zone,
    exportedAt: isoTime(Date.now()),
  };
  for (const id of accountsIn(account)) {
    const state = await history.ask('readHistoryState', {
      account: id,
      list: list === 'trades' ? 'order-history' : list,
    });
    const of = accountNames?.[id] === undefined ? '' : `${accountNames[id]} `;
    for (const { marginMode, rows, oldest, newest, complete, gaps } of state.modes) {
      const range = oldest === null || newest === null ? [] : [`${isoTime(oldest)} to ${isoTime(newest)}`];
      const missing = gaps.map(({ from, to }) => `gap ${isoTime(from)} to ${isoTime(to)}`);
      const known = [`${rows} rows`, ...range, complete ? 'complete' : 'older rows may be missing', ...missing];
      facts[`${of}coverage ${marginMode}`] = known.join('; ');
    }
    facts[`${of}unreadable`] = String(state.unreadable);
    facts[`${of}checkedAt`] = state.checkedAt === null ? 'never' : isoTime(state.checkedAt);
  }
  return facts;
}
