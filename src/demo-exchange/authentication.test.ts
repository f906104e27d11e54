import { afterEach, expect, test } from 'vitest';
import { type FaultyExchange, type FaultyExchangeOptions, startFaultyExchange } from './faults/index.ts';
import { demoCredentials } from './index.ts';
import { paths, TestClient } from './testing/test-client.ts';

const signedPaths = [paths.orders, paths.planHistory, paths.currentPlans];
const publicPaths = [paths.spotTickers, paths.futuresTickers, paths.precision];
const START = 1_760_000_000_000;

let exchange: FaultyExchange | undefined;
let clock = START;

async function start(options: FaultyExchangeOptions = {}): Promise<TestClient> {
  clock = START;
  await exchange?.close();
  exchange = await startFaultyExchange({ orders: 50, plans: 50, openPlans: 10, now: () => clock, ...options });
  return new TestClient(exchange, () => clock);
}

afterEach(() => exchange?.close());

/** A nonce some seconds after START. */
const nonceAt = (seconds: number, tail = 'aB3xZ'): string => `${START / 1000 + seconds}_${tail}`;

test.each(signedPaths)('%s accepts a signed request and rejects each missing header with 20521', async (path) => {
  const client = await start();
  expect((await client.signed(path, { limit: 3 })).envelope.errno).toBe(0);
  for (const missing of ['Token', 'Nonce', 'Signature']) {
    for (const emptied of [false, true]) {
      const { [missing]: _, ...headers } = client.signedHeaders({ limit: 3 });
      const answer = await client.request(path, { limit: 3 }, emptied ? { ...headers, [missing]: '' } : headers);
      expect(answer.status).toBe(200);
      expect(answer.envelope).toEqual({ errno: 20521, errmsg: 'incomplete headers' });
    }
  }
});

test('accepts only the credentials of its options', async () => {
  const credentials = { token: 'A-token-of-its-own', secretKey: 'a-secret-key-of-its-own' };
  const client = await start({ credentials });
  expect(exchange).toMatchObject(credentials);
  expect((await client.signed(paths.orders, { limit: 3 })).envelope.errno).toBe(0);
  const withTokenOf = { ...client.signedHeaders({}), Token: demoCredentials.token };
  expect((await client.request(paths.orders, {}, withTokenOf)).envelope.errno).toBe(20525);
  exchange?.faults.set({ rules: [{ fault: 'errmsg-credentials' }] });
  expect((await client.request(paths.precision)).envelope.errmsg).toContain(credentials.secretKey);
});

test.each([
  { token: '', secretKey: 'key' },
  { token: 'with space', secretKey: 'key' },
  { token: 'token', secretKey: '' },
])('rejects credentials that no request can carry: %j', async (credentials) => {
  await expect(startFaultyExchange({ credentials })).rejects.toThrow(RangeError);
});

test.each(publicPaths)('%s needs no header', async (path) => {
  const client = await start();
  expect((await client.request(path)).envelope.errno).toBe(0);
});

test('reports an unknown token as an API key error', async () => {
  const client = await start();
  const headers = { ...client.signedHeaders({}), Token: 'an-unknown-token' };
  expect((await client.request(paths.orders, {}, headers)).envelope.errno).toBe(20525);
});

test('rejects a signature of anything but the sent request with 20506', async () => {
  const client = await start();
  const signedFor = { limit: 3, is_full: 2 };
  const headers = client.signedHeaders(signedFor);
  const flipped = headers.Signature?.replace(/.$/, (digit) => (digit === '0' ? '1' : '0')) ?? '';
  const refused: [Record<string, string | number>, Record<string, string>][] = [
    [signedFor, { ...headers, Signature: flipped }],
    [signedFor, { ...headers, Signature: 'short' }],
    [signedFor, { ...headers, Signature: `${headers.Signature?.toUpperCase()}` }],
    [signedFor, { ...headers, Nonce: client.nonce() }],
    [{ limit: 4, is_full: 2 }, headers],
    [{ limit: 3 }, headers],
    [{ ...signedFor, direct: 'prev' }, headers],
  ];
  for (const [parameters, sent] of refused) {
    expect((await client.request(paths.orders, parameters, sent)).envelope.errno).toBe(20506);
  }
  // None of these requests used up the nonce.
  expect((await client.request(paths.orders, signedFor, headers)).envelope.errno).toBe(0);
});

test('accepts a nonce once for all operations', async () => {
  const client = await start();
  const headers = client.signedHeaders({}, nonceAt(0));
  expect((await client.request(paths.orders, {}, headers)).envelope.errno).toBe(0);
  expect((await client.request(paths.orders, {}, headers)).envelope.errno).toBe(20519);
  expect((await client.request(paths.currentPlans, {}, headers)).envelope.errno).toBe(20519);
  const otherQuery = client.signedHeaders({ limit: 1 }, nonceAt(0));
  expect((await client.request(paths.orders, { limit: 1 }, otherQuery)).envelope.errno).toBe(20519);
});

test('remembers a used nonce from the future until it expires', async () => {
  const client = await start();
  const headers = client.signedHeaders({}, nonceAt(60));
  expect((await client.request(paths.orders, {}, headers)).envelope.errno).toBe(0);
  clock = START + 120_000;
  expect((await client.request(paths.orders, {}, headers)).envelope.errno).toBe(20519);
  clock = START + 121_000;
  expect((await client.request(paths.orders, {}, headers)).envelope.errno).toBe(20520);
});

test.each([
  ['60 s old', nonceAt(-60), 0],
  ['60 s ahead', nonceAt(60), 0],
  ['61 s old', nonceAt(-61), 20520],
  ['61 s ahead', nonceAt(61), 20520],
  ['in milliseconds', `${START}_aB3xZ`, 20520],
  ['without a tail', String(START / 1000), 20520],
  ['with a tail too short', nonceAt(0, 'aB3x'), 20520],
  ['with a tail too long', nonceAt(0, 'aB3xZ9'), 20520],
  ['with other characters', nonceAt(0, 'aB-xZ'), 20520],
  ['that is no time', 'yesterday_aB3xZ', 20520],
])('responds to a nonce %s (%s) with %i', async (_, nonce, errno) => {
  const client = await start();
  const answer = await client.request(paths.orders, {}, client.signedHeaders({}, nonce));
  expect(answer.envelope.errno).toBe(errno);
});

// Computed outside JavaScript: SHA-1 over the parts sorted bytewise, and sorted by their lower case.
const vectorQuery = 'symbol=%E5%B8%81%E5%AE%89%E4%BA%BA%E7%94%9F-USDT&limit=5&direct=prev&is_full=2&Zeta=a%20b%26c';
const BYTEWISE = 'a3a853600e042acc0a38cae632388e75a3ee308c';
const CASE_INSENSITIVE = 'e87fc55d8df765ffe3f4073656af8dfea9375f67';

test.each([
  ['bytewise', 0, 20506],
  ['case-insensitive', 20506, 0],
  ['any', 0, 0],
] as const)('signing variant %s accepts its own sort order', async (signingVariant, bytewise, caseInsensitive) => {
  const errnoFor = async (Signature: string): Promise<number> => {
    const client = await start({ signingVariant });
    const headers = { ...client.signedHeaders({}, nonceAt(0)), Signature };
    return (await client.request(`${paths.orders}?${vectorQuery}`, {}, headers)).envelope.errno;
  };
  expect(await errnoFor(BYTEWISE)).toBe(bytewise);
  expect(await errnoFor(CASE_INSENSITIVE)).toBe(caseInsensitive);
});

test('signatures cover the decoded values, whatever their encoding', async () => {
  const client = await start();
  const headers = { ...client.signedHeaders({}, nonceAt(0)), Signature: BYTEWISE };
  const encodedOtherwise = vectorQuery
    .replace('%20', '+')
    .replace('limit', '%6cimit')
    .replace('%E5%B8%81', '%e5%b8%81');
  expect((await client.request(`${paths.orders}?${encodedOtherwise}`, {}, headers)).envelope.errno).toBe(0);
});

test('checks nonces with the server clock and sends the clock in the Date header', async () => {
  const client = await start();
  clock = START + 3_600_000;
  const answer = await client.request(paths.orders, {}, client.signedHeaders({}, nonceAt(0)));
  expect(answer.envelope.errno).toBe(20520);
  expect(answer.headers.get('date')).toBe(new Date(clock).toUTCString());
});

test.each([90, -90])('a clock skew of %i s applies to the Date header and the nonces', async (seconds) => {
  const client = await start({ clockSkewSeconds: seconds });
  const honest = await client.request(paths.orders, {}, client.signedHeaders({}, nonceAt(0)));
  expect(honest.envelope.errno).toBe(20520);
  expect(honest.headers.get('date')).toBe(new Date(START + seconds * 1000).toUTCString());
  const adjusted = await client.request(paths.orders, {}, client.signedHeaders({}, nonceAt(seconds)));
  expect(adjusted.envelope.errno).toBe(0);
});
