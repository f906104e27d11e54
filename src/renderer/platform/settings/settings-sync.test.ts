import { beforeEach, expect, it, vi } from 'vitest';
import { type Settings, settingsSchema } from '../../../shared/contract/settings.ts';
import { fail, type Result, succeed } from '../../../shared/values/result.ts';
import { SettingsSync } from './settings-sync.ts';

const defaults = settingsSchema.parse({});
const list = { name: 'Majors', market: 'futures' as const, symbols: ['BTC-USDT'] };
const withTheme: Settings = { ...defaults, theme: 'light' };
const withList: Settings = { ...defaults, watchlists: [list] };
const withBoth: Settings = { ...withTheme, watchlists: [list] };

let effective: Settings;
let sync: SettingsSync;

beforeEach(() => {
  effective = defaults;
  sync = new SettingsSync((settings) => {
    effective = settings;
  });
});

/** Makes an own change, which applies immediately. */
function changeHere(settings: Settings) {
  effective = settings;
  const { promise, resolve } = Promise.withResolvers<Result<Settings>>();
  const done = sync.change(() => promise);
  return {
    answer(result: Result<Settings>) {
      resolve(result);
      return done;
    },
  };
}

it('an event applies without an own change', () => {
  sync.accept(withList);
  expect(effective).toBe(withList);
});

it('an own change stays until the core confirms it', async () => {
  const change = changeHere(withTheme);
  sync.accept(withList);
  expect(effective).toBe(withTheme);
  sync.accept(withBoth);
  await change.answer(succeed(withBoth));
  expect(effective).toEqual(withBoth);
  expect(sync.isWaiting).toBe(false);
});

it('changes from elsewhere are kept while an own change is unconfirmed', async () => {
  const change = changeHere(withTheme);
  sync.accept(withTheme);
  sync.accept(withBoth);
  // The result is older than the other change.
  await change.answer(succeed(withTheme));
  expect(effective).toBe(withBoth);
});

it('the event of an own change that comes after the next one was confirmed shows no earlier settings', async () => {
  await changeHere(withTheme).answer(succeed(withTheme));
  await changeHere(withBoth).answer(succeed(withBoth));
  sync.accept({ ...withTheme });
  expect(effective).toBe(withBoth);
  const change = changeHere(withList);
  sync.accept({ ...withBoth });
  sync.accept({ ...withTheme });
  await change.answer(succeed(withList));
  expect(effective).toBe(withList);
  // Back to what was set before: its late event changes nothing, and neither does that of the change between.
  await changeHere(withBoth).answer(succeed(withBoth));
  sync.accept({ ...withList });
  expect(effective).toBe(withBoth);
  sync.accept({ ...withBoth, theme: 'dark' });
  expect(effective.theme).toBe('dark');
});

it('the latest event applies after a failed own change', async () => {
  const change = changeHere(withTheme);
  sync.accept(withList);
  await change.answer(fail('host-gone', 'The host did not answer.'));
  expect(effective).toBe(withList);
});

it('the result applies without an event, not the event of an earlier change', async () => {
  const first = changeHere(withTheme);
  sync.accept(withTheme);
  await first.answer(succeed(withTheme));
  const second = changeHere(withBoth);
  await second.answer(succeed(withBoth));
  expect(effective).toBe(withBoth);
});

it('settings wait for the last of several changes', async () => {
  const first = changeHere(withTheme);
  const second = changeHere(withBoth);
  sync.accept(withTheme);
  await first.answer(succeed(withTheme));
  expect(effective).toBe(withBoth);
  sync.accept(withBoth);
  await second.answer(fail('storage-failed', 'The disk is full.'));
  expect(effective).toEqual(withBoth);
});

it('a change is sent once the one before is answered, so that they arrive in order', async () => {
  const answers: ((result: Result<Settings>) => void)[] = [];
  const send = vi.fn(() => new Promise<Result<Settings>>((resolve) => answers.push(resolve)));
  const [first, second] = [sync.change(send), sync.change(send)];
  await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(1));
  answers[0]?.(fail('host-gone', 'The host did not answer.'));
  await first;
  await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(2));
  answers[1]?.(succeed(withTheme));
  expect(await second).toEqual(succeed(withTheme));
  expect(effective).toEqual(withTheme);
});

it('a page that goes sends all changes at once, each one time', async () => {
  const answers: ((result: Result<Settings>) => void)[] = [];
  const send = vi.fn(() => new Promise<Result<Settings>>((resolve) => answers.push(resolve)));
  const changes = [sync.change(send), sync.change(send)];
  await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(1));
  sync.sendAll();
  expect(send).toHaveBeenCalledTimes(2);
  for (const answer of answers) answer(succeed(withTheme));
  await Promise.all(changes);
  expect(send).toHaveBeenCalledTimes(2);
});
