import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { lockDataFolder } from '../core/files/data-folder.ts';
import { type Core, createCore, type HistoryWorker } from '../core/index.ts';
import { demoOptions, startDemoExchange } from '../demo-exchange/index.ts';
import { environmentProxy } from '../exchange/index.ts';
import type { HistoryState } from '../shared/contract/history.ts';
import type { ChannelName, InputOf, OutputOf } from '../shared/contract/index.ts';
import type { About } from '../shared/contract/program.ts';
import { historyLists } from '../shared/orders/history.ts';
import { demoAccountId } from '../shared/values/domain.ts';
import { OrderglassError } from '../shared/values/errors.ts';

/** The installed program that runs a command. */
export interface Program {
  readonly about: About;
  readonly historyWorker: HistoryWorker;
  /** What the user has typed to start the program. */
  readonly typed: string;
  /** Relative paths of the user begin there. */
  readonly directory: string;
}

/** Milliseconds between two looks at a running sync. */
const lookEveryMs = 250;

/** Runs work on a data folder with the complete demo account, which is removed afterwards. `readsHistory`: false to leave the folder empty. */
export async function inDemoFolder<Result>(
  program: Program,
  work: (folder: string) => Promise<Result>,
  readsHistory = true,
): Promise<Result> {
  const folder = await mkdtemp(path.join(tmpdir(), 'orderglass-demo-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.on('exit', remove);
  try {
    if (readsHistory) {
      process.stderr.write('Downloading the demo account, about 20 seconds…\n');
      await withCore(program, folder, { watchesAccounts: false }, (core) => syncOnce(core, [demoAccountId]));
    }
    return await work(folder);
  } finally {
    remove();
    process.off('exit', remove);
  }
}

/** Runs work on the program's services, alone in the data folder. Rejects with `DataFolderError` if another program uses it. */
export async function withCore<Result>(
  { about, historyWorker }: Program,
  dataDirectory: string,
  { watchesAccounts }: { watchesAccounts: boolean },
  work: (core: Core) => Promise<Result>,
): Promise<Result> {
  const unlock = lockDataFolder(dataDirectory);
  try {
    const core = await createCore({
      dataDirectory,
      about,
      watchesAccounts,
      startDemoExchange: () => startDemoExchange(demoOptions),
      historyWorker,
      findProxy: environmentProxy(process.env) ?? undefined,
    });
    try {
      return await work(core);
    } finally {
      await core.close();
    }
  } finally {
    unlock();
  }
}

/** Downloads what is new of the histories of accounts. Resolves when each is up to date, paused, or has failed once. */
export async function syncOnce(core: Core, accounts: readonly string[]): Promise<HistoryState[]> {
  const all = accounts.flatMap((account) => historyLists.map((list) => ({ account, list })));
  let since = Number.POSITIVE_INFINITY;
  for (;;) {
    // Also if the clock was set back meanwhile: otherwise the sync would end only when that time has come again.
    if (Date.now() < since) {
      since = Date.now();
      await Promise.all(all.map((query) => ask(core, 'syncHistory', { ...query, action: 'refresh' })));
    }
    const states = await Promise.all(all.map((query) => ask(core, 'readHistoryState', query)));
    const isOver = ({ phase, checkedAt }: HistoryState) =>
      phase === 'paused' || phase === 'failed' || (phase === 'idle' && (checkedAt ?? 0) >= since);
    if (states.every(isOver)) return states;
    await setTimeout(lookEveryMs);
  }
}

/** Rejects with the failure of the call. */
export async function ask<Name extends ChannelName>(
  core: Core,
  name: Name,
  input: InputOf<Name>,
): Promise<OutputOf<Name>> {
  const result = await core.call(name, input);
  if (result.ok) return result.data as OutputOf<Name>;
  throw new OrderglassError(result.error.code, result.error.message);
}
