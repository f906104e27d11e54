import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const replaceState = vi.fn();

beforeEach(() => {
  replaceState.mockClear();
});
afterEach(() => vi.unstubAllGlobals());

async function open(hash: string) {
  vi.resetModules();
  vi.stubGlobal('window', { location: { hash }, history: { replaceState } });
  return import('./chosen-activity.ts');
}

it.each(['demo order:1', 'ä+b&c=%', ''])('an address selects the activity %j once', async (id) => {
  const { addressOfActivity } = await open('');
  const { chosenActivity } = await open(addressOfActivity(id).slice(1));
  expect(chosenActivity.get()).toBe(id);
  expect(replaceState).toHaveBeenCalledOnce();
});

it.each(['', '#watch', '#activity', '#activity=%'])('the address %j is accepted', async (hash) => {
  const { chosenActivity } = await open(hash);
  expect(chosenActivity.get()).toBe({ '#activity': '', '#activity=%': '%' }[hash] ?? null);
});
