import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { paths, TestClient } from '../testing/test-client.ts';
import { type FaultName, type FaultyExchange, startFaultyExchange } from './index.ts';

let exchange: FaultyExchange;
let client: TestClient;

beforeEach(async () => {
  exchange = await startFaultyExchange({ orders: 30, plans: 0, openPlans: 0, timeScale: 0 });
  client = new TestClient(exchange);
});
afterEach(async () => {
  await exchange.close();
  vi.useRealTimers();
});

const endOfHead = '\r\n\r\n';

/** Sends a request on a new connection. Returns the connection with the bytes received so far. */
function ask(fault: FaultName) {
  exchange.faults.set({ rules: [{ fault }] });
  const headers = Object.entries(client.signedHeaders({})).map(([name, value]) => `${name}: ${value}\r\n`);
  const socket = connect(exchange.port, '127.0.0.1');
  const ended = once(socket, 'close').catch((error: unknown) => error);
  const answer = { socket, ended, text: '' };
  socket.on('data', (chunk) => {
    answer.text += chunk.toString('latin1');
  });
  socket.write(`GET ${paths.orders} HTTP/1.1\r\nHost: x\r\n${headers.join('')}\r\n`);
  return answer;
}

/** `expect.poll` would advance fake timers. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
}

const bodyOf = ({ text }: { text: string }): string => text.split(endOfHead)[1] ?? '';

test('body-50-mb is the honest reply with 50 MB of white space', async () => {
  const honest = (await client.signed(paths.orders)).text;
  exchange.faults.set({ rules: [{ fault: 'body-50-mb' }] });
  const response = await client.fetch(paths.orders);
  expect(response.headers.get('content-length')).toBe(null);
  const text = await response.text();
  expect(text.length).toBe(honest.length + 50 * 1024 * 1024);
  expect(text.startsWith(honest.slice(0, -1))).toBe(true);
  expect(JSON.parse(text)).toEqual(JSON.parse(honest));
  await expect.poll(() => exchange.faults.underWay).toBe(0);
  expect(exchange.faults.abandoned).toBe(0);
  expect(exchange.faults.streamedBytes).toBe(50 * 1024 * 1024);
});

test('body-50-mb is sent as fast as the client reads, and stops with the client', async () => {
  const answer = ask('body-50-mb');
  await once(answer.socket, 'data');
  answer.socket.pause();
  // The server stops when the buffers of the system are full.
  let sent = -1;
  await expect
    .poll(() => {
      const isStill = exchange.faults.streamedBytes === sent;
      sent = exchange.faults.streamedBytes;
      return isStill;
    })
    .toBe(true);
  expect(sent).toBeLessThan(30 * 1024 * 1024);
  answer.socket.destroy();
  await expect.poll(() => exchange.faults.underWay).toBe(0);
  expect(exchange.faults.abandoned).toBe(1);
  expect(exchange.faults.streamedBytes).toBeLessThanOrEqual(sent + 2 * 64 * 1024);
});

test('byte-a-second sends one byte each second, and stops with the client', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const answer = ask('byte-a-second');
  await until(() => bodyOf(answer) === '{');
  expect(answer.text).toMatch(/\r\ncontent-length: \d{4,}\r\n/i);
  for (const body of ['{"', '{"e', '{"er']) {
    vi.advanceTimersByTime(999);
    expect(exchange.faults.streamedBytes).toBe(body.length - 1);
    vi.advanceTimersByTime(1);
    await until(() => bodyOf(answer) === body);
  }
  answer.socket.destroy();
  await until(() => exchange.faults.underWay === 0);
  expect(exchange.faults.abandoned).toBe(1);
  expect(vi.getTimerCount()).toBe(0);
});

test('byte-a-second sends the whole body', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  exchange.faults.set({ rules: [{ fault: 'byte-a-second' }] });
  const response = await client.fetch('/v1/elsewhere');
  vi.advanceTimersByTime(60_000);
  expect(await response.json()).toEqual({ errno: 404, errmsg: 'address does not exist' });
  await until(() => exchange.faults.underWay === 0);
  expect(exchange.faults.abandoned).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
});

test('no-answer sends nothing until the client disconnects', async () => {
  const answer = ask('no-answer');
  await expect.poll(() => exchange.faults.underWay).toBe(1);
  expect(answer.text).toBe('');
  answer.socket.destroy();
  await expect.poll(() => exchange.faults.underWay).toBe(0);
  expect(exchange.faults.abandoned).toBe(1);
});

test.each(['body-50-mb', 'byte-a-second', 'no-answer'] as const)('%s can be broken off', async (fault) => {
  const answer = ask(fault);
  answer.socket.pause();
  await expect.poll(() => exchange.faults.underWay).toBe(1);
  exchange.faults.breakOff();
  answer.socket.resume();
  await answer.ended;
  await expect.poll(() => exchange.faults.underWay).toBe(0);
  expect(exchange.faults.abandoned).toBe(1);
});

test.each(['body-50-mb', 'byte-a-second', 'no-answer'] as const)('%s ends with the exchange', async (fault) => {
  const answer = ask(fault);
  // A reading client would receive all 50 MB before the first poll.
  answer.socket.pause();
  await expect.poll(() => exchange.faults.underWay).toBe(1);
  await exchange.close();
  answer.socket.resume();
  await answer.ended;
  await expect.poll(() => exchange.faults.underWay).toBe(0);
});

test('cut-mid-body announces the whole body and sends half of it', async () => {
  const honest = Buffer.from((await client.signed(paths.orders)).text);
  const answer = ask('cut-mid-body');
  await answer.ended;
  expect(answer.text).toContain(`content-length: ${honest.length}\r\n`);
  expect(bodyOf(answer)).toBe(honest.toString('latin1', 0, Math.ceil(honest.length / 2)));
});

test('connection-reset sends only the reset', async () => {
  const answer = ask('connection-reset');
  expect(await answer.ended).toMatchObject({ code: 'ECONNRESET' });
  expect(answer.text).toBe('');
});
