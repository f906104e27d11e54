import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { z } from 'zod';
import { alertRecordSchema } from '../../shared/contract/alerts.ts';
import type { BackupRefusal } from '../../shared/contract/backup.ts';
import { noteSchema } from '../../shared/contract/notes.ts';
import { observedOrderSchema, observedPlanSchema } from '../../shared/contract/observed.ts';
import { watchSpanSchema } from '../../shared/contract/plans.ts';
import { accountIdSchema, timestampSchema } from '../../shared/contract/values.ts';
import { JsonFormat, type JsonObject, OtherVersionError, parseJson } from '../../shared/json/json-format.ts';
import { checkAccountName, checkBaseUrl, maxRequestsPerWindow } from '../../shared/settings/account-input.ts';
import { settingsFormat } from '../../shared/settings/settings.ts';
import { signingVariants, type Timestamp } from '../../shared/values/domain.ts';

/** Identifies a backup. */
const fileType = 'orderglass-backup';
const format = new JsonFormat();

/** An account without anything of its keys. */
const accountSchema = z.strictObject({
  // Part of file paths.
  id: z.uuid(),
  name: z.string().refine((name) => checkAccountName(name, []) === null),
  baseUrl: z.string().refine((url) => checkBaseUrl(url) === null),
  signingVariant: z.enum(signingVariants),
  requestsPerWindow: z.number().int().min(1).max(maxRequestsPerWindow),
  createdAt: timestampSchema,
});
export type BackupAccount = z.output<typeof accountSchema>;

/** `account`: its ID in the backup. */
const ofAccount = { account: accountIdSchema };

/** The files with a JSON object on each line. */
const lists = {
  accounts: accountSchema,
  alerts: alertRecordSchema,
  notes: z.strictObject({ ...ofAccount, ...noteSchema.shape }),
  'observed-orders': z.strictObject({ ...ofAccount, ...observedOrderSchema.shape }),
  'observed-plans': z.strictObject({ ...ofAccount, ...observedPlanSchema.shape }),
  'plan-watches': z.strictObject({ ...ofAccount, ...watchSpanSchema.shape }),
} as const;
type Lists = { readonly [Name in keyof typeof lists]: readonly z.output<(typeof lists)[Name]>[] };
const listNames = Object.keys(lists) as (keyof typeof lists)[];

export interface Backup {
  readonly createdAt: Timestamp;
  /** Version of the program. */
  readonly program: string;
  /** As in settings.json, without the version. */
  readonly settings: JsonObject;
  readonly lists: Lists;
}

/** What could be read of a file. `leftOut`: lines that could not. */
export type BackupReading =
  | { readonly kind: 'understood'; readonly backup: Backup; readonly leftOut: number }
  | { readonly kind: 'refused'; readonly reason: BackupRefusal };

const aboutSchema = z.object({ format: z.literal(fileType), createdAt: timestampSchema, program: z.string().max(100) });

/** Maximum length of the unpacked files in bytes. */
const maxUnpacked = 512 * 1024 * 1024;

/** Returns the zip file: backup.json, settings.json, and a file of JSON Lines for each list. */
export function packBackup({ createdAt, program, settings, lists: content }: Backup): Uint8Array {
  const texts: Record<string, string> = {
    'backup.json': format.write({ format: fileType, createdAt, program }, 2),
    'settings.json': settingsFormat.write(settings, 2),
  };
  for (const name of listNames)
    texts[`${name}.jsonl`] = content[name].map((line) => `${JSON.stringify(line)}\n`).join('');
  return zipSync(Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, strToU8(text)])));
}

/** Reads a zip file, which may have been edited by hand. Leaves out each line that is invalid. */
export function unpackBackup(bytes: Uint8Array): BackupReading {
  let files: Readonly<Record<string, Uint8Array>>;
  try {
    let size = 0;
    files = unzipSync(bytes, {
      filter: ({ originalSize }) => {
        size += originalSize;
        return size <= maxUnpacked;
      },
    });
    if (size > maxUnpacked) return refused('too-large');
  } catch {
    return refused('no-backup');
  }
  const textOf = (name: string): string => strFromU8(files[name] ?? new Uint8Array());
  try {
    if (files['backup.json'] === undefined) return refused('no-backup');
    const about = aboutSchema.safeParse(format.read(textOf('backup.json')));
    if (!about.success) return refused('no-backup');
    const settings = files['settings.json'] === undefined ? {} : settingsFormat.read(textOf('settings.json'));
    let leftOut = 0;
    const linesOf = <Name extends keyof typeof lists>(name: Name) =>
      textOf(`${name}.jsonl`)
        .split('\n')
        .filter((line) => line.trim() !== '')
        .flatMap((line) => {
          const { data } = lists[name].safeParse(parsed(line));
          if (data === undefined) leftOut++;
          return data ?? [];
        });
    const content = Object.fromEntries(listNames.map((name) => [name, linesOf(name)])) as unknown as Lists;
    const { createdAt, program } = about.data;
    return { kind: 'understood', backup: { createdAt, program, settings, lists: content }, leftOut };
  } catch (error) {
    if (error instanceof OtherVersionError) return refused(error.isEarlier ? 'earlier-version' : 'later-version');
    return refused('damaged');
  }
}

function parsed(line: string): unknown {
  try {
    return parseJson(line);
  } catch {
    return undefined;
  }
}

function refused(reason: BackupRefusal): BackupReading {
  return { kind: 'refused', reason };
}
