import type { AccountSummary } from '../../shared/contract/accounts.ts';
import { succeed } from '../../shared/result.ts';
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
};
