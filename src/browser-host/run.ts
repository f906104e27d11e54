import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { lockDataFolder } from '../core/files/data-folder.ts';
import { createPageStart } from '../core/first-page.ts';
import {
  type Core,
  type CoreOptions,
  createCore,
  type DemoExchangeHandle,
  historyWorkerSource,
  type LogEvent,
  openProgramLog,
  type ProgramLog,
} from '../core/index.ts';
import { demoCredentials, demoOptions, startDemoExchange } from '../demo-exchange/index.ts';
import { environmentProxy } from '../exchange/index.ts';
import type { About } from '../shared/contract/program.ts';
import { settingsSchema } from '../shared/contract/settings.ts';
import type { HostText } from '../shared/text/host-en.ts';
import { hostText } from '../shared/text/host-text.ts';
import { openExports } from './exports.ts';
import type { HostOptions } from './options.ts';
import { startBrowserHost } from './server.ts';
import { serveFolder } from './static-files.ts';

const root = path.resolve(import.meta.dirname, '../..');
/** The history's worker beside the bundle of this file: in the npm package, and in a build. */
const bundled = new URL('history-worker.cjs', import.meta.url);
/** Entry file of the history's worker. */
export const historyWorker = existsSync(bundled) ? bundled : historyWorkerSource;

export interface RunningProgram {
  launchUrl: string;
  readonly version: string;
  /** Returns the texts of the current language. */
  readonly text: () => HostText;
  /** Returns an address for one more browser. The one before works no longer. */
  newLaunchUrl(): string;
  readonly log: ProgramLog;
  /** `discards`: see `Core.close`. */
  close(options?: { discards?: boolean }): Promise<void>;
}

/** The options that differ between the host of the built page and the development host. */
export type HostChoices = Partial<Omit<Parameters<typeof startBrowserHost>[0], 'core' | 'exports' | 'text' | 'port'>> &
  Pick<CoreOptions, 'removeFiles'>;

/** Starts the program and its server. Rejects with `DataFolderError`, and with the error of the system if the port is taken. */
export async function startProgram(
  options: HostOptions,
  { removeFiles, ...choices }: HostChoices = {},
): Promise<RunningProgram> {
  const unlock = lockDataFolder(options.dataDirectory, () => endWithoutSaving(options.dataDirectory));
  const log = openProgramLog({ dataDirectory: options.dataDirectory, echo: writeToTerminal });
  try {
    const about = await readAbout();
    const exports = await openExports(options.dataDirectory);
    const core = await createCore({
      dataDirectory: options.dataDirectory,
      backupDirectory: options.backupDirectory,
      about,
      watchesAccounts: true,
      startDemoExchange: () => demoExchange(options.demoExchange),
      lastingDemoExchange: options.demoExchange,
      text: (language) => hostText(language, locale()),
      exportTargets: exports.targets,
      ...(removeFiles ? { removeFiles } : {}),
      historyWorker,
      findProxy: environmentProxy(process.env) ?? undefined,
      log,
    });
    try {
      const text = await followLanguage(core);
      const page = serveFolder(path.join(root, 'out/renderer'), createPageStart(core));
      const host = await startBrowserHost({ page, ...choices, core, exports, text, port: options.port });
      return {
        launchUrl: host.launchUrl,
        version: about.version,
        text,
        newLaunchUrl: host.newLaunchUrl,
        log,
        async close(options) {
          await host.close();
          await core.close(options);
          await exports.close();
          log.close(options);
          unlock();
        },
      };
    } catch (error) {
      await core.close();
      throw error;
    }
  } catch (error) {
    log.write({ event: 'start-failed', error });
    log.close();
    unlock();
    throw error;
  }
}

/** Another program uses the data folder, too. */
function endWithoutSaving(folder: string): never {
  const { folderLost: text } = hostText('system', locale());
  process.stderr.write(`${text.title}\n${text.detail(folder)}\n`);
  process.exit(1);
}

/** Shows errors to the user who started the program. The caller of `startProgram` reports why it did not start. */
function writeToTerminal(line: string, event: LogEvent): void {
  if (event !== 'start-failed') process.stderr.write(`${line}\n`);
}

export async function readAbout(): Promise<About> {
  const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as { version: string };
  return { version, host: 'browser', platform: process.platform };
}

async function demoExchange(baseUrl: string | null): Promise<DemoExchangeHandle> {
  return baseUrl === null ? startDemoExchange(demoOptions) : { baseUrl, ...demoCredentials, close: async () => {} };
}

/** Locale of the system. */
export function locale(): string {
  return Intl.DateTimeFormat().resolvedOptions().locale;
}

/** Returns a function with the texts of the current language: the one of the settings, or of the system. */
async function followLanguage(core: Pick<Core, 'call' | 'subscribe'>): Promise<() => HostText> {
  let text = hostText('system', locale());
  const stored = await core.call('readSettings', {});
  if (stored.ok) text = hostText(settingsSchema.parse(stored.data).language, locale());
  core.subscribe((event) => {
    if (event.name === 'settingsChanged') text = hostText(event.data.language, locale());
  });
  return () => text;
}
