import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { inspect } from 'node:util';
import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type FaultName, type FaultyExchange, faultNames, startFaultyExchange } from '../demo-exchange/faults/index.ts';
import { resultRowsText } from '../demo-exchange/testing/result-rows-text.ts';
import type { UnreadableRow } from '../shared/contract/orders.ts';
import { OrderglassError } from '../shared/values/errors.ts';
import { createBoundedFetch } from './bounded-fetch.ts';
import { createExchangeClient, type ExchangeClient } from './client.ts';
import { endpoints } from './endpoints.ts';
import type { Fetch } from './http-transport.ts';
import type { ListEntry } from './order-rows.ts';
import type { ExchangeClientOptions } from './send-once.ts';
import { sendEndlessly, startRawServer } from './testing/raw-server.ts';
import { selfSigned } from './testing/self-signed.ts';

const boundedFetch = createBoundedFetch();

const NOW = 1_760_000_000_000;
const clock = { now: () => NOW, timeScale: 0, requestsPerWindow: 1_000_000 } as const;
let exchange: FaultyExchange;
/** The last response as received. */
let received = '';

beforeAll(async () => {
  exchange = await startFaultyExchange({ ...clock, orders: 400, plans: 400, openPlans: 150 });
});
afterAll(() => exchange.close());

/** Records the response and passes it on unchanged. */
const recordingFetch: Fetch = async (...request) => {
  const response = await boundedFetch(...request);
  const chunks: Uint8Array[] = [];
  for await (const chunk of response.body ?? []) chunks.push(chunk);
  received = Buffer.concat(chunks).toString();
  return new Response(received, response);
};

let clients = 0;

function clientOf(options: Partial<ExchangeClientOptions> = {}): ExchangeClient {
  // Hundreds of requests within one second could otherwise have equal nonces.
  const clockAhead = (clients++ % 25) * 1000;
  return createExchangeClient({
    baseUrl: exchange.baseUrl,
    credentials: { token: exchange.token, secretKey: exchange.secretKey },
    signingVariant: 'bytewise',
    fetch: boundedFetch,
    now: () => NOW + clockAhead,
    random: Math.random,
    ...options,
  });
}

interface ReadRow {
  readonly raw: string;
}

interface Read {
  readonly rows: readonly ReadRow[];
  readonly unreadable: readonly UnreadableRow[];
}

/** One of the six operations, with the wire names of its figures. */
interface Operation {
  readonly name: keyof typeof endpoints;
  readonly path: string;
  readonly isOrderList: boolean;
  /** Field of our row by wire name. */
  readonly figures: Readonly<Record<string, string>>;
  /** The same for numbers of decimal places. */
  readonly places?: Readonly<Record<string, string>>;
  /** Object of the wire's row that contains the figures. */
  readonly holder?: 'data';
  readonly read: (client: ExchangeClient) => Promise<Read>;
}

const query = { marginMode: 'isolated', limit: 100 } as const;
const planFigures = {
  price: 'price',
  amount: 'quantity',
  trigger_price: 'triggerPrice',
  stop_profit_price: 'takeProfit',
  stop_loss_price: 'stopLoss',
};
const tickerFigures = { close: 'last', open: 'open', high: 'high', low: 'low', amount: 'volume', vol: 'turnover' };
const ruleFigures = {
  minQuantity: 'minQuantity',
  maxQuantity: 'maxQuantity',
  minPrice: 'minPrice',
  maxPrice: 'maxPrice',
};

const operations: readonly Operation[] = [
  {
    name: 'readOrderHistory',
    path: endpoints.readOrderHistory.path,
    isOrderList: true,
    figures: {
      price: 'price',
      price_avg: 'averagePrice',
      amount: 'quantity',
      deal_amount: 'filledQuantity',
      profit: 'pnl',
    },
    read: async (client) => readOf((await client.readOrderHistory(query)).entries),
  },
  {
    name: 'readPlanHistory',
    path: endpoints.readPlanHistory.path,
    isOrderList: true,
    figures: { ...planFigures, tactics_deal: 'filledQuantity' },
    read: async (client) => readOf((await client.readPlanHistory(query)).entries),
  },
  {
    name: 'readOpenPlans',
    path: endpoints.readOpenPlans.path,
    isOrderList: true,
    figures: planFigures,
    read: async (client) => readOf((await client.readOpenPlans(query)).entries),
  },
  {
    name: 'readSpotTickers',
    path: endpoints.readSpotTickers.path,
    isOrderList: false,
    figures: { ...tickerFigures, ask: 'ask', bid: 'bid' },
    holder: 'data',
    read: (client) => client.readSpotTickers(),
  },
  {
    name: 'readFuturesTickers',
    path: endpoints.readFuturesTickers.path,
    isOrderList: false,
    figures: tickerFigures,
    holder: 'data',
    read: (client) => client.readFuturesTickers(),
  },
  {
    name: 'readSymbolRules',
    path: endpoints.readSymbolRules.path,
    isOrderList: false,
    figures: ruleFigures,
    places: { amount: 'quantityPrecision', price: 'pricePrecision' },
    read: (client) => client.readSymbolRules(),
  },
];
const orderLists = operations.filter(({ isOrderList }) => isOrderList);

function readOf<Row extends ReadRow>(entries: readonly ListEntry<Row>[]): Read {
  return {
    rows: entries.flatMap((entry) => ('row' in entry ? [entry.row] : [])),
    unreadable: entries.flatMap((entry) => ('row' in entry ? [] : [entry.unreadable])),
  };
}

function misbehave(fault: FaultName, redirectTo?: string): void {
  exchange.faults.set({ rules: [{ fault }], ...(redirectTo === undefined ? {} : { redirectTo }) });
}

/** Checks that the call fails and that its error contains no credential, nor anything made from one. */
async function failureOf(call: Promise<unknown>): Promise<OrderglassError> {
  const error: unknown = await call.then(
    () => new Error('the call succeeded'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof OrderglassError)) throw error;
  expectNoSecretIn(
    error.message,
    String(error.stack),
    JSON.stringify(error),
    JSON.stringify(error.toFailure()),
    inspect(error, { depth: 20, showHidden: true, getters: true }),
  );
  return error;
}

function expectNoSecretIn(...texts: string[]): void {
  const { headers } = exchange.traffic.recent().findLast((request) => request.headers.signature) ?? {};
  const secrets = [exchange.token, exchange.secretKey, ...(headers === undefined ? [] : [String(headers.signature)])];
  const forms = secrets.flatMap((text) => [text, encodeURIComponent(text), Buffer.from(text).toString('base64')]);
  const told = texts.join('\n').toLowerCase();
  for (const form of forms) expect(told.includes(form.toLowerCase())).toBe(false);
}

const printed: unknown[][] = [];
const rejected: unknown[] = [];
const onRejection = (reason: unknown): void => void rejected.push(reason);

beforeEach(() => {
  process.on('unhandledRejection', onRejection);
  for (const method of ['log', 'info', 'warn', 'error', 'debug', 'trace'] as const) {
    vi.spyOn(console, method).mockImplementation((...parts: unknown[]) => void printed.push(parts));
  }
  for (const stream of [process.stdout, process.stderr]) {
    vi.spyOn(stream, 'write').mockImplementation((text) => printed.push([text]) > 0);
  }
});

/** Holds for every attack: nothing is printed, no error escapes, no connection stays open, and the next call works. */
afterEach(async () => {
  exchange.faults.set(null);
  await expect.poll(() => exchange.faults.underWay).toBe(0);
  await new Promise((resolve) => setImmediate(resolve));
  vi.restoreAllMocks();
  process.off('unhandledRejection', onRejection);
  expect(rejected.splice(0)).toEqual([]);
  expect(printed.splice(0)).toEqual([]);
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

// Long enough for six connections at once on a busy machine.
const short = { timeoutMs: 1000 };
const small = { maxBodyBytes: 1024 * 1024 };

/** Attacks on a whole response, with the error code of each. */
const unusableAnswers: readonly [FaultName, string, Partial<ExchangeClientOptions>?][] = [
  ['html-502', 'service-error'],
  ['empty-body', 'bad-answer'],
  ['truncated-json', 'bad-answer'],
  ['result-missing', 'bad-answer'],
  ['errmsg-markup', 'service-error'],
  ['errmsg-terminal', 'service-error'],
  ['errmsg-control', 'service-error'],
  ['errmsg-credentials', 'service-error'],
  ['busy-20507', 'service-busy'],
  ['expired-20529', 'key-expired'],
  ['throttled-429', 'throttled'],
  ['unavailable-503', 'throttled'],
  ['server-error', 'service-error'],
  ['redirect', 'redirect-refused'],
  ['body-50-mb', 'bad-answer', small],
  ['byte-a-second', 'timeout', short],
  ['no-answer', 'timeout', short],
  ['cut-mid-body', 'offline'],
  ['connection-reset', 'offline'],
];

/** Attacks on some rows. */
const damagedRows: readonly [FaultName, 'some are unreadable' | 'all are readable'][] = [
  ['rows-missing-fields', 'some are unreadable'],
  ['rows-extra-fields', 'all are readable'],
  ['rows-wrong-types', 'some are unreadable'],
  ['rows-prototype-keys', 'all are readable'],
  ['rows-huge-numbers', 'some are unreadable'],
  ['rows-not-numbers', 'some are unreadable'],
  ['rows-empty-figures', 'all are readable'],
  ['rows-long-figures', 'all are readable'],
  ['rows-milliseconds', 'all are readable'],
];

/** Oddities without an effect. */
const sameRows = [
  'wrong-content-type',
  'wrong-date',
  'errno-as-text',
  'errmsg-missing',
  'result-keyed',
  'page-unsorted',
] as const;

/** Attacks on the page, each with its own test. */
const oddPages: readonly FaultName[] = [
  'result-null',
  'result-single',
  'page-duplicates',
  'page-repeats',
  'page-inclusive',
  'page-too-long',
];

test('every fault of the demo exchange is covered', () => {
  const met = [...unusableAnswers, ...damagedRows].map(([fault]) => fault);
  expect([...met, ...sameRows, ...oddPages].sort()).toEqual(faultNames.toSorted());
});

describe('unusable responses', () => {
  test.each(unusableAnswers)('%s is %s, and the next response is read', async (fault, code, options = {}) => {
    const before = exchange.faults.count(fault);
    const began = performance.now();
    misbehave(fault);
    // Concurrent calls, as of a program that shows several screens.
    await Promise.all(
      operations.map(async ({ read }) => expect((await failureOf(read(clientOf(options)))).code).toBe(code)),
    );
    expect(performance.now() - began).toBeLessThan(10_000);
    // One request per call: this client does not retry, but requests smaller pages of orders if a page cannot be split.
    const smaller = fault === 'truncated-json' || fault === 'body-50-mb' ? [50, 25, 12, 6, 3, 1].length : 0;
    expect(exchange.faults.count(fault) - before).toBe(operations.length + orderLists.length * smaller);
    exchange.faults.set(null);
    for (const { read } of operations) {
      const { rows, unreadable } = await read(clientOf());
      expect(rows.length).toBeGreaterThan(50);
      expect(unreadable).toEqual([]);
    }
  });

  test('a body of 50 MB is not read beyond the limit, and its connection ends', async () => {
    const [before, streamed] = [exchange.faults.abandoned, exchange.faults.streamedBytes];
    misbehave('body-50-mb');
    await failureOf(clientOf(small).readSpotTickers());
    await expect.poll(() => exchange.faults.underWay).toBe(0);
    expect(exchange.faults.abandoned - before).toBe(1);
    // The rest is in the system's buffers.
    expect(exchange.faults.streamedBytes - streamed).toBeLessThan(20 * 1024 * 1024);
  });

  test.each(['byte-a-second', 'no-answer'] as const)('%s: the connection ends at the timeout', async (fault) => {
    const before = exchange.faults.abandoned;
    misbehave(fault);
    await failureOf(clientOf(short).readOrderHistory(query));
    await expect.poll(() => exchange.faults.underWay).toBe(0);
    expect(exchange.faults.abandoned - before).toBe(1);
  });

  test.each([
    ['unavailable-503', 'byte-a-second', 'throttled'],
    ['html-502', 'body-50-mb', 'service-error'],
    ['redirect', 'body-50-mb', 'redirect-refused'],
  ] as const)('%s with %s is %s by its status, and is not read to its end', async (fault, delivery, code) => {
    const [before, streamed] = [exchange.faults.abandoned, exchange.faults.streamedBytes];
    exchange.faults.set({ rules: [{ fault }, { fault: delivery }] });
    expect((await failureOf(clientOf({ timeoutMs: 5000 }).readOrderHistory(query))).code).toBe(code);
    await expect.poll(() => exchange.faults.underWay).toBe(0);
    expect(exchange.faults.abandoned - before).toBe(1);
    expect(exchange.faults.streamedBytes - streamed).toBeLessThan(20 * 1024 * 1024);
  });

  test('a failure without errmsg and with errno as text keeps its code', async () => {
    exchange.faults.set({ rules: [{ fault: 'errmsg-missing' }, { fault: 'errno-as-text' }] });
    const failure = await failureOf(
      clientOf({ credentials: { token: exchange.token, secretKey: 'wrong' } }).readOpenPlans(query),
    );
    expect(failure.toFailure()).toMatchObject({
      code: 'rejected-signature',
      service: { errno: 20506, httpStatus: 200 },
    });
    expect(failure.service).not.toHaveProperty('errmsg');
  });

  test.each(['errmsg-markup', 'errmsg-terminal', 'errmsg-control', 'errmsg-credentials'] as const)(
    '%s: kept as short plain text',
    async (fault) => {
      misbehave(fault);
      const { service } = await failureOf(clientOf().readOrderHistory(query));
      expect(service?.errno).toBe(20001);
      expect(service?.errmsg).toMatch(/^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]{1,300}$/u);
      expect(service?.errmsg?.isWellFormed()).toBe(true);
      if (fault === 'errmsg-markup') expect(service?.errmsg).toContain('<script>alert(2)</script>');
    },
  );

  test('a web page instead of a response leaves no trace', async () => {
    misbehave('html-502');
    const failure = await failureOf(clientOf().readOrderHistory(query));
    expect(failure.service).toEqual({ httpStatus: 502 });
    expect(inspect(failure)).not.toContain('html');
  });

  test('each 429 and 503 is throttled, and every call sends a new request', async () => {
    const client = clientOf();
    const { entries } = await client.readOpenPlans(query);
    for (const fault of ['throttled-429', 'unavailable-503'] as const) {
      exchange.faults.set({ rules: [{ fault, requests: { next: 20 } }] });
      for (let request = 0; request < 20; request++) {
        expect((await failureOf(client.readOpenPlans(query))).code).toBe('throttled');
      }
      expect((await client.readOpenPlans(query)).entries).toEqual(entries);
    }
    const nonces = exchange.traffic.recent().flatMap(({ headers }) => headers.nonce ?? []);
    expect(new Set(nonces).size).toBe(nonces.length);
  });
});

const ok = 'HTTP/1.1 200 OK\r\n';
const chunked = `${ok}transfer-encoding: chunked\r\n\r\n`;
const gzipped = `${ok}content-encoding: gzip\r\n\r\n`;
const letters = 'a'.repeat(60_000);
const spaces = ' '.repeat(60_000);
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 3]);

/** Responses that never end: what they begin with, what they repeat, and the error code. */
const endlessResponses: readonly [string, string | Buffer, string | Buffer, string][] = [
  ['status line', 'HTTP/1.1 200 ', letters, 'bad-answer'],
  ['name of a header', ok, letters, 'bad-answer'],
  ['value of a header', `${ok}a: `, letters, 'bad-answer'],
  ['spaces before the value of a header', `${ok}a:`, spaces, 'bad-answer'],
  ['headers', ok, 'a: b\r\n'.repeat(1000), 'bad-answer'],
  ['headers of spaces', ok, `a:${spaces}b\r\n`, 'bad-answer'],
  ['100 Continue', '', 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(1000), 'bad-answer'],
  ['103 Early Hints', '', 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(1000), 'bad-answer'],
  ['101 Switching Protocols', 'HTTP/1.1 101 x\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n', letters, 'offline'],
  ['body of HTTP/1.0', 'HTTP/1.0 200 OK\r\n\r\n', spaces, 'bad-answer'],
  ['body of 10 TB', `${ok}content-length: 9999999999999\r\n\r\n`, spaces, 'bad-answer'],
  ['body of a redirect', 'HTTP/1.1 302 Found\r\nlocation: /\r\n\r\n', spaces, 'redirect-refused'],
  ['body of a 204', 'HTTP/1.1 204 No Content\r\n\r\n', spaces, 'bad-answer'],
  ['size of a chunk', chunked, '0'.repeat(60_000), 'bad-answer'],
  ['extension of a chunk', `${chunked}2;`, letters, 'bad-answer'],
  ['extensions of chunks', chunked, `1;${'a'.repeat(8000)}\r\n \r\n`, 'bad-answer'],
  ['trailers', `${chunked}2\r\n{}\r\n0\r\n`, 'a: b\r\n'.repeat(1000), 'bad-answer'],
  ['trailers of spaces', `${chunked}2\r\n{}\r\n0\r\n`, `a:${spaces}b\r\n`, 'bad-answer'],
  ['compressed nothing', gzipped, Buffer.concat(Array(1000).fill(gzipSync(''))), 'bad-answer'],
  ['file name of a compressed body', Buffer.concat([Buffer.from(gzipped), gzipHeader]), letters, 'bad-answer'],
];

describe('a response is not read beyond its limits', () => {
  async function clientFrom(respond: (connection: Socket) => void, options: Partial<ExchangeClientOptions> = {}) {
    const server = await startRawServer(respond);
    onTestFinished(server.close);
    return { client: clientOf({ baseUrl: `http://127.0.0.1:${server.port}`, ...options }), ...server };
  }

  test.each(endlessResponses)('%s', async (_name, start, repeated, code) => {
    const { client, connections } = await clientFrom((connection) => {
      connection.write(start);
      sendEndlessly(connection, repeated);
    });
    expect((await failureOf(client.readSpotTickers())).code).toBe(code);
    await expect.poll(() => connections[0]?.destroyed).toBe(true);
    // The rest is in the system's buffers.
    expect(connections[0]?.bytesWritten).toBeLessThan(20 * 1024 * 1024);
  });

  test('headers, one after the other, are a timeout', async () => {
    const { client, connections } = await clientFrom((connection) => {
      connection.write(ok);
      const timer = setInterval(() => connection.write('a: b\r\n'), 10);
      connection.once('close', () => clearInterval(timer));
    }, short);
    expect((await failureOf(client.readSpotTickers())).code).toBe('timeout');
    await expect.poll(() => connections[0]?.destroyed).toBe(true);
  });

  test.each([
    ['plain', 'HTTP/1.0 200 OK\r\n\r\n{"errno":0,"result":[]}'],
    ['compressed', Buffer.concat([Buffer.from(gzipped), gzipSync('{"errno":0,"result":[]}')])],
  ])('a %s body of unknown length without an end is a timeout, not a whole body', async (_name, text) => {
    const { client } = await clientFrom((connection) => void connection.write(text), short);
    expect((await failureOf(client.readSpotTickers())).code).toBe('timeout');
  });

  test('a handshake that does not begin is a timeout, and its connection ends', async () => {
    const { client, port, connections } = await clientFrom(() => {}, short);
    const secure = clientOf({ baseUrl: `https://127.0.0.1:${port}`, ...short });
    expect((await failureOf(secure.readSpotTickers())).code).toBe('timeout');
    expect((await failureOf(client.readSpotTickers())).code).toBe('timeout');
    await expect.poll(() => connections.filter(({ destroyed }) => destroyed).length).toBe(2);
  });

  test.each([
    ['expands to 64 MiB', 'gzip', gzipSync(' '.repeat(64 * 1024 * 1024))],
    ['is compressed twice', 'gzip', gzipSync(gzipSync('{}'))],
    ['has 500 encodings', Array(500).fill('gzip').join(', '), gzipSync('{}')],
    ['is compressed by Brotli', 'br', brotliCompressSync('{}')],
    ['is compressed by Zstandard', 'zstd', zstdCompressSync('{}')],
  ])('a body that %s', async (_name, encoding, bytes) => {
    const { client } = await clientFrom((connection) => {
      connection.write(`${ok}content-encoding: ${encoding}\r\ncontent-length: ${bytes.length}\r\n\r\n`);
      connection.write(bytes);
    });
    expect((await failureOf(client.readSpotTickers())).code).toBe('bad-answer');
  });

  test('a connection that sends something while it is idle ends, and the next request has another one', async () => {
    const body = '{"errno":0,"result":[]}';
    const { client, connections } = await clientFrom((connection) =>
      connection.write(`${ok}content-length: ${body.length}\r\n\r\n${body}`),
    );
    await client.readSpotTickers();
    await client.readSpotTickers();
    expect(connections).toHaveLength(1);
    connections[0]?.write('HTTP/1.1 ');
    // Idle connections are closed by the program after 4 s.
    await expect.poll(() => connections[0]?.destroyed, { timeout: 2000 }).toBe(true);
    expect(await client.readSpotTickers()).toMatchObject({ rows: [] });
    expect(connections).toHaveLength(2);
  });

  test('a response in packets of one byte is read', async () => {
    const text = `HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n${chunked}17\r\n{"errno":0,"result":[]}\r\n0\r\na: b\r\n\r\n`;
    const { client } = await clientFrom((connection) => {
      connection.setNoDelay();
      const sendFrom = (position: number) => {
        const isSent = position === text.length;
        if (!isSent) connection.write(text.charAt(position), () => setImmediate(sendFrom, position + 1));
      };
      sendFrom(0);
    });
    expect(await client.readSpotTickers()).toMatchObject({ rows: [] });
  });
});

describe('other hosts, other certificates, no host', () => {
  test('a redirect is not followed: the other host gets neither credentials nor a connection', async () => {
    const arrived: unknown[] = [];
    const elsewhere = createServer((request, response) => {
      arrived.push(request.headers);
      response.end('{"errno":0,"errmsg":"success","result":[]}');
    });
    elsewhere.on('connection', () => arrived.push('connection'));
    await once(elsewhere.listen(0, '127.0.0.1'), 'listening');
    const { port } = elsewhere.address() as AddressInfo;
    try {
      misbehave('redirect', `http://127.0.0.1:${port}`);
      for (const { read } of operations) {
        const failure = await failureOf(read(clientOf()));
        expect(failure.toFailure()).toMatchObject({ code: 'redirect-refused', service: { httpStatus: 307 } });
      }
      expect(arrived).toEqual([]);
      await fetch(`http://127.0.0.1:${port}`, { headers: { connection: 'close' } });
      expect(arrived).toHaveLength(2);
    } finally {
      await new Promise((resolve) => elsewhere.close(resolve));
    }
  });

  test('a wrong certificate is rejected before a header is sent', async () => {
    const secured = await startFaultyExchange({ ...clock, orders: 10, tls: selfSigned });
    try {
      for (const { read } of operations) {
        const failure = await failureOf(read(clientOf({ baseUrl: secured.baseUrl })));
        expect(failure.code).toBe('untrusted-certificate');
      }
      expect(secured.traffic.total).toBe(0);
    } finally {
      await secured.close();
    }
  });

  test('a server that was down is offline, and read again by the first request after its return', async () => {
    let other = await startFaultyExchange({ ...clock, orders: 100 });
    const { port, baseUrl } = other;
    const client = clientOf({ baseUrl });
    try {
      const before = await client.readOrderHistory(query);
      await other.close();
      for (let request = 0; request < 3; request++) {
        for (const { read } of operations) expect((await failureOf(read(client))).code).toBe('offline');
      }
      other = await startFaultyExchange({ ...clock, orders: 100, port });
      expect((await client.readOrderHistory(query)).entries).toEqual(before.entries);
    } finally {
      await other.close();
    }
  });

  test.each([-90, 90])('a clock that is %i s off is clock-skew, and public calls work', async (seconds) => {
    const skewed = await startFaultyExchange({ ...clock, orders: 10, clockSkewSeconds: seconds });
    try {
      const client = clientOf({ baseUrl: skewed.baseUrl });
      for (const { read, isOrderList } of operations) {
        if (isOrderList) expect((await failureOf(read(client))).code).toBe('clock-skew');
        else expect((await read(client)).rows.length).toBeGreaterThan(50);
      }
    } finally {
      await skewed.close();
    }
  });
});

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

interface SentRow {
  readonly key: string | null;
  readonly text: string;
  readonly value: unknown;
}

/** Returns the rows of the last response. */
const sentRows = (): SentRow[] => resultRowsText(received).map((row) => ({ ...row, value: JSON.parse(row.text) }));

const sentTexts = (): string[] => resultRowsText(received).map(({ text }) => text);

const rowName = (row: object): string => String('id' in row ? row.id : 'symbol' in row ? row.symbol : '');

async function honestRows(operation: Operation): Promise<ReadonlyMap<string, ReadRow>> {
  exchange.faults.set(null);
  const { rows } = await operation.read(clientOf());
  return new Map(rows.map((row) => [rowName(row), row]));
}

async function attacked(operation: Operation, fault: FaultName): Promise<Read> {
  misbehave(fault);
  const read = await operation.read(clientOf({ fetch: recordingFetch }));
  expectNoSecretIn(JSON.stringify(read));
  for (const { reason } of read.unreadable) expect(reason).toMatch(/^[a-zA-Z_]+: [a-z ]+\.?$|^not an object$/);
  // Every row is returned as received, readable or not.
  // A ticker with a figure that cannot be read is both.
  const kept = new Set(read.rows.map(({ raw }) => raw));
  const others = read.unreadable.filter(({ raw, reason }) => !kept.has(raw) || reason.startsWith('symbol:'));
  const raws = [...read.rows, ...others].map(({ raw }) => raw);
  expect(raws.sort()).toEqual(sentTexts().sort());
  return read;
}

describe('unreadable rows, and the rows beside them', () => {
  const isDecimal = (value: unknown): boolean => typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value);

  const isFigure = (value: unknown): boolean =>
    value === undefined || value === '' || isDecimal(value) || Number.isFinite(value);

  const valuesOf = (row: Fields, { holder }: Operation): unknown => (holder === undefined ? row : row[holder]);

  /** True for a row without an unreadable field. */
  function isWhole(row: unknown, operation: Operation): boolean {
    if (!isNamed(row, operation)) return false;
    const values = valuesOf(row, operation);
    return isFields(values) && Object.keys(operation.figures).every((figure) => isFigure(values[figure]));
  }

  /** True for a row that tells what it is about. */
  function isNamed(row: unknown, operation: Operation): row is Fields {
    if (!isFields(row) || !isFields(valuesOf(row, operation))) return false;
    if (operation.isOrderList && !(row.order_id && Number.isFinite(row.ctime))) return false;
    return operation.name === 'readSymbolRules' || Boolean(row.symbol);
  }

  const isTicker = ({ holder }: Operation): boolean => holder !== undefined;
  const isRead = (row: unknown, operation: Operation): row is Fields =>
    isTicker(operation) ? isNamed(row, operation) : isWhole(row, operation);

  /** Returns the undamaged row with the figures that were sent. */
  function expectedRow(honest: ReadRow | undefined, sent: Fields, raw: string, operation: Operation): unknown {
    const { figures, holder, places = {} } = operation;
    const values = holder === undefined ? sent : sent[holder];
    const value = (wire: string): unknown => (isFields(values) ? values[wire] : undefined);
    const decimal = (wire: string): unknown => {
      if (!isFigure(value(wire))) return null;
      // As a number, it was sent with a trailing zero.
      if (typeof value(wire) === 'number') return '0.10';
      return value(wire) === '' ? null : (value(wire) ?? null);
    };
    const place = (wire: string): number | null => (value(wire) === undefined ? null : Number(value(wire)));
    return {
      ...honest,
      ...Object.fromEntries(Object.entries(figures).map(([wire, field]) => [field, decimal(wire)])),
      ...Object.fromEntries(Object.entries(places).map(([wire, field]) => [field, place(wire)])),
      raw,
    };
  }

  describe.each(damagedRows)('%s: %s', (fault, outcome) => {
    test.each(operations)('$name', async (operation) => {
      const honest = await honestRows(operation);
      const { rows, unreadable } = await attacked(operation, fault);
      const sent = sentRows();
      expect(sent).toHaveLength(honest.size);
      const good = sent.flatMap(({ value, ...row }) => (isRead(value, operation) ? [{ ...row, value }] : []));
      const expected = good.map(({ key, value, text }) =>
        expectedRow(honest.get(String(value.order_id ?? value.symbol ?? key)), value, text, operation),
      );
      expect(rows).toEqual(expected);
      expect(unreadable).toHaveLength(sent.filter(({ value }) => !isWhole(value, operation)).length);
      // A rule only requires its symbol, which is its key.
      const canLoseAll = fault === 'rows-missing-fields' && operation.name === 'readSymbolRules';
      if (outcome === 'all are readable' || canLoseAll) expect(unreadable).toEqual([]);
      else expect(unreadable.length).toBeGreaterThan(5);
      expect(good.length).toBeGreaterThan(sent.length / 2);
    });
  });
});

describe('unusual pages and forms of responses', () => {
  describe.each(sameRows)('%s: the same rows', (fault) => {
    test.each(operations)('$name', async (operation) => {
      const honest = await honestRows(operation);
      const { rows, unreadable } = await attacked(operation, fault);
      expect(unreadable).toEqual([]);
      expect(rows).toHaveLength(honest.size);
      for (const row of rows) expect(row).toEqual({ ...honest.get(rowName(row)), raw: row.raw });
    });
  });

  test.each(operations)('result-null: $name returns no rows', async ({ read }) => {
    misbehave('result-null');
    expect(await read(clientOf())).toMatchObject({ rows: [], unreadable: [] });
  });

  test.each(operations)('result-single: $name returns that row', async (operation) => {
    const [first] = (await honestRows(operation)).values();
    misbehave('result-single');
    if (operation.name === 'readSymbolRules') {
      // A single rule does not contain its symbol.
      expect((await failureOf(operation.read(clientOf()))).code).toBe('bad-answer');
    } else {
      expect(await operation.read(clientOf())).toMatchObject({ rows: [first], unreadable: [] });
    }
  });

  test.each(operations)('page-duplicates: $name keeps every row, duplicates as unreadable', async (operation) => {
    const honest = await honestRows(operation);
    const { rows, unreadable } = await attacked(operation, 'page-duplicates');
    expect(new Set(rows.map(rowName))).toEqual(new Set(honest.keys()));
    for (const row of rows) expect(row).toEqual(honest.get(rowName(row)));
    const sent = sentTexts().length;
    expect(sent).toBeGreaterThan(honest.size);
    expect(rows.length + unreadable.length).toBe(sent);
    expect(unreadable.length).toBe(operation.isOrderList ? 0 : sent - honest.size);
  });

  test.each(orderLists)(
    'page-repeats, page-inclusive, page-too-long: $name returns the rows as sent',
    async (operation) => {
      const list = async (fault: FaultName | null, from?: string): Promise<string[]> => {
        exchange.faults.set(fault === null ? null : { rules: [{ fault }] });
        const asked = { marginMode: 'isolated', limit: 10, ...(from === undefined ? {} : { from }) } as const;
        const client = clientOf();
        const { entries } =
          operation.name === 'readOrderHistory'
            ? await client.readOrderHistory(asked)
            : operation.name === 'readPlanHistory'
              ? await client.readPlanHistory(asked)
              : await client.readOpenPlans(asked);
        return entries.map(({ id }) => String(id));
      };
      const first = await list(null);
      const second = await list(null, first.at(-1));
      expect(await list('page-repeats', first.at(-1))).toEqual(first);
      expect(await list('page-inclusive', first.at(-1))).toEqual([first.at(-1), ...second.slice(0, 9)]);
      expect(await list('page-too-long')).toEqual([...first, ...second]);
    },
  );
});
