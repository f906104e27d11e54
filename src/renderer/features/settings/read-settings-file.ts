import { z } from 'zod';
import { fileNotesSchema, noteSchema } from '../../../shared/contract/notes.ts';
import {
  type Settings,
  type SettingsChange,
  settingsChangeSchema,
  settingsSchema,
} from '../../../shared/contract/settings.ts';
import { isObject, type JsonObject, OtherVersionError, parseJson } from '../../../shared/json/json-format.ts';
import { archiveLists } from '../../../shared/orders/trades.ts';
import { screens } from '../../../shared/settings/choices.ts';
import {
  type ExportedName,
  isSetting,
  settingDescription,
  settingsFormat,
  transferOf,
  withChange,
} from '../../../shared/settings/settings.ts';
import { type AccountNotes, fileType } from '../../domain/notes/user-file.ts';
import { defaultLayout } from '../../ui/table/column-table.ts';

// The page's security policy forbids code from text, which zod would try to use.
z.config({ jitless: true });

/** Maximum size (bytes) of a file. */
const maxFileSize = 64 * 1024 * 1024;
/** Maximum length of a file without notes. The hosts accept no larger call, so effective settings never need more. */
const maxLengthWithoutNotes = 1024 * 1024;

type VersionError = 'later-version' | 'earlier-version';
export type ImportError = 'too-large' | 'unreadable' | 'no-json' | 'other-file' | VersionError | 'wrong-values';

export type SettingsReading =
  | {
      kind: 'understood';
      /** All settings of the file as one change, which applies valid or not at all. */
      change: SettingsChange;
      /** Settings that the change would alter. */
      differs: ExportedName[];
      /** Names in the file that are no settings, and paths of notes that cannot be read. */
      leftOut: string[];
      /** Notes of the file, by the names of their accounts. They are no part of the change. */
      notes: AccountNotes[];
    }
  | {
      kind: 'refused';
      reason: ImportError;
      /** Paths of invalid values in the file. */
      wrong: string[];
    };

type ReadableFile = Pick<File, 'size' | 'text'>;

/** Reads a settings file, which may have been edited by hand. Changes nothing and never rejects. */
export async function readSettingsFile(file: ReadableFile, current: Settings): Promise<SettingsReading> {
  if (file.size > maxFileSize) return refused('too-large');
  let text: string;
  try {
    text = await file.text();
  } catch {
    return refused('unreadable');
  }
  return readSettingsText(text, current);
}

export function readSettingsText(text: string, current: Settings): SettingsReading {
  let file: unknown;
  try {
    file = parseJson(text);
  } catch {
    return refused(text.length > maxLengthWithoutNotes ? 'too-large' : 'no-json');
  }
  if (!isObject(file) || file.format !== fileType || !isObject(file.settings)) return refused('other-file');
  if (file.notes === undefined && text.length > maxLengthWithoutNotes) return refused('too-large');
  let settings: JsonObject;
  try {
    settings = settingsFormat.convert({ ...file.settings, version: file.version });
  } catch (error) {
    if (!(error instanceof OtherVersionError) || typeof file.version !== 'number') return refused('other-file');
    return refused(error.isEarlier ? 'earlier-version' : 'later-version');
  }
  const reading = readValues(settings, current);
  return reading.kind === 'refused' || file.notes === undefined ? reading : withNotes(reading, file.notes);
}

/** Leaves out each invalid note, because a later version may define it. */
function withNotes(reading: Extract<SettingsReading, { kind: 'understood' }>, stored: unknown): SettingsReading {
  const parts = fileNotesSchema.safeParse(stored);
  if (!parts.success) {
    const wrong = parts.error.issues.map(({ path }) => ['notes', ...path.map(String)].join('.'));
    return { kind: 'refused', reason: 'wrong-values', wrong: [...new Set(wrong)] };
  }
  const leftOut = [...reading.leftOut];
  const notes = parts.data.map(({ account, notes }, part) => ({
    account,
    notes: notes.flatMap((note, index) => {
      const { data } = noteSchema.safeParse(note);
      if (data === undefined) leftOut.push(`notes.${part}.notes.${index}`);
      return data ?? [];
    }),
  }));
  return { ...reading, leftOut, notes: notes.filter((part) => part.notes.length > 0) };
}

/** Leaves out unknown names, because a later version may define them, and invalid values. */
function readValues(values: JsonObject, current: Settings): SettingsReading {
  const change: Partial<Record<ExportedName, unknown>> = {};
  const leftOut: string[] = [];
  for (const [name, value] of Object.entries(values)) {
    if (!isExported(name)) {
      leftOut.push(name);
      continue;
    }
    const schema = settingsChangeSchema.shape[name];
    const known = withKnownParts(name, value, leftOut);
    const read = schema.safeParse(known);
    const paths = (read.error?.issues ?? []).map(({ path }) => path);
    for (const path of new Set(paths.map((path) => [name, ...path.map(String)].join('.')))) leftOut.push(path);
    const { data } = read.success ? read : schema.safeParse(withoutWrong(name, known, paths));
    if (data !== undefined) change[name] = data;
  }
  // Every value has passed the schema of its setting.
  const valid = change as SettingsChange;
  const differs = Object.keys(valid).filter(
    (name): name is ExportedName => isExported(name) && !isCurrent(name, valid, current),
  );
  return { kind: 'understood', change: valid, differs, leftOut, notes: [] };
}

/** Leaves out the items of a list, and the parts of a setting in parts, that are invalid. `undefined` for the whole setting. */
function withoutWrong(name: ExportedName, value: unknown, paths: readonly (readonly PropertyKey[])[]): unknown {
  const wrong = new Set(paths.map(([first]) => String(first)));
  if (paths.some((path) => path.length === 0)) return undefined;
  if (Array.isArray(value)) return value.filter((_, index) => !wrong.has(String(index)));
  if (!isObject(value) || settingDescription(name).parts === undefined) return undefined;
  return Object.fromEntries(Object.entries(value).filter(([part]) => !wrong.has(part)));
}

/** Leaves out unknown tables and lists, like unknown settings. */
function withKnownParts(name: ExportedName, value: unknown, leftOut: string[]): unknown {
  const known = settingDescription(name).parts;
  if (!isObject(value) || known === undefined) return value;
  const parts = Object.entries(value);
  for (const [part] of parts) if (!known.includes(part)) leftOut.push(`${name}.${part}`);
  return Object.fromEntries(parts.filter(([part]) => known.includes(part)));
}

function isExported(name: string): name is ExportedName {
  return isSetting(name) && transferOf(name) !== 'personal';
}

function isCurrent(name: ExportedName, change: SettingsChange, current: Settings): boolean {
  return isSame(withChange(current, { [name]: change[name] })[name], current[name]);
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

function refused(reason: ImportError): SettingsReading {
  return { kind: 'refused', reason, wrong: [] };
}

/** Returns the change that resets settings to their defaults. */
export function resetChange(): SettingsChange {
  const first: SettingsChange = settingsSchema.parse({});
  const defaults = Object.entries(first).filter(([name]) => isSetting(name) && transferOf(name) === 'reset');
  return {
    ...Object.fromEntries(defaults),
    tables: Object.fromEntries(screens.map((screen) => [screen, defaultLayout])),
    filters: Object.fromEntries(archiveLists.map((list) => [list, {}])),
  };
}
