import { createAtom, useSelector } from '@tanstack/react-store';
import { useCallback, useEffect } from 'react';
import { presenceTimeoutMs } from '../../../shared/market/market.ts';
import { accountsIn } from '../../../shared/orders/joint.ts';
import type { Timestamp } from '../../../shared/values/domain.ts';
import { greatest, smallest } from '../../../shared/values/extremes.ts';
import { client } from '../../platform/client.ts';
import { currentSettings, useChangeSettings, useSetting } from '../../platform/settings/settings.ts';
import { refreshLive } from '../market/live/live.ts';

/** Time in which an account was not in front: from the last report up to the opening of the account. */
export interface Absence {
  since: Timestamp;
  before: Timestamp;
}

/** Shortest time (ms) in the background after which the return to an opened account counts as an absence. */
const minAbsenceMs = 300_000;
/** Milliseconds between two reports while the account is in front. */
const reportIntervalMs = presenceTimeoutMs / 2;

/** The latest absence of each account. Kept until the page is reloaded. */
const absences = createAtom<Readonly<Record<string, Absence | null>>>({});

/** The last look at accounts whose moment the user has dismissed. Kept until the page is reloaded. */
const dismissedLooks = createAtom<Readonly<Record<string, Timestamp>>>({});

/** The moment since which the user wants to know what happened. */
export interface CatchUp {
  since: Timestamp;
  /** When the user had last looked; `null` if that is not known any more. */
  lastLook: Timestamp | null;
}

/** Returns the moment of an account: the one that the settings keep, otherwise the start of its latest absence; `null` without both. */
function momentOf(kept: CatchUp | undefined, absence: Absence | null | undefined): CatchUp | null {
  const since = kept?.since ?? absence?.since;
  return since === undefined ? null : { since, lastLook: kept?.lastLook ?? absence?.since ?? null };
}

/**
 * Returns the moment since which the user wants to know what happened in an account, or in those of a joint archive, and the functions that
 * change it. The earliest moment of an account is that of all. The settings keep it until the user dismisses it; `since`: `null` without
 * one. `before`: the end of the latest absence; its start is kept once something is found in it.
 */
export function useCatchUp(archive: string) {
  const catchUps = useSetting('catchUps');
  const noted = useSelector(absences);
  const dismissed = useSelector(dismissedLooks);
  const change = useChangeSettings();
  const accounts = accountsIn(archive);
  const moments = accounts.flatMap((account) => momentOf(catchUps[account], noted[account]) ?? []);
  const lookAt = (account: string) =>
    momentOf(catchUps[account], noted[account])?.lastLook ?? dismissed[account] ?? null;
  const looks = accounts.flatMap((account) => lookAt(account) ?? []);
  const ends = accounts.flatMap((account) => noted[account]?.before ?? []);
  /** Keeps the moment of each account, or `since` for all of them. */
  const keep = useCallback(
    (since?: Timestamp): void => {
      const { catchUps: kept } = currentSettings();
      const next = accountsIn(archive).flatMap((account) => {
        const own = momentOf(kept[account], absences.get()[account]);
        const lastLook = own?.lastLook ?? dismissedLooks.get()[account] ?? null;
        if (since !== undefined) return [[account, { since, lastLook }]];
        return own === null ? [] : [[account, own]];
      });
      change({ catchUps: { ...kept, ...Object.fromEntries(next) } });
    },
    [archive, change],
  );
  const dismiss = useCallback((): void => {
    const own = accountsIn(archive);
    const { catchUps: kept } = currentSettings();
    const lastLooks = own.flatMap((account) => {
      const look = momentOf(kept[account], absences.get()[account])?.lastLook ?? null;
      return look === null ? [] : [[account, look]];
    });
    dismissedLooks.set({ ...dismissedLooks.get(), ...Object.fromEntries(lastLooks) });
    absences.set({ ...absences.get(), ...Object.fromEntries(own.map((account) => [account, null])) });
    const others = Object.entries(kept).filter(([account]) => !own.includes(account));
    change({ catchUps: Object.fromEntries(others) });
  }, [archive, change]);
  return {
    since: moments.length === 0 ? null : smallest(moments.map(({ since }) => since)),
    lastLook: looks.length === 0 ? null : smallest(looks),
    /** IDs of the accounts of which no last look is known. */
    withoutLook: accounts.filter((account) => lookAt(account) === null),
    before: ends.length === 0 ? null : greatest(ends),
    isKept: accounts.every((account) => !noted[account] || catchUps[account]),
    keep,
    dismiss,
  };
}

/** Reports whether the account is in the window in front, and notes its absence when it is opened or returned to. */
export function usePresence(account: string): void {
  useEffect(() => {
    let isInFront = false;
    let isOpened = false;
    const report = async (): Promise<void> => {
      const result = await client.reportPresence({ account, isInFront: true });
      if (!result.ok) return;
      const { before, at } = result.data;
      const isReturn = isOpened;
      isOpened = true;
      if (before === null || at - before < (isReturn ? minAbsenceMs : 1)) return;
      // Order times are whole seconds (docs/service.md 2.2). Round down, or an order later in the same second is missed.
      noteAbsence(account, { since: Math.floor(before / 1000) * 1000, before: at });
    };
    const update = (): void => {
      const isNow = document.visibilityState === 'visible' && document.hasFocus();
      if (isNow === isInFront) return;
      isInFront = isNow;
      if (isNow) void report();
      else void client.reportPresence({ account, isInFront: false });
    };
    update();
    const timer = window.setInterval(() => isInFront && void report(), reportIntervalMs);
    window.addEventListener('focus', update);
    window.addEventListener('blur', update);
    document.addEventListener('visibilitychange', update);
    return () => {
      window.clearInterval(timer);
      window.removeEventListener('focus', update);
      window.removeEventListener('blur', update);
      document.removeEventListener('visibilitychange', update);
      if (isInFront) void client.reportPresence({ account, isInFront: false });
    };
  }, [account]);
}

/** An absence that the user has not dismissed continues. Requests the newest orders and open plans, which no screen may show. */
function noteAbsence(account: string, { since, before }: Absence): void {
  const known = absences.get()[account];
  absences.set({ ...absences.get(), [account]: { since: known?.since ?? since, before } });
  void client.syncHistory({ account, list: 'order-history', action: 'refresh' });
  void refreshLive('open-plans', account);
}
