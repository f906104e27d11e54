import path from 'node:path';
import type { z } from 'zod';
import { OrderglassError } from '../shared/errors.ts';
import { type Settings, type settingsChangeSchema, settingsSchema } from '../shared/settings.ts';
import { writeFileAtomically } from './atomic-file.ts';
import type { Log } from './log.ts';
import { readOrQuarantine, systemCode } from './quarantine.ts';
import { SaveQueue } from './save-queue.ts';

const fileName = 'settings.json';

type Change = z.output<typeof settingsChangeSchema>;

export interface SettingsStoreOptions {
  readonly directory: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly log: Log;
  readonly onChange: (settings: Settings) => void;
  /** The damaged file was renamed to `keptAs`; `null` if it could not be renamed and stays. */
  readonly onSetAside?: (keptAs: string | null) => void;
}

/** The settings of the user, stored in one file. */
export class SettingsStore {
  #current: Settings;
  readonly #file: string;
  readonly #log: Log;
  readonly #onChange: (settings: Settings) => void;
  readonly #saves = new SaveQueue(() => this.#write());

  /** Never rejects: a damaged file is quarantined, and the default settings apply. */
  static async open(options: SettingsStoreOptions): Promise<SettingsStore> {
    return new SettingsStore(options, await readSettings(options));
  }

  private constructor({ directory, log, onChange }: SettingsStoreOptions, settings: Settings) {
    this.#current = settings;
    this.#file = path.join(directory, fileName);
    this.#log = log;
    this.#onChange = onChange;
  }

  get current(): Settings {
    return this.#current;
  }

  /**
   * Replaces the given settings, and the given entries of `tables` and `filters`. They apply immediately, and for this session even if the
   * file cannot be written. Resolves with the current settings when the file is written. Rejects with `storage-failed`.
   */
  async change(change: Change): Promise<Settings> {
    this.#current = settingsSchema.parse({
      ...this.#current,
      ...withoutUndefined(change),
      tables: { ...this.#current.tables, ...withoutUndefined(change.tables ?? {}) },
      filters: { ...this.#current.filters, ...withoutUndefined(change.filters ?? {}) },
    });
    this.#onChange(this.#current);
    await this.#saves.save();
    return this.#current;
  }

  /** Resolves when everything that can be written is written. */
  close(): Promise<void> {
    return this.#saves.settle();
  }

  async #write(): Promise<void> {
    try {
      await writeFileAtomically(this.#file, `${JSON.stringify(this.#current, null, 2)}\n`);
    } catch (error) {
      const code = systemCode(error);
      this.#log({ event: 'settings-not-saved', error });
      throw new OrderglassError('storage-failed', `the settings could not be written (${code})`);
    }
  }
}

async function readSettings({ directory, now, log, onSetAside }: SettingsStoreOptions): Promise<Settings> {
  const { content, problem } = await readOrQuarantine(path.join(directory, fileName), now, (text) => ({
    content: settingsSchema.parse(JSON.parse(text.replace(/^\uFEFF/, ''))),
    isWhole: true,
  }));
  if (problem) {
    log({ event: 'settings-quarantined', error: problem.error, moved: problem.keptAs !== null });
    onSetAside?.(problem.keptAs);
  }
  return content ?? settingsSchema.parse({});
}

function withoutUndefined(values: object): object {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
