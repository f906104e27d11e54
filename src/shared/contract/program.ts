/** The program itself: its version, its files, its windows and its updates. */
import { z } from 'zod';
import { programWindows, screens } from '../settings/choices.ts';
import { commandNames } from '../settings/commands.ts';
import { dataFiles, fileProblems } from '../values/domain.ts';
import type { Channel } from './channel.ts';

const nothing = z.strictObject({});

const aboutSchema = z.strictObject({
  version: z.string(),
  host: z.enum(['electron', 'browser']),
  /** Node's name of the operating system: "linux", "darwin", "win32". */
  platform: z.string(),
  /** True on Wayland, which does not let a program place its windows or keep them above others. Default: false. */
  wayland: z.boolean().exactOptional(),
});
export type About = z.output<typeof aboutSchema>;

/** A local file that could not be used, or not completely, or not be written. */
const fileNoticeSchema = z.discriminatedUnion('what', [
  z.strictObject({
    what: z.enum(dataFiles),
    problem: z.enum(fileProblems),
    /** Name under which a damaged file is kept in the data folder; `null` if the file was left unchanged. */
    backupName: z.string().nullable(),
  }),
  /** A damaged file with notes. `backupName`: its name in the folder of notes now. */
  z.strictObject({ what: z.literal('notes'), backupName: z.string() }),
  /** The last weekly backup could not be written into the folder. */
  z.strictObject({ what: z.literal('backups'), folder: z.string() }),
  /** Values of the settings that cannot be used, by their paths. They stay in the file until the user changes them. */
  z.strictObject({ what: z.literal('setting-values'), paths: z.array(z.string()) }),
  /** The user has removed all data, and the program was ended before its files were removed. */
  z.strictObject({ what: z.literal('folder'), problem: z.literal('not-removed') }),
]);
export type FileNotice = z.output<typeof fileNoticeSchema>;

const version = z.string();
/** What is known about updates of the program. */
const updateStatusSchema = z.discriminatedUnion('kind', [
  /** The program was not installed by an installer, or its installer has no address for updates. */
  z.strictObject({ kind: z.literal('unavailable') }),
  /** The user has not turned updates on. Nothing is requested. */
  z.strictObject({ kind: z.literal('off') }),
  z.strictObject({ kind: z.literal('unchecked') }),
  z.strictObject({ kind: z.literal('checking') }),
  z.strictObject({ kind: z.literal('current') }),
  z.strictObject({ kind: z.literal('downloading'), version }),
  /** A newer version that the user must install, because the program cannot. */
  z.strictObject({ kind: z.literal('found'), version }),
  /** Downloaded. `waitsForExport`: true if the restart waits for the end of an export. */
  z.strictObject({ kind: z.literal('ready'), version, waitsForExport: z.boolean() }),
  z.strictObject({ kind: z.literal('failed') }),
]);
export type UpdateStatus = z.output<typeof updateStatusSchema>;

/** Data that the program has stored on this computer. */
const storedDataSchema = z.strictObject({
  folder: z.string(),
  /** Names of the files, and of the subfolders with the number of their files. */
  files: z.string(),
  /** Number of the entries in the keychain. */
  keychainEntries: z.number().int().nonnegative(),
});

/** Parts of the page that are rendered apart, so that an error in one leaves the others. */
const pageParts = [...screens, 'dialogs', 'page'] as const;
export const pageProblemSchema = z.strictObject({
  part: z.enum(pageParts),
  name: z.enum(['Error', 'RangeError', 'ReferenceError', 'SyntaxError', 'TypeError', 'other']),
  /** Lines and columns in the page's code, the innermost first. */
  at: z.array(z.string().regex(/^\d{1,6}:\d{1,7}$/)).max(5),
});

export const programChannels = {
  readAbout: { input: nothing, output: aboutSchema },
  readFileNotices: { input: nothing, output: z.array(fileNoticeSchema) },
  /** A text for a bug report. Contains no secrets and no account names. */
  readDiagnostics: { input: nothing, output: z.strictObject({ text: z.string() }) },
  /** An error with which a part of the page could not be rendered, for the log. No field has room for text. */
  reportPageProblem: { input: pageProblemSchema, output: nothing },
  /** The question before `removeData`. */
  readStoredData: { input: nothing, output: storedDataSchema },
  /** Removes the keys from the keychain, then ends the program, which removes its files. If the keychain fails, everything stays. */
  removeData: {
    input: nothing,
    /** `notShown`: entries that the keychain did not show, so that it may still contain them. */
    output: z.strictObject({ notShown: z.array(z.string()) }),
  },
  /** Opens a window or brings it to the front. `shown`: false if the host has no windows of its own. */
  showWindow: {
    input: z.strictObject({ window: z.enum(programWindows) }),
    output: z.strictObject({ shown: z.boolean() }),
  },
  readUpdates: { input: nothing, output: updateStatusSchema },
  /** Checks now, unless updates are turned off. */
  checkForUpdates: { input: nothing, output: updateStatusSchema },
  /** Restarts the program with the downloaded version, after exports have ended. */
  installUpdate: { input: nothing, output: updateStatusSchema },
} satisfies Record<string, Channel>;

export const programEvents = {
  /** All notices. Files of an account are read when they are first needed. */
  fileNoticesChanged: z.array(fileNoticeSchema),
  updatesChanged: updateStatusSchema,
  /** The connection to the host was interrupted, and events may be lost. Sent by the page's own client. */
  eventsMissed: nothing,
  /** The user chose a command of the native menu. */
  command: z.strictObject({ name: z.enum(commandNames) }),
};
