import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import {
  invalidValues,
  type Settings,
  type settingsChangeSchema,
  settingsSchema,
} from '../../shared/contract/settings.ts';
import { isObject } from '../../shared/json/json-format.ts';
import { settingsFormat, withChange } from '../../shared/settings/settings.ts';
import { type FileErrorHandler, StateFile } from './state-file.ts';

type Change = z.output<typeof settingsChangeSchema>;

export interface SettingsStoreOptions {
  readonly directory: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly fileErrors: FileErrorHandler;
  /** Called with the paths of stored values that cannot be used. */
  readonly onInvalid?: (paths: string[]) => void;
  readonly onChange: (settings: Settings) => void;
}

/** The settings, and the members of the file from which they were read. */
interface StoredSettings {
  readonly members: Readonly<Record<string, unknown>>;
  readonly settings: Settings;
}

/**
 * The settings of the user, stored in one file. What this program does not know in the file (settings, values, views, watchlists of a later
 * version) stays in it until the user changes that setting.
 */
export class SettingsStore {
  readonly #file: StateFile<StoredSettings>;
  readonly #onChange: (settings: Settings) => void;

  /** Never rejects. See `StateFile.open`; without a usable file the default settings apply. */
  static async open({ directory, now, fileErrors, onInvalid, onChange }: SettingsStoreOptions): Promise<SettingsStore> {
    const file = await StateFile.open<StoredSettings>({
      file: path.join(directory, 'settings.json'),
      now,
      errors: fileErrors,
      empty: { members: {}, settings: settingsSchema.parse({}) },
      read(text) {
        const members = settingsFormat.read(text);
        const invalid = invalidValues(members);
        if (invalid.length > 0) onInvalid?.(invalid);
        // The schema replaces each invalid value by its default.
        return { content: { members, settings: settingsSchema.parse(members) }, isWhole: true };
      },
      write: ({ members }) => settingsFormat.write(members, 2),
    });
    return new SettingsStore(file, onChange);
  }

  private constructor(file: StateFile<StoredSettings>, onChange: (settings: Settings) => void) {
    this.#file = file;
    this.#onChange = onChange;
  }

  get current(): Settings {
    return this.#file.content.settings;
  }

  /**
   * Replaces the given settings, and the given parts of settings in parts. They apply immediately, and for this session even if the
   * file cannot be written. Resolves with the current settings when the file is written. Rejects with `storage-failed`.
   */
  change(change: Change): Promise<Settings> {
    return this.put(settingsSchema.parse(withChange(this.current, change)));
  }

  /** Replaces all settings, and settings in parts as a whole. Rejects as `change` does. */
  async put(settings: Settings): Promise<Settings> {
    const { members, isReduced } = changedMembers(this.#file.content, settings);
    this.#file.content = { members, settings };
    if (isReduced) this.#file.backUpOnce();
    this.#onChange(settings);
    await this.#file.save();
    return this.current;
  }

  /** Removes what the settings have of an account. Rejects as `change` does. */
  async forgetAccount(id: string): Promise<void> {
    const { feeRates, settledOrders, renamedSymbols, catchUps } = this.current;
    if (![feeRates, settledOrders, renamedSymbols, catchUps].some((values) => Object.hasOwn(values, id))) return;
    await this.change({
      feeRates: without(feeRates, [id]),
      settledOrders: without(settledOrders, [id]),
      renamedSymbols: without(renamedSymbols, [id]),
      catchUps: without(catchUps, [id]),
    });
  }

  /** Resolves when everything that can be written is written. */
  close(): Promise<void> {
    return this.#file.settle();
  }
}

/** Returns the members of the file for changed settings. `isReduced`: true if they lack anything that this program does not know. */
function changedMembers(
  { members: stored, settings: before }: StoredSettings,
  after: Settings,
): { members: Record<string, unknown>; isReduced: boolean } {
  let isReduced = false;

  function changed(stored: unknown, before: unknown, after: unknown): unknown {
    if (isDeepStrictEqual(before, after)) return stored ?? after;
    if (stored === undefined || isDeepStrictEqual(stored, before)) return after;
    if (isObject(stored) && isObject(before) && isObject(after)) {
      const unknown = Object.entries(stored).filter(([name]) => !Object.hasOwn(before, name));
      const known = Object.entries(after).map(([name, value]) => [name, changed(stored[name], before[name], value)]);
      return Object.fromEntries([...unknown, ...known]);
    }
    if (Array.isArray(stored) && Array.isArray(before) && Array.isArray(after)) {
      const unknown = stored.filter((item) => !before.some((known) => isDeepStrictEqual(known, item)));
      return [...after, ...unknown];
    }
    isReduced = true;
    return after;
  }

  const members = { ...(changed(stored, before, after) as Record<string, unknown>) };
  const different = Object.entries(after).filter(([name, value]) => !isDeepStrictEqual(asRecord(before)[name], value));
  // Members that are kept, because this program does not know them, must not change how their setting is read.
  const read = asRecord(settingsSchema.parse(Object.fromEntries(different.map(([name]) => [name, members[name]]))));
  for (const [name, value] of different) {
    if (isDeepStrictEqual(read[name], value)) continue;
    members[name] = value;
    isReduced = true;
  }
  return { members, isReduced };
}

function without<Value>(values: Readonly<Record<string, Value>>, removed: readonly string[]): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !removed.includes(name)));
}

function asRecord(settings: Settings): Readonly<Record<string, unknown>> {
  return settings;
}
