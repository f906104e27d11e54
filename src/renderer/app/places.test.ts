import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SettingsChange } from '../../shared/contract/settings.ts';
import type { Place } from '../platform/navigation/go-to.ts';

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('window', { orderglass: {} });
});

afterEach(() => vi.unstubAllGlobals());

/** Loads the page's places. `open` shows a place and returns the changes of the settings. */
async function load() {
  const { openPlace, visit } = await import('./places.ts');
  const { pendingRow, pendingSymbol } = await import('../platform/navigation/pending.ts');
  const open = (place: Place): SettingsChange[] => {
    const changes: SettingsChange[] = [];
    openPlace(place, (change) => {
      expect(pendingRow.get(), 'the screen that is being left has no pending row').toBeNull();
      changes.push(change);
    });
    return changes;
  };
  return { open, visit, pendingRow, pendingSymbol };
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

test('each list is another visit, also with the same filter', async () => {
  const { open, visit } = await load();
  const place: Place = { kind: 'list', account: 'mine', list: 'trades', filter: { symbols: ['BTC-USDT'] } };
  expect(open(place)).toEqual([{ account: 'mine', screen: 'trades', filters: { trades: { symbols: ['BTC-USDT'] } } }]);
  const first = visit.get();
  open(place);
  expect(visit.get()).toBeGreaterThan(first);
});

test('the open plan orders of a symbol are those of both margin modes', async () => {
  const { open, pendingSymbol } = await load();
  expect(open({ kind: 'open-plans', account: 'mine', symbol: 'BTC-USDT' })).toEqual([
    { account: 'mine', screen: 'open-plans', marginMode: 'all' },
  ]);
  expect(pendingSymbol.get()).toBe('BTC-USDT');
});
