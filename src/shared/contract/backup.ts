/** The backup: one file with everything that no exchange can send again, and what a restore adds. */
import { z } from 'zod';
import { settingNames } from '../settings/settings.ts';
import type { Channel } from './channel.ts';
import { exportPlaceSchema } from './exports.ts';
import { countSchema, daySchema, timestampSchema } from './values.ts';

const nothing = z.strictObject({});
/** The page's own name for a file that it hands over. */
const id = z.string().min(1).max(60);

/** Numbers of what a file adds to this computer. `kept`: what this computer has otherwise, and what stays. */
const additionsSchema = z.strictObject({
  /** Names of the accounts, without keys. */
  accounts: z.array(z.string()),
  notes: countSchema,
  alerts: countSchema,
  /** Orders that were seen being executed, and plan orders that were seen open. */
  orders: countSchema,
  plans: countSchema,
  settings: z.array(z.enum(settingNames)),
  kept: z.strictObject({ notes: countSchema }),
  /** Lines of the file that could not be read. */
  leftOut: countSchema,
});
export type Additions = z.output<typeof additionsSchema>;

/** Why a file cannot be restored. */
export const backupRefusals = ['no-backup', 'damaged', 'too-large', 'later-version', 'earlier-version'] as const;
export type BackupRefusal = (typeof backupRefusals)[number];

const restorePreviewSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('refused'), reason: z.enum(backupRefusals) }),
  /** `program`: the version that wrote the file. */
  z.strictObject({
    kind: z.literal('understood'),
    createdAt: timestampSchema,
    program: z.string(),
    adds: additionsSchema,
  }),
]);
export type RestorePreview = z.output<typeof restorePreviewSchema>;

/** Maximum length of a part of a file in base64, which the hosts accept in one call. */
const maxBackupPart = 700_000;

export const backupChannels = {
  /** Writes a backup to a place that the user chooses; `null` if the user chooses none. */
  writeBackup: { input: nothing, output: z.strictObject({ place: exportPlaceSchema }).nullable() },
  /** Hands over a file that the user has chosen, part by part. The first part ends what was handed over before. */
  handOverBackup: {
    input: z.strictObject({ id, isFirst: z.boolean(), part: z.base64().max(maxBackupPart) }),
    output: nothing,
  },
  /** Tells what a file that was handed over would add. Changes nothing. */
  previewRestore: { input: z.strictObject({ id }), output: restorePreviewSchema },
  /** Adds what this computer does not have. Rejects with `invalid-input` if the file cannot be restored. */
  restoreBackup: { input: z.strictObject({ id }), output: additionsSchema },
  /** Days of the backups that the program has written weekly, the latest first. `folder`: where they are; `null` in the data folder. */
  readWeeklyBackups: {
    input: nothing,
    output: z.strictObject({ folder: z.string().nullable(), days: z.array(daySchema) }),
  },
  /** Takes back the last restore of this session. `undone`: false if there is none. */
  undoRestore: { input: nothing, output: z.strictObject({ undone: z.boolean() }) },
} satisfies Record<string, Channel>;
