import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SettingsChange } from '../../shared/contract/settings.ts';
import type { Destination } from '../platform/navigation/go-to.ts';

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('window', { orderglass: {} });
});

afterEach(() => vi.unstubAllGlobals());

/** Loads the page's destinations. `open` shows a destination and returns the changes of the settings. */
async function load() {
  const { openDestination, visit } = await import('./destinations.ts');
  const { pendingRow } = await import('../platform/navigation/pending.ts');
  const { drillDown } = await import('../platform/navigation/drill-down.ts');
  const { dialog } = await import('../platform/dialogs.ts');
  const { alertFormRequest } = await import('../domain/alerts/alerts.ts');
  const open = (destination: Destination): SettingsChange[] => {
    const changes: SettingsChange[] = [];
    const change = (next: SettingsChange): void => {
      expect(pendingRow.get(), 'the screen that is being left has no pending row').toBeNull();
      changes.push(next);
    };
    openDestination(destination, change, 'results');
    return changes;
  };
  return { open, visit, pendingRow, drillDown, dialog, alertFormRequest };
}

test('a row is revealed by its own screen and account', async () => {
  const { open, pendingRow } = await load();
  expect(open({ kind: 'screen', account: 'mine', screen: 'spot-tickers', row: 'BTC-USDT' })).toEqual([
    { account: 'mine', screen: 'spot-tickers' },
  ]);
  expect(pendingRow.get()).toEqual({ account: 'mine', screen: 'spot-tickers', row: 'BTC-USDT' });
});

test('a screen without a row reveals nothing', async () => {
  const { open, pendingRow } = await load();
  expect(open({ kind: 'screen', account: 'mine', screen: 'open-plans' })).toEqual([
    { account: 'mine', screen: 'open-plans' },
  ]);
  expect(pendingRow.get()).toBeNull();
});

test('each list is another visit, also with the same filter, and leaves the filter of the user', async () => {
  const { open, visit, drillDown } = await load();
  const destination: Destination = { kind: 'list', account: 'mine', list: 'trades', filter: { symbols: ['BTC-USDT'] } };
  expect(open(destination)).toEqual([{ account: 'mine', screen: 'trades' }]);
  const narrowed = { screen: 'trades', account: 'mine', filter: { symbols: ['BTC-USDT'] } };
  expect(drillDown.get()).toEqual({ ...narrowed, from: 'results' });
  const first = visit.get();
  open({ ...destination, from: 'Since 09:52' });
  expect(drillDown.get()).toEqual({ ...narrowed, from: 'Since 09:52' });
  expect(visit.get()).toBeGreaterThan(first);
});

test('the open plan orders of a symbol are those of both margin modes', async () => {
  const { open, drillDown } = await load();
  expect(open({ kind: 'open-plans', account: 'mine', symbol: 'BTC-USDT' })).toEqual([
    { account: 'mine', screen: 'open-plans' },
  ]);
  expect(drillDown.get()).toEqual({ screen: 'open-plans', account: 'mine', symbol: 'BTC-USDT' });
});

test('a new alert opens its form with the level, in the account and market of the row', async () => {
  const { open, dialog, alertFormRequest } = await load();
  // The dialog remembers the focused element, and nothing is focused.
  vi.stubGlobal('document', { activeElement: null });
  vi.stubGlobal('HTMLElement', class {});
  const alert = { account: 'mine', market: 'futures', symbol: 'SOL-USDT', level: '101.5' } as const;
  expect(open({ kind: 'new-alert', ...alert })).toEqual([]);
  expect(dialog.get()).toBe('alert');
  expect(alertFormRequest.get()).toEqual({ kind: 'new', preset: { kind: 'price', ...alert } });
});
