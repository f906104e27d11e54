import { z } from 'zod';
import { screens } from '../../../shared/choices.ts';
import { historyLists } from '../../../shared/history.ts';
import { type Settings, type SettingsChange, settingsChangeSchema, settingsSchema } from '../../../shared/settings.ts';
import { emptyLayout } from '../../model/column.ts';
import { type ExportedName, fileFormat, fileVersion, isReset, notExported } from './settings-file.ts';

// The page may not make code out of text, and the library would try.
z.config({ jitless: true });

/** In bytes. A host takes no longer call, so no settings that are in force make a longer file. */
const longestFile = 1024 * 1024;

export type ImportError = 'too-large' | 'unreadable' | 'no-json' | 'other-file' | 'later-version' | 'wrong-values';

export type SettingsReading =
  | {
      kind: 'understood';
      /** All of it in one change: it is made whole, or not at all. */
      change: SettingsChange;
      /** Of what is in the change, what is not in force already. */
      differs: ExportedName[];
      /** Names in the file that no setting has. */
      leftOut: string[];
    }
  | {
      kind: 'refused';
      reason: ImportError;
      /** Where in the file the values are that no setting can have. */
      wrong: string[];
    };

type ReadableFile = Pick<File, 'size' | 'text'>;

/** Reads a file that somebody made or changed by hand, and changes nothing. Never rejects. */
export async function readSettingsFile(file: ReadableFile, inForce: Settings): Promise<SettingsReading> {
  if (file.size > longestFile) return refused('too-large');
  let text: string;
  try {
    text = await file.text();
  } catch {
    return refused('unreadable');
  }
  return readSettingsText(text, inForce);
}

export function readSettingsText(text: string, inForce: Settings): SettingsReading {
  let content: unknown;
  try {
    content = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return refused('no-json');
  }
  if (!isObject(content) || content.format !== fileFormat || !isObject(content.settings)) return refused('other-file');
  if (typeof content.version === 'number' && content.version > fileVersion) return refused('later-version');
  if (content.version !== fileVersion) return refused('other-file');
  return readValues(content.settings, inForce);
}

/** A name that no setting has is passed over: a later version may know it. A value that no setting has refuses the file. */
function readValues(values: Record<string, unknown>, inForce: Settings): SettingsReading {
  const change: Partial<Record<ExportedName, unknown>> = {};
  const leftOut: string[] = [];
  const wrong: string[] = [];
  for (const [name, value] of Object.entries(values)) {
    if (!isExported(name)) {
      leftOut.push(name);
      continue;
    }
    const read = settingsChangeSchema.shape[name].safeParse(withKnownParts(name, value, leftOut));
    if (read.success) change[name] = read.data;
    else for (const { path } of read.error.issues) wrong.push([name, ...path.map(String)].join('.'));
  }
  if (wrong.length > 0) return { kind: 'refused', reason: 'wrong-values', wrong: [...new Set(wrong)] };
  // Every value has been read by the setting's own schema.
  const whole = change as SettingsChange;
  const differs = Object.keys(whole).filter(
    (name): name is ExportedName => isExported(name) && !isInForce(name, whole, inForce),
  );
  return { kind: 'understood', change: whole, differs, leftOut };
}

/** Tables and lists that there are not are passed over like settings that there are not. */
function withKnownParts(name: ExportedName, value: unknown, leftOut: string[]): unknown {
  if (!isObject(value) || (name !== 'tables' && name !== 'filters')) return value;
  const known: readonly string[] = name === 'tables' ? screens : historyLists;
  const parts = Object.entries(value);
  for (const [part] of parts) if (!known.includes(part)) leftOut.push(`${name}.${part}`);
  return Object.fromEntries(parts.filter(([part]) => known.includes(part)));
}

function isExported(name: string): name is ExportedName {
  const left: readonly string[] = notExported;
  return Object.hasOwn(settingsChangeSchema.shape, name) && !left.includes(name);
}

/** Of `tables` and `filters` a change says only those that it names. */
function isInForce(name: ExportedName, change: SettingsChange, inForce: Settings): boolean {
  if (name !== 'tables' && name !== 'filters') return isSame(change[name], inForce[name]);
  const before: Record<string, unknown> = inForce[name];
  return Object.entries(change[name] ?? {}).every(([part, value]) => isSame(value, before[part]));
}

function isSame(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((value, position) => isSame(value, b[position]));
  }
  if (!isObject(a) || !isObject(b)) return Object.is(a, b);
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length && names.every((name) => Object.hasOwn(b, name) && isSame(a[name], b[name]))
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function refused(reason: ImportError): SettingsReading {
  return { kind: 'refused', reason, wrong: [] };
}

/** Makes the settings what they are at first. Accounts stay, and so does what the reader has named or marked. */
export function resetChange(): SettingsChange {
  const first: SettingsChange = settingsSchema.parse({});
  const reached = Object.entries(first).filter(([name]) => isExported(name) && isReset[name]);
  return {
    ...Object.fromEntries(reached),
    tables: Object.fromEntries(screens.map((screen) => [screen, emptyLayout])),
    filters: Object.fromEntries(historyLists.map((list) => [list, {}])),
  };
}
