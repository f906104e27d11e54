import { describe, expect, test } from 'vitest';
import { type ChannelName, contract } from '../shared/contract/index.ts';
import { settingsSchema } from '../shared/contract/settings.ts';
import { OrderglassError } from '../shared/values/errors.ts';
import { Dispatcher, type Handlers } from './dispatcher.ts';
import type { LogEntry } from './logging/log-events.ts';

const settings = settingsSchema.parse({});
const channels = Object.keys(contract) as ChannelName[];
/** Each returns the name of its channel, whatever the contract says. */
const stubs = Object.fromEntries(channels.map((name) => [name, () => name])) as unknown as Handlers;

function dispatcherOf(changed: Partial<Handlers> = {}, checksOutputs = false) {
  const log: LogEntry[] = [];
  const dispatcher = new Dispatcher({
    handlers: { ...stubs, ...changed },
    log: (entry) => log.push(entry),
    checksOutputs,
  });
  return { log, dispatcher, call: (channel: string, input: unknown) => dispatcher.call(channel, input) };
}

test('the compiler rejects a missing, a surplus and a wrong handler', () => {
  const { readAbout, ...withoutAbout } = stubs;
  // @ts-expect-error: readAbout is missing
  const missing: Handlers = withoutAbout;
  // @ts-expect-error: the contract has no such call
  const surplus: Handlers = { ...withoutAbout, readAbout, placeOrder: () => null };
  // @ts-expect-error: the output is not that of the contract
  const wrongAnswer: Handlers = { ...stubs, readAbout: () => ({ version: 1 }) };
  // @ts-expect-error: the input is not that of the contract
  const wrongInput: Handlers = { ...stubs, readConnection: async (_input: { account: number }) => Promise.reject() };
  expect([missing, surplus, wrongAnswer, wrongInput]).toHaveLength(4);
});

test('a call runs the handler of its channel', async () => {
  const { call } = dispatcherOf();
  expect(await call('readAbout', {})).toEqual({ ok: true, data: 'readAbout' });
  expect(await call('readSymbolRules', { account: 'demo' })).toEqual({ ok: true, data: 'readSymbolRules' });
});

test.each(channels)('%s takes no input of another shape', async (channel) => {
  const { call } = dispatcherOf();
  for (const input of [undefined, 'canary', [], { canary: 1 }]) {
    const result = await call(channel, input);
    expect(result).toMatchObject({ ok: false, error: { code: 'invalid-input' } });
    expect(JSON.stringify(result)).not.toContain('canary');
  }
});

describe('an output that does not match the contract', () => {
  // A handler of another version, or one that leaves a member out.
  const wrong = { readAbout: () => ({ version: '1.0.0', host: 'browser', canary: 1 }) } as unknown as Partial<Handlers>;

  test('fails in tests', async () => {
    const { call, log } = dispatcherOf(wrong, true);
    const result = await call('readAbout', {});
    expect(result).toEqual({ ok: false, error: { code: 'internal', message: 'readAbout failed unexpectedly' } });
    expect(log).toMatchObject([{ event: 'call-failed', channel: 'readAbout' }, { event: 'request-failed' }]);
  });

  test('is not looked at in production', async () => {
    expect(await dispatcherOf(wrong).call('readAbout', {})).toMatchObject({ ok: true });
  });

  test('passes if it matches', async () => {
    const about = { version: '1.0.0', host: 'browser', platform: 'linux' } as const;
    expect(await dispatcherOf({ readAbout: () => about }, true).call('readAbout', {})).toEqual({
      ok: true,
      data: about,
    });
  });
});

describe('rejected:', () => {
  test.each(['placeOrder', '', 'toString', '__proto__', 'constructor', 'hasOwnProperty'])(
    'the name %j',
    async (name) => {
      const { call, log } = dispatcherOf();
      expect(await call(name, {})).toEqual({
        ok: false,
        error: { code: 'invalid-input', message: 'channel: there is none of this name' },
      });
      expect(log).toEqual([]);
    },
  );

  test.each([
    ['readAbout', undefined, 'input: invalid_type'],
    ['readAbout', null, 'input: invalid_type'],
    ['readAbout', [], 'input: invalid_type'],
    ['readAbout', { canary: 1 }, 'input: unrecognized_keys'],
    ['readSymbolRules', {}, 'account: invalid_type'],
    ['readSymbolRules', { account: '' }, 'account: too_small'],
    ['readHistoryState', { account: 'demo', list: 'canary' }, 'list: invalid_value'],
    [
      'saveAlert',
      { account: 'demo', condition: { kind: 'plan-left', symbol: 'canary,canary' }, paused: false },
      'condition: invalid_format',
    ],
    ['changeSettings', { theme: 'canary' }, 'theme: invalid_value'],
    ['changeSettings', { quietHours: { from: '24:00', to: '07:00' } }, 'quietHours: invalid_format'],
    ['changeSettings', { refreshEvery: '15' }, 'refreshEvery: invalid_value'],
    ['watchMarket', { page: 'p', watched: [{ account: 'demo', list: 'canary' }] }, 'watched: invalid_value'],
    ['saveAlert', { account: 'demo', condition: { kind: 'stale', minutes: 0 }, paused: false }, 'condition: too_small'],
    ['changeSettings', { tables: { canary: {} } }, 'tables: unrecognized_keys'],
  ])('%s with %j', async (channel, input, message) => {
    const result = await dispatcherOf().call(channel, input);
    expect(result).toEqual({ ok: false, error: { code: 'invalid-input', message } });
    expect(JSON.stringify(result)).not.toContain('canary');
  });

  test('an input that throws when it is read', async () => {
    const hostile = Object.defineProperty({}, 'account', {
      enumerable: true,
      get() {
        throw new Error('canary');
      },
    });
    const { call, log } = dispatcherOf();
    const result = await call('readSymbolRules', hostile);
    expect(result).toMatchObject({ ok: false, error: { code: 'internal' } });
    expect(JSON.stringify(result)).not.toContain('canary');
    expect(log).toMatchObject([{ event: 'call-failed' }, { event: 'request-failed', account: undefined }]);
  });
});

describe('a handler that fails', () => {
  test('with an OrderglassError returns its code', async () => {
    const service = { errno: 20506, errmsg: 'no', httpStatus: 200 };
    const { call, log } = dispatcherOf({
      listAccounts: () => Promise.reject(new OrderglassError('rejected-signature', 'why', { service })),
    });
    expect(await call('listAccounts', {})).toEqual({
      ok: false,
      error: { code: 'rejected-signature', message: 'why', service },
    });
    expect(log).toMatchObject([{ event: 'request-failed', channel: 'listAccounts' }]);
  });

  test.each([new TypeError('canary'), 'canary', { canary: 1 }, null])(
    'with any other error quotes it in the log alone',
    async (thrown) => {
      const { call, log } = dispatcherOf({
        readAbout: () => {
          throw thrown;
        },
      });
      const result = await call('readAbout', {});
      expect(result).toEqual({ ok: false, error: { code: 'internal', message: 'readAbout failed unexpectedly' } });
      expect(log[0]).toEqual({ event: 'call-failed', channel: 'readAbout', error: thrown });
      expect(log.slice(1)).toMatchObject([{ event: 'request-failed', failure: { code: 'internal' } }]);
    },
  );
});

test('a handler receives the parsed input', async () => {
  const received: unknown[] = [];
  const { call } = dispatcherOf({
    changeSettings: async (change) => {
      received.push(change);
      return settings;
    },
  });
  await call('changeSettings', { tables: { 'open-plans': { columnVisibility: { price: false } } } });
  const layout = {
    columnOrder: [],
    columnVisibility: { price: false },
    columnSizing: {},
    columnPinning: { start: ['symbol'], end: [] },
    sorting: [],
  };
  expect(received).toEqual([{ tables: { 'open-plans': layout } }]);
});

describe('the end', () => {
  test('cancels what runs, waits for it, and accepts no other call', async () => {
    const { call, dispatcher, log } = dispatcherOf({
      readConnection: (_input, { signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(new OrderglassError('canceled', 'stopped')));
        }),
    });
    const running = call('readConnection', { account: 'demo' });
    await dispatcher.end();
    expect(await running).toEqual({ ok: false, error: { code: 'canceled', message: 'stopped' } });
    expect(await call('readAbout', {})).toMatchObject({ ok: false, error: { code: 'canceled' } });
    expect(log).toEqual([]);
  });

  test('of a caller who no longer waits reaches its handler', async () => {
    const controller = new AbortController();
    const { dispatcher } = dispatcherOf({
      readConnection: (_input, { signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(new OrderglassError('canceled', 'stopped')));
          controller.abort();
        }),
    });
    const result = await dispatcher.call('readConnection', { account: 'demo' }, controller.signal);
    expect(result).toMatchObject({ ok: false, error: { code: 'canceled', message: 'stopped' } });
    expect(await dispatcher.call('readAbout', {}, controller.signal)).toMatchObject({ error: { code: 'canceled' } });
  });
});
