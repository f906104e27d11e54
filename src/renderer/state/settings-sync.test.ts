import { beforeEach, expect, it } from 'vitest';
import { fail, type Result, succeed } from '../../shared/result.ts';
import { type Settings, settingsSchema } from '../../shared/settings.ts';
import { SettingsSync } from './settings-sync.ts';

const defaults = settingsSchema.parse({});
const list = { name: 'Majors', market: 'futures' as const, symbols: ['BTC-USDT'] };
const withTheme: Settings = { ...defaults, theme: 'light' };
const withList: Settings = { ...defaults, watchlists: [list] };
const withBoth: Settings = { ...withTheme, watchlists: [list] };

let inForce: Settings;
let sync: SettingsSync;

beforeEach(() => {
  inForce = defaults;
  sync = new SettingsSync((settings) => {
    inForce = settings;
  });
});

/** A change of the page's own, which is in force here at once. */
function changeHere(settings: Settings) {
  inForce = settings;
  const { promise, resolve } = Promise.withResolvers<Result<Settings>>();
  const done = sync.change(promise);
  return {
    answer(result: Result<Settings>) {
      resolve(result);
      return done;
    },
  };
}

it('is what the core tells', () => {
  sync.hear(withList);
  expect(inForce).toBe(withList);
});

it('keeps what was changed here until the core has answered', async () => {
  const change = changeHere(withTheme);
  sync.hear(withList);
  expect(inForce).toBe(withTheme);
  sync.hear(withBoth);
  await change.answer(succeed(withBoth));
  expect(inForce).toEqual(withBoth);
  expect(sync.isWaiting).toBe(false);
});

it('loses nothing that was changed elsewhere while the answer was on its way', async () => {
  const change = changeHere(withTheme);
  sync.hear(withTheme);
  sync.hear(withBoth);
  // Made before the other change.
  await change.answer(succeed(withTheme));
  expect(inForce).toBe(withBoth);
});

it('takes what was told, also where the own change fails', async () => {
  const change = changeHere(withTheme);
  sync.hear(withList);
  await change.answer(fail('host-gone', 'The host did not answer.'));
  expect(inForce).toBe(withList);
});

it('takes the answer where nothing was told, and not what was told for an earlier change', async () => {
  const first = changeHere(withTheme);
  sync.hear(withTheme);
  await first.answer(succeed(withTheme));
  const second = changeHere(withBoth);
  await second.answer(succeed(withBoth));
  expect(inForce).toBe(withBoth);
});

it('waits for the last of several changes', async () => {
  const first = changeHere(withTheme);
  const second = changeHere(withBoth);
  sync.hear(withTheme);
  await first.answer(succeed(withTheme));
  expect(inForce).toBe(withBoth);
  sync.hear(withBoth);
  await second.answer(fail('storage-failed', 'The disk is full.'));
  expect(inForce).toEqual(withBoth);
});
