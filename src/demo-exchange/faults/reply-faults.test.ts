import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { paths, TestClient } from '../testing/test-client.ts';
import { type FaultName, type FaultyExchange, startFaultyExchange } from './index.ts';

const NOW = 1_760_000_000_000;
const everyPath = Object.values(paths);
let exchange: FaultyExchange;
let client: TestClient;

beforeAll(async () => {
  exchange = await startFaultyExchange({ orders: 60, plans: 30, now: () => NOW, timeScale: 0, requestsPerWindow: 1e6 });
  client = new TestClient(exchange, () => NOW);
});
afterAll(() => exchange.close());

async function honest(path: string): Promise<string> {
  exchange.faults.set(null);
  return (await client.signed(path)).text;
}

/** Sends a request that meets a fault. Returns the response as received. */
async function faulty(fault: FaultName, path: string, headers?: Record<string, string>) {
  exchange.faults.set({ rules: [{ fault }] });
  const response = await client.fetch(path, {}, { redirect: 'manual', ...(headers && { headers }) });
  const { status } = response;
  return { status, headers: response.headers, type: response.headers.get('content-type'), text: await response.text() };
}

const unsigned = { Token: '', Nonce: '', Signature: '' };

describe.each(everyPath)('%s', (path) => {
  test('html-502 is a web page that quotes the request', async () => {
    const { status, type, text } = await faulty('html-502', path);
    expect([status, type]).toEqual([502, 'text/html']);
    expect(text).toMatch(/^<html>.*502 Bad Gateway/);
    expect(text).toContain(exchange.token);
  });

  test('empty-body is a body of no bytes', async () => {
    const { status, headers, text } = await faulty('empty-body', path);
    expect([status, headers.get('content-length'), text]).toEqual([200, '0', '']);
  });

  test('truncated-json ends early with the length of what is left', async () => {
    const whole = await honest(path);
    const { headers, text } = await faulty('truncated-json', path);
    expect(whole.startsWith(text)).toBe(true);
    expect(text.length).toBeGreaterThanOrEqual(Math.floor(whole.length / 2));
    expect(text.length).toBeLessThan(whole.length);
    expect(headers.get('content-length')).toBe(String(Buffer.byteLength(text)));
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
  });

  test('wrong-content-type changes nothing else', async () => {
    const { type, text } = await faulty('wrong-content-type', path);
    expect([type, text]).toEqual(['text/html', await honest(path)]);
  });

  test('errno-as-text changes nothing else', async () => {
    const { text } = await faulty('errno-as-text', path);
    expect(text).toBe((await honest(path)).replace('"errno":0', '"errno":"0"'));
  });

  test('errmsg-missing changes nothing else', async () => {
    const { text } = await faulty('errmsg-missing', path);
    expect(text).toBe((await honest(path)).replace(',"errmsg":"success"', ''));
  });

  test('result-missing has no result, result-null has the result null', async () => {
    expect((await faulty('result-missing', path)).text).toBe('{"errno":0,"errmsg":"success"}');
    expect((await faulty('result-null', path)).text).toBe('{"errno":0,"errmsg":"success","result":null}');
  });

  test('result-keyed turns a list into an object and an object into a list', async () => {
    const before = JSON.parse(await honest(path)).result;
    const after = JSON.parse((await faulty('result-keyed', path)).text).result;
    if (path === paths.precision) {
      expect(after).toEqual(Object.entries<object>(before).map(([symbol, record]) => ({ symbol, ...record })));
    } else {
      const nameOf = (row: { order_id?: string; symbol: string }) => row.order_id ?? row.symbol;
      expect(after).toEqual(Object.fromEntries(before.map((row: { symbol: string }) => [nameOf(row), row])));
    }
  });

  test('result-single is the first row', async () => {
    const [first] = Object.values(JSON.parse(await honest(path)).result);
    expect(JSON.parse((await faulty('result-single', path)).text).result).toEqual(first);
  });

  test('busy-20507, throttled-429 and unavailable-503 have their status and body', async () => {
    const busy = '{"errno":20507,"errmsg":"busy, try again later"}';
    expect(await faulty('busy-20507', path)).toMatchObject({ status: 200, text: busy });
    expect(await faulty('throttled-429', path)).toMatchObject({ status: 429, text: busy });
    expect(await faulty('unavailable-503', path)).toMatchObject({ status: 503, type: 'text/html' });
  });

  test('server-error cycles through the server errors', async () => {
    exchange.faults.set({ rules: [{ fault: 'server-error' }] });
    const statuses: number[] = [];
    const types = new Set<string | null>();
    for (let request = 0; request < 5; request++) {
      const response = await client.fetch(path);
      statuses.push(response.status);
      types.add(response.headers.get('content-type'));
      await response.text();
    }
    expect(statuses).toEqual([500, 501, 504, 520, 599]);
    expect([...types].sort()).toEqual(['application/json; charset=utf-8', 'text/html']);
  });

  test('redirect names another host and keeps path and query', async () => {
    exchange.faults.set({ rules: [{ fault: 'redirect' }], redirectTo: 'http://127.0.0.1:1' });
    const response = await client.fetch(path, { symbol: 'BTC-USDT' }, { redirect: 'manual' });
    expect(response.status).toBe(307);
    expect(response.headers.get('location')).toBe(`http://127.0.0.1:1${path}?symbol=BTC-USDT`);
    expect((await faulty('redirect', path)).headers.get('location')).toBe(`https://elsewhere.invalid${path}`);
  });

  test('wrong-date is an hour late and changes nothing else', async () => {
    const { headers, text } = await faulty('wrong-date', path);
    expect(headers.get('date')).toBe(new Date(NOW - 3_600_000).toUTCString());
    expect(text).toBe(await honest(path));
  });

  test.each([
    ['errmsg-markup', ['<script>', 'onerror=', '<img', '&lt;']],
    ['errmsg-terminal', ['\u001b[2J', '\u001b]0;', '\u0007', '\u001b]8;;', '\u009b']],
    ['errmsg-control', ['\u0000', '\r\n', '\u007f', '\u202e', '\u200b', '\u2028', '\ud83d']],
    ['errmsg-credentials', ['Orderglass-Demo-Token-7f3A9c', 'demo-Secret-Key-not-a-real-one-2B8e']],
  ] as const)('%s refuses with these characters in errmsg: %j', async (fault, pieces) => {
    const { status, text } = await faulty(fault, path);
    const envelope = JSON.parse(text);
    expect([status, envelope.errno, Object.keys(envelope)]).toEqual([200, 20001, ['errno', 'errmsg']]);
    for (const piece of pieces) expect(envelope.errmsg).toContain(piece);
  });
});

test('errmsg-credentials quotes the received token', async () => {
  const { text } = await faulty('errmsg-credentials', paths.orders, { ...unsigned, Token: 'somebody-else' });
  expect(text).toContain('somebody-else');
  expect(text).toContain('SOMEBODY-ELSE');
});

test('row faults leave a failure unchanged', async () => {
  const plain = '{"errno":20521,"errmsg":"incomplete headers"}';
  const rowFaults = ['rows-empty-figures', 'page-duplicates', 'result-keyed', 'result-null', 'result-missing'] as const;
  for (const fault of rowFaults) expect((await faulty(fault, paths.orders, unsigned)).text).toBe(plain);
  expect((await faulty('errno-as-text', paths.orders, unsigned)).text).toBe(plain.replace('20521', '"20521"'));
  expect((await faulty('errmsg-missing', paths.orders, unsigned)).text).toBe('{"errno":20521}');
});
