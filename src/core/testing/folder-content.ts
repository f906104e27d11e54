import { createHash } from 'node:crypto';
import type { ChannelName, InputOf, OutputOf } from '../../shared/contract/index.ts';
import type { Note, NotePart } from '../../shared/contract/notes.ts';
import type { PlanLife } from '../../shared/contract/plans.ts';
import { defaultQuietMinutes } from '../../shared/market/market.ts';

type Ask = <Name extends ChannelName>(name: Name, input: InputOf<Name>) => Promise<OutputOf<Name>>;
export type FolderContent = Awaited<ReturnType<typeof folderContent>>;

const everything = { filter: {}, sort: [], zone: 'UTC' };

/**
 * Returns everything that a recorded data folder contains, as the program answers it, under names of its own: content.json has it as it was
 * when the folder was recorded. `account`: its live account.
 */
export async function folderContent(ask: Ask, account: string) {
  const accounts = await ask('listAccounts', {});
  const orders = await allRows((from) =>
    ask('readOrderHistory', { account, ...everything, from, count: 1000 }).then(({ rows }) => rows),
  );
  const plans = await allRows((from) =>
    ask('readPlanHistory', { account, ...everything, from, count: 1000 }).then(({ rows }) => rows),
  );
  const { modes } = await ask('readHistoryState', { account, list: 'order-history' });
  const unreadable = await ask('readUnreadableRows', { account, list: 'order-history' });
  const pending = orders.find(({ averagePrice }) => averagePrice === '82000.5');
  const changes = await ask('readRowChanges', { account, list: 'order-history', key: pending?.key ?? 'missing' });
  const { slices } = await ask('readOrderExecution', { account, key: pending?.key ?? 'missing' });
  const notes: Note[] = [];
  for (let from: NotePart['next'] = null; ; ) {
    const part: NotePart = await ask('listNotes', { account, from });
    notes.push(...part.notes);
    from = part.next;
    if (from === null) break;
  }
  const { plans: open } = await ask('readLastPlans', { account });
  const lives = await Promise.all([...plans, ...open].map(({ key }) => ask('readPlanLife', { account, key })));
  const alerts = await ask('listAlerts', {});
  const activities = await ask('readActivity', {});
  const settings = await ask('readSettings', {});
  const leftEntries = await ask('readLeftEntries', {});
  const { favorites: favourites, ...futures } = settings.tickers.futures;
  return {
    accounts: accounts.map(({ kind, name, baseUrl, requestsPerWindow, credentials }) => ({
      ...(kind === 'live' ? { name, baseUrl, requestsPerWindow } : { name: 'Demo' }),
      // Credentials of a session end with it.
      endsIn: credentials?.keptIn === 'keychain' ? credentials.endsIn : null,
    })),
    ...(leftEntries.length > 0 ? { leftEntries } : {}),
    orders: summary(orders),
    plans: summary(plans),
    complete: modes.map(({ complete }) => complete),
    unreadable: unreadable.map(({ raw }) => raw),
    changes: changes.map(({ raw }) => raw),
    ...(slices.length > 0 ? { execution: slices } : {}),
    notes,
    ...planLives(lives.flatMap((life) => life ?? [])),
    alerts: alerts.map(({ condition, paused, createdAt, lastFiredAt, quietMinutes, endsAt }) => {
      const repeats = quietMinutes === defaultQuietMinutes && endsAt === null ? [] : [{ quietMinutes, endsAt }];
      return [condition, paused, createdAt, lastFiredAt, ...repeats];
    }),
    activities: activities.map(({ at, read, event }) => [at, read, event]),
    settings: {
      theme: settings.theme,
      prices: settings.priceColors,
      language: settings.language,
      screen: settings.screen,
      account: settings.account,
      timeZone: settings.timeZone,
      tables: settings.tables,
      filters: settings.filters,
      views: settings.views,
      futures: { ...futures, favourites },
      watchlists: settings.watchlists,
      watch: settings.watch,
      refresh: settings.refreshEvery,
      quietHours: settings.quietHours,
      notify: settings.notify,
      ...(Object.keys(settings.feeRates).length > 0 ? { feeRates: settings.feeRates } : {}),
    },
  };
}

async function allRows<Row>(read: (from: number) => Promise<readonly Row[]>): Promise<Row[]> {
  const rows: Row[] = [];
  for (let from = 0; ; from += 1000) {
    const part = await read(from);
    rows.push(...part);
    if (part.length < 1000) return rows;
  }
}

/** `watches`: of a folder that was written without a pause. */
function planLives(lives: readonly PlanLife[]) {
  const seen = lives
    .map(({ states, end }) => ({ first: states[0]?.at ?? 0, plan: states.at(-1)?.plan, end }))
    .toSorted((a, b) => a.first - b.first);
  const to = lives[0]?.gaps === 0 ? lives[0].watchedUntil : null;
  return {
    planLives: seen.map(({ first, plan, end }) => [plan?.key, plan?.triggerPrice, first, end]),
    watches: to === null ? [] : [{ from: seen[0]?.first, to }],
  };
}

/** `hash`: of all keys and texts as received. */
function summary(rows: readonly { readonly key: string; readonly raw: string }[]) {
  const lines = rows.map(({ key, raw }) => `${key}\t${raw}\n`).sort();
  return { rows: rows.length, hash: createHash('sha256').update(lines.join('')).digest('hex') };
}
