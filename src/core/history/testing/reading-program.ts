/**
 * A program that reads the history of an exchange into its archive until it is killed. Arguments: the data folder, the exchange's address,
 * its token, its secret key, and the address of the history's worker. It prints "complete" when it has the whole list, and the name of a problem with its file.
 */
import { createCore } from '../../index.ts';

const [dataDirectory = '', baseUrl = '', token = '', secretKey = '', worker = ''] = process.argv.slice(2);

const core = await createCore({
  dataDirectory,
  about: { version: '0.0.0', host: 'browser', platform: 'linux' },
  startDemoExchange: () => Promise.reject(new Error('the demo exchange is not asked')),
  historyWorker: new URL(worker),
});
const list = 'order-history';

async function account(): Promise<string> {
  const listed = await core.call('listAccounts', {});
  const known = listed.ok ? (listed.data as { id: string; kind: string }[]).find(({ kind }) => kind === 'live') : null;
  const saved = await core.call('saveAccount', {
    ...(known ? { id: known.id } : {}),
    name: 'Main',
    baseUrl,
    signingVariant: 'bytewise',
    requestsPerWindow: 1000,
    credentials: { token, secretKey },
    keptIn: 'session',
  });
  if (!saved.ok) throw new Error(JSON.stringify(saved.error));
  return (saved.data as { id: string }).id;
}

core.subscribe((event) => {
  if (event.name !== 'historyChanged' || event.data.list !== list) return;
  const { phase, modes, problem } = event.data;
  if (problem !== null && phase === 'failed') process.stdout.write(`${problem.kind}\n`);
  if (phase === 'idle' && modes.every(({ complete }) => complete)) process.stdout.write('complete\n');
});
const id = await account();
const state = await core.call('syncHistory', { account: id, list, action: 'refresh' });
if (!state.ok) throw new Error(JSON.stringify(state.error));
