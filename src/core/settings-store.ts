import path from 'node:path';
import type { z } from 'zod';
import { type Settings, type settingsChangeSchema, settingsSchema } from '../shared/settings.ts';
import type { Log } from './log.ts';
import { StateFile } from './state-file.ts';

type Change = z.output<typeof settingsChangeSchema>;

export interface SettingsStoreOptions {
  readonly directory: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly log: Log;
  readonly onChange: (settings: Settings) => void;
  /** The damaged file was renamed to `backupName`; `null` if it could not be renamed and stays. */
  readonly onQuarantined?: (backupName: string | null) => void;
}

/** The settings of the user, stored in one file. */
export class SettingsStore {
  readonly #file: StateFile<Settings>;
  readonly #onChange: (settings: Settings) => void;

  /** Never rejects: a damaged file is quarantined, and the default settings apply. */
  static async open({ directory, now, log, onChange, onQuarantined }: SettingsStoreOptions): Promise<SettingsStore> {
    const file = await StateFile.open<Settings>({
      file: path.join(directory, 'settings.json'),
      now,
      errors: {
        quarantined({ error, backupName }) {
          log({ event: 'settings-quarantined', error, moved: backupName !== null });
          onQuarantined?.(backupName);
        },
        notSaved: (error) => log({ event: 'settings-not-saved', error }),
      },
      empty: settingsSchema.parse({}),
      // The schema replaces each invalid value by its default. Editors may have added a byte order mark.
      read: (text) => ({ content: settingsSchema.parse(JSON.parse(text.replace(/^\uFEFF/, ''))), isWhole: true }),
      write: (settings) => `${JSON.stringify(settings, null, 2)}\n`,
    });
    return new SettingsStore(file, onChange);
  }

  private constructor(file: StateFile<Settings>, onChange: (settings: Settings) => void) {
    this.#file = file;
    this.#onChange = onChange;
  }

  get current(): Settings {
    return this.#file.content;
  }

  /**
   * Replaces the given settings, and the given entries of `tables` and `filters`. They apply immediately, and for this session even if the
   * file cannot be written. Resolves with the current settings when the file is written. Rejects with `storage-failed`.
   */
  async change(change: Change): Promise<Settings> {
    const { tables, filters, ...settings } = this.current;
    this.#file.content = settingsSchema.parse({
      ...settings,
      ...withoutUndefined(change),
      tables: { ...tables, ...withoutUndefined(change.tables ?? {}) },
      filters: { ...filters, ...withoutUndefined(change.filters ?? {}) },
    });
    this.#onChange(this.current);
    await this.#file.save();
    return this.current;
  }

  /** Resolves when everything that can be written is written. */
  close(): Promise<void> {
    return this.#file.settle();
  }
}

function withoutUndefined(values: object): object {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
