import type { AccountSummary } from '../../shared/contract/accounts.ts';
import type { HistoryState } from '../../shared/contract/history.ts';
import { succeed } from '../../shared/values/result.ts';
import type { Answers } from './fake-host.ts';

export const demoAccount: AccountSummary = {
  id: 'demo',
  name: '',
  kind: 'demo',
  baseUrl: 'http://127.0.0.1:1',
  signingVariant: 'bytewise',
  requestsPerWindow: 20,
  credentials: null,
};

/** Answers about the program: a browser host with the demo account, which cannot update itself. */
export const programAnswers: Answers = {
  listAccounts: () => succeed([demoAccount]),
  readAbout: () => succeed({ version: '1.0.0', host: 'browser', platform: 'linux' }),
  readUpdates: () => succeed({ kind: 'unavailable' }),
  readWeeklyBackups: () => succeed({ folder: null, days: [] }),
};

/** A whole, empty history that is not being synced. */
export const wholeHistory: Omit<HistoryState, 'account' | 'list'> = {
  version: 1,
  rows: 0,
  unreadable: 0,
  modes: [],
  phase: 'idle',
  fetched: 0,
  rate: null,
  downloaded: null,
  secondsLeft: null,
  failure: null,
  checkedAt: null,
  verification: null,
  found: null,
  damaged: null,
  lost: null,
  oddities: 0,
  sharedIds: 0,
  hasOneMode: false,
  problem: null,
};

/** Both margin modes from their first order on. */
export const wholeModes = (['isolated', 'cross'] as const).map((marginMode) => ({
  ...{ marginMode, rows: 1, oldest: 1, newest: 2, complete: true, blocked: false, verifiedAt: null, gaps: [] },
}));
