import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { addDays, dayOf } from '../../shared/time/days.ts';
import { localTimeZone } from '../../shared/time/time.ts';
import type { Day, Timestamp } from '../../shared/values/domain.ts';
import { writeFileInParts } from '../export/write-file.ts';
import { type Backups, backupName } from './backups.ts';

/** Subfolders of the data folder, and of a folder that the host has chosen. Only backups of this program are in them. */
const [ownFolder, chosenFolder] = ['backups', 'orderglass-backups'];
/** Files that are kept, the latest ones. */
const maxFiles = 8;
const daysBetween = 7;
const firstCheckMs = 60_000;
const checkEveryMs = 3_600_000;

const nameForm = /^orderglass-backup-(\d{4}-\d\d-\d\d)\.zip$/;

export interface WeeklyBackupsOptions {
  readonly dataDirectory: string;
  /** `null` for the data folder. */
  readonly chosenDirectory: string | null;
  readonly backups: Backups;
  readonly isOn: () => boolean;
  /** Epoch milliseconds. */
  readonly now: () => Timestamp;
  /** Called with the folder. */
  readonly onFailure: (error: unknown, folder: string) => void;
  readonly onWritten: () => void;
}

/** Writes a backup into a folder of the data folder, or of the one that the host has chosen, once a week, if the user has turned that on. */
export class WeeklyBackups {
  readonly #options: WeeklyBackupsOptions;
  readonly #timers: readonly NodeJS.Timeout[];
  readonly #closing = new AbortController();
  #running: Promise<void> = Promise.resolve();

  constructor(options: WeeklyBackupsOptions) {
    this.#options = options;
    const check = () => this.check();
    this.#timers = [setTimeout(check, firstCheckMs).unref(), setInterval(check, checkEveryMs).unref()];
  }

  /** Days of the backups in the folder, the latest first. A later day than today is of a clock that was wrong, and does not count. */
  async days(): Promise<Day[]> {
    const names = await readdir(this.#folder).catch(() => []);
    const days = names.flatMap((name) => nameForm.exec(name)?.[1] ?? []);
    return days.filter((day) => day <= this.#today).sort((a, b) => (a < b ? 1 : -1));
  }

  /** Writes a backup if the latest one is a week old. Never throws; a failure is reported, and tried again in an hour. */
  check(): Promise<void> {
    this.#running = this.#running
      .then(() => this.#write())
      .catch((error: unknown) => {
        if (!this.#closing.signal.aborted) this.#options.onFailure(error, this.#folder);
      });
    return this.#running;
  }

  /** Resolves when nothing is being written. */
  async close(): Promise<void> {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#closing.abort();
    await this.#running;
  }

  /** The folder of the backups if it is not in the data folder. */
  get chosenFolder(): string | null {
    const { chosenDirectory } = this.#options;
    return chosenDirectory === null ? null : path.join(chosenDirectory, chosenFolder);
  }

  get #folder(): string {
    return this.chosenFolder ?? path.join(this.#options.dataDirectory, ownFolder);
  }

  get #today(): Day {
    return dayOf(this.#options.now(), localTimeZone());
  }

  async #write(): Promise<void> {
    const { isOn, now, backups, onWritten } = this.#options;
    if (!isOn() || this.#closing.signal.aborted) return;
    const [latest] = await this.days();
    if (latest !== undefined && this.#today < addDays(latest, daysBetween)) return;
    const bytes = await backups.pack();
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const file = path.join(this.#folder, backupName(now()));
    await writeFileInParts(file, [bytes], this.#closing.signal);
    onWritten();
    for (const day of (await this.days()).slice(maxFiles)) {
      await rm(path.join(this.#folder, `orderglass-backup-${day}.zip`), { force: true });
    }
  }
}
