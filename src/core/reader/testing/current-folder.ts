import path from 'node:path';
import { createCore } from '../../index.ts';
import { FileKeychain } from '../../testing/file-keychain.ts';
import { keptThreads } from '../../testing/kept-threads.ts';
import { type Recording, recordedFolders, unpackRecordedFolder } from '../../testing/recorded-folders.ts';

/** Unpacks the latest recorded data folder, brings its archive up to date as the program does, and returns what it contains. */
export async function currentFolder(target: string): Promise<Recording> {
  const recording = unpackRecordedFolder(recordedFolders.at(-1) ?? '', target);
  const keychain = new FileKeychain(path.join(target, 'keychain.json'));
  keychain.hidesEntries = true;
  const core = await createCore({
    dataDirectory: path.join(target, 'data'),
    historyWorker: keptThreads,
    about: { version: '0.0.0', host: 'browser', platform: 'linux' },
    startDemoExchange: () => Promise.reject(new Error('not needed')),
    openKeychain: () => keychain,
    fetch: () => Promise.reject(new TypeError('no network')),
  });
  await core.call('readHistoryState', { account: recording.account, list: 'order-history' });
  await core.close();
  return recording;
}
