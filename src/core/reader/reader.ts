import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { HistoryWorker } from '../../history/index.ts';
import { type Settings, settingsSchema } from '../../shared/contract/settings.ts';
import { settingsFormat } from '../../shared/settings/settings.ts';
import { demoAccountId, demoAccountName } from '../../shared/values/domain.ts';
import { OrderglassError } from '../../shared/values/errors.ts';
import type { Account } from '../accounts/accounts.ts';
import { readAccountsContent } from '../accounts/accounts-file.ts';
import { demoArchiveName } from '../accounts/archive-name.ts';
import { connectionOf } from '../accounts/connection-publisher.ts';
import { systemCode } from '../files/quarantine.ts';
import { HistoryService } from '../history/history-service.ts';

/** What is stored in a data folder, which another program may be using. Reads files alone: no exchange, no keychain, no write. */
export interface Reader {
  /** The live accounts, or the demo account alone. `isStored`: true if the account has an archive. */
  readonly accounts: readonly { readonly id: string; readonly name: string; readonly isStored: boolean }[];
  readonly settings: Settings;
  readonly history: HistoryService;
  close(): Promise<void>;
}

export interface ReaderOptions {
  readonly directory: string;
  readonly worker: HistoryWorker;
  /** True to read the archive of the demo account alone. */
  readonly isDemo?: boolean;
  /** True if nothing that is read may come from the user's notes. Default: false. */
  readonly leavesNotes?: boolean;
}

/** Rejects with `storage-failed` if a file of the folder cannot be read. */
export async function openReader({
  directory,
  worker,
  isDemo = false,
  leavesNotes = false,
}: ReaderOptions): Promise<Reader> {
  const settingsText = await readIfExists(path.join(directory, 'settings.json'));
  const accountsText = isDemo ? null : await readIfExists(path.join(directory, 'accounts.json'));
  const settings = settingsSchema.parse(settingsText === null ? {} : parsed(() => settingsFormat.read(settingsText)));
  const profiles = accountsText === null ? [] : parsed(() => readAccountsContent(accountsText)).content.profiles;
  const find = (id: string) => profiles.find((each) => each.id === id);
  const unknown = () => new OrderglassError('unknown-account', 'there is no account with this id');
  const refuse = () => Promise.reject(new OrderglassError('canceled', 'a reader asks no exchange'));

  const history = new HistoryService({
    directory,
    worker,
    isReader: true,
    leavesNotes,
    accounts: {
      find(id): Account {
        const archive = isDemo && id === demoAccountId ? demoArchiveName('') : find(id)?.archive.name;
        if (archive === undefined) throw unknown();
        return { scope: id, archive, run: '', askMarket: refuse, askOrders: refuse };
      },
      archivesOf(id) {
        const profile = find(id);
        if (profile === undefined) throw unknown();
        return [profile.archive.name, ...profile.earlierArchives];
      },
      connection: (id) => connectionOf(id, null),
    },
    keepsDemoHistory: true,
    words: (id) => ({
      settled: settings.settledOrders[id] ?? {},
      renamed: settings.renamedSymbols[id] ?? {},
      contractSizes: settings.contractSizes[find(id)?.baseUrl ?? 'demo'] ?? {},
    }),
    demoNotes: () => null,
    readOpenPlans: refuse,
    now: Date.now,
    log: () => {},
    onChange: () => {},
    onNotes: () => {},
    onNotesQuarantined: () => {},
    onPlans: () => {},
    onFailure: () => {},
    onRecovered: () => {},
  });
  const isStored = (name: string) => existsSync(path.join(directory, 'archives', `${name}.sqlite`));
  const accounts = isDemo
    ? [{ id: demoAccountId, name: demoAccountName, isStored: true }]
    : profiles.map(({ id, name, archive }) => ({ id, name, isStored: isStored(archive.name) }));
  return { accounts, settings, history, close: () => history.close() };
}

async function readIfExists(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    throw new OrderglassError('storage-failed', `${path.basename(file)} could not be read (${systemCode(error)})`);
  }
}

function parsed<Content>(read: () => Content): Content {
  try {
    return read();
  } catch (error) {
    throw new OrderglassError('storage-failed', 'a file of the data folder is damaged or of another version', {
      cause: error,
    });
  }
}
