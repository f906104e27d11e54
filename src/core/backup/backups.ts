import { isDeepStrictEqual } from 'node:util';
import type { AddedObserved, ObservedFrom } from '../../history/index.ts';
import type { Alert } from '../../shared/contract/alerts.ts';
import type { Additions, RestorePreview } from '../../shared/contract/backup.ts';
import type { ExportPlace } from '../../shared/contract/exports.ts';
import type { Note, NotePart } from '../../shared/contract/notes.ts';
import type { Observed } from '../../shared/contract/observed.ts';
import type { Settings } from '../../shared/contract/settings.ts';
import { dayOf } from '../../shared/time/days.ts';
import { localTimeZone } from '../../shared/time/time.ts';
import type { Timestamp } from '../../shared/values/domain.ts';
import { OrderglassError } from '../../shared/values/errors.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { Alerts } from '../alerts/alerts.ts';
import type { ExportTargets } from '../export/exporter.ts';
import { writeFileInParts } from '../export/write-file.ts';
import type { SettingsStore } from '../files/settings-store.ts';
import type { HistoryService } from '../history/history-service.ts';
import { type Backup, type BackupAccount, type BackupReading, packBackup, unpackBackup } from './backup-file.ts';
import { mergedSettings } from './merged-settings.ts';

export interface BackupsOptions {
  /** Version of the program. */
  readonly version: string;
  readonly accounts: Accounts;
  readonly alerts: Alerts;
  readonly history: HistoryService;
  readonly settings: SettingsStore;
  /** Missing if the user can choose no file. */
  readonly targets: ExportTargets | undefined;
  /** Epoch milliseconds. */
  readonly now: () => Timestamp;
}

/** Maximum length (bytes) of a file that the page hands over. */
const maxFileSize = 256 * 1024 * 1024;
/** Notes, orders and plan orders that a history adds at a time. */
const itemsPerCall = 500;

/** What the last restore of this session has added. */
interface Restored {
  readonly settings: Partial<Settings>;
  readonly accounts: readonly string[];
  readonly alerts: readonly Alert[];
  readonly observed: readonly { readonly account: string; readonly added: AddedObserved }[];
}

/**
 * Writes everything that no exchange can send again into one file, and adds what such a file has to this computer: an account, a note, an
 * alert, a setting or an observation that is missing here. What is here stays. A backup never has keys, and the demo account is no part of it.
 */
export class Backups {
  readonly #options: BackupsOptions;
  /** The file that the page hands over. */
  #handedOver: { readonly id: string; readonly parts: Buffer[]; size: number } | null = null;
  #restored: Restored | null = null;

  constructor(options: BackupsOptions) {
    this.#options = options;
  }

  /** Rejects with `storage-failed`. */
  async write(signal: AbortSignal): Promise<{ place: ExportPlace } | null> {
    const { targets, now } = this.#options;
    const target = (await targets?.choose({ fileName: backupName(now()), format: 'zip' })) ?? null;
    if (target === null) return null;
    const bytes = await this.pack();
    try {
      await writeFileInParts(target.path, [bytes], signal);
    } catch (error) {
      if (error instanceof OrderglassError || signal.aborted) throw error;
      throw new OrderglassError('storage-failed', 'the backup could not be written', { cause: error });
    }
    return { place: target.handOver() };
  }

  /** Returns the file. */
  async pack(): Promise<Uint8Array> {
    const { version, accounts, alerts, settings, now } = this.#options;
    const live = accounts.list().filter(({ kind }) => kind === 'live');
    const notes: (Note & { account: string })[] = [];
    const observed: { account: string; part: Observed }[] = [];
    for (const { id: account } of live) {
      for (const note of await this.#notesOf(account)) notes.push({ account, ...note });
      for await (const part of this.#observedOf(account)) observed.push({ account, part });
    }
    const of = <Item>(items: (part: Observed) => readonly Item[]) =>
      observed.flatMap(({ account, part }) => items(part).map((item) => ({ account, ...item })));
    const ofLive = (await alerts.listAlerts({})).filter(({ account }) => live.some(({ id }) => id === account));
    return packBackup({
      createdAt: now(),
      program: version,
      settings: settings.current,
      lists: {
        accounts: accounts.profilesWithoutKeys(),
        alerts: ofLive.map(({ isArmed: _, ...alert }) => alert),
        notes,
        'observed-orders': of(({ orders }) => orders),
        'observed-plans': of(({ plans }) => plans),
        'plan-watches': of(({ watches }) => watches),
      },
    });
  }

  /** See `backupChannels`. Rejects with `invalid-input` if the file is too large. */
  handOver({ id, isFirst, part }: { id: string; isFirst: boolean; part: string }): void {
    if (isFirst) this.#handedOver = { id, parts: [], size: 0 };
    const file = this.#fileOf(id);
    const bytes = Buffer.from(part, 'base64');
    file.size += bytes.length;
    if (file.size > maxFileSize) {
      this.#handedOver = null;
      throw new OrderglassError('invalid-input', 'part: the file is too large');
    }
    file.parts.push(bytes);
  }

  /** See `backupChannels`. */
  async preview({ id }: { id: string }): Promise<RestorePreview> {
    const reading = this.#read(id);
    if (reading.kind === 'refused') return reading;
    const { createdAt, program } = reading.backup;
    return { kind: 'understood', createdAt, program, adds: await this.#add(reading, true) };
  }

  /** See `backupChannels`. */
  async restore({ id }: { id: string }): Promise<Additions> {
    const reading = this.#read(id);
    if (reading.kind === 'refused') throw new OrderglassError('invalid-input', 'id: the file cannot be restored');
    return this.#add(reading, false);
  }

  /** See `backupChannels`. */
  async undo(): Promise<{ undone: boolean }> {
    const restored = this.#restored;
    if (restored === null) return { undone: false };
    this.#restored = null;
    const { accounts, alerts, history, settings } = this.#options;
    await settings.put({ ...settings.current, ...restored.settings });
    for (const alert of restored.alerts) await alerts.removeAlert(alert).catch(() => {});
    for (const account of restored.accounts) {
      await history.remove(account, true, () => accounts.remove(account));
    }
    for (const { account, added } of restored.observed) {
      if (!restored.accounts.includes(account)) await history.removeObserved(account, added);
    }
    return { undone: true };
  }

  #fileOf(id: string) {
    const file = this.#handedOver;
    if (file?.id !== id) throw new OrderglassError('invalid-input', 'id: no file was handed over');
    return file;
  }

  #read(id: string): BackupReading {
    return unpackBackup(Buffer.concat(this.#fileOf(id).parts));
  }

  /** Adds what is missing; with `isTrial`, only tells what would be added. */
  async #add(
    { backup, leftOut }: Extract<BackupReading, { kind: 'understood' }>,
    isTrial: boolean,
  ): Promise<Additions> {
    const { accounts, settings } = this.#options;
    const { ownIds, added: newAccounts } = this.#match(backup.lists.accounts);
    const merged = mergedSettings(settings.current, backup.settings, ownIds);
    const before = Object.keys(merged).map((name) => [name, settings.current[name as keyof Settings]]);
    const restored = {
      settings: Object.fromEntries(before) as Partial<Settings>,
      accounts: newAccounts.map(({ id }) => id),
      alerts: [] as Alert[],
      observed: [] as { account: string; added: AddedObserved }[],
    };
    if (!isTrial) {
      this.#restored = restored;
      await accounts.addWithoutKeys(newAccounts);
      await settings.put({ ...settings.current, ...merged });
    }
    const isNew = (account: string): boolean => isTrial && restored.accounts.includes(account);
    const newAlerts = await this.#addAlerts(backup, ownIds, isNew, isTrial, restored.alerts);
    const sums = { notes: 0, kept: 0, orders: 0, plans: 0 };
    for (const [stored, account] of ownIds) {
      for (const part of partsOfAccount(backup.lists, stored)) {
        const added = isNew(account)
          ? allOf(part)
          : await this.#options.history.addObserved(account, { ...part, isTrial });
        if (!isTrial) restored.observed.push({ account, added });
        sums.notes += added.notes.length;
        sums.kept += part.notes.length - added.notes.length;
        sums.orders += added.keys.orders.length;
        sums.plans += added.keys.plans.length;
      }
    }
    const { notes, kept, orders, plans } = sums;
    return {
      accounts: newAccounts.map(({ name }) => name),
      ...{ notes, alerts: newAlerts, orders, plans, leftOut },
      settings: Object.keys(merged) as Additions['settings'],
      kept: { notes: kept },
    };
  }

  /** Finds the accounts of a backup by their IDs, or by name and address. The others are added. */
  #match(stored: readonly BackupAccount[]) {
    const own = this.#options.accounts.profilesWithoutKeys();
    const ownIds = new Map<string, string>();
    const added: BackupAccount[] = [];
    for (const account of stored) {
      // A file that was edited by hand can have an account twice.
      if (ownIds.has(account.id)) continue;
      const same =
        own.find(({ id }) => id === account.id) ??
        own.find(({ name, baseUrl }) => name === account.name && baseUrl === account.baseUrl);
      ownIds.set(account.id, same?.id ?? account.id);
      if (same === undefined) added.push(account);
    }
    return { ownIds, added };
  }

  async #addAlerts(
    { lists }: Backup,
    ownIds: ReadonlyMap<string, string>,
    isNew: (account: string) => boolean,
    isTrial: boolean,
    saved: Alert[],
  ): Promise<number> {
    const { alerts, now } = this.#options;
    let count = 0;
    for (const { account: stored, condition, paused, quietMinutes, endsAt } of lists.alerts) {
      const account = ownIds.get(stored);
      if (account === undefined) continue;
      const known = isNew(account) ? [] : await alerts.listAlerts({ account });
      if (known.some((alert) => isDeepStrictEqual(alert.condition, condition))) continue;
      count++;
      if (isTrial) continue;
      const isOver = endsAt !== null && endsAt <= now();
      saved.push(await alerts.saveAlert({ account, condition, paused: paused || isOver, quietMinutes, endsAt }));
    }
    return count;
  }

  async #notesOf(account: string): Promise<Note[]> {
    const notes: Note[] = [];
    for (let from: NotePart['next'] = null; ; ) {
      const part: NotePart = await this.#options.history.listNotes({ account, from });
      notes.push(...part.notes);
      from = part.next;
      if (from === null) return notes;
    }
  }

  async *#observedOf(account: string): AsyncGenerator<Observed> {
    for (let from: ObservedFrom | null = null; ; ) {
      const part: { observed: Observed; next: ObservedFrom | null } = await this.#options.history.readObserved(
        account,
        from,
      );
      yield part.observed;
      from = part.next;
      if (from === null) return;
    }
  }
}

/** Returns the name of a backup with the day of this computer. */
export function backupName(now: Timestamp): string {
  return `orderglass-backup-${dayOf(now, localTimeZone())}.zip`;
}

interface Part {
  readonly observed: Observed;
  readonly notes: readonly Note[];
}

/** Returns what a backup has of an account, in parts that a history adds at a time. */
function* partsOfAccount(lists: Backup['lists'], stored: string): Generator<Part> {
  const own = <Item extends { account: string }>(items: readonly Item[]) =>
    items.flatMap(({ account, ...item }) => (account === stored ? [item] : []));
  const orders = own(lists['observed-orders']);
  const plans = own(lists['observed-plans']);
  const watches = own(lists['plan-watches']);
  const notes = own(lists.notes);
  for (let from = 0; from < Math.max(orders.length, plans.length, watches.length, notes.length); from += itemsPerCall) {
    const to = from + itemsPerCall;
    const observed = { orders: orders.slice(from, to), plans: plans.slice(from, to), watches: watches.slice(from, to) };
    yield { observed, notes: notes.slice(from, to) };
  }
}

/** All of a part is new to an account that does not exist yet. */
function allOf({ observed: { orders, plans, watches }, notes }: Part): AddedObserved {
  const keys = {
    orders: orders.map(({ order }) => order.key),
    plans: plans.map(({ key }) => key),
    watches: watches.map(({ from }) => from),
  };
  return { keys, notes };
}
