import { describe, expect, test } from 'vitest';
import { parseObject, readableMembers } from '../shared/json/json-text.ts';
import { createExchangeClient, type ExchangeClient } from './client.ts';

const size = 7;
const orderOf = (number: number) => ({
  order_id: `R${number}`,
  ctime: 1_790_000_000 + number,
  symbol: 'SOL-USDT',
  price: '140.5',
  type: 'sell-limit',
  amount: '3',
  remark: 'plain',
  deal_amount: '3',
  status: 3,
});
const tickerOf = (number: number) => ({
  symbol: `S${number}-USDT`,
  data: { close: `${number + 1}.5`, open: '1', high: '9', low: '0.5', amount: '7', remark: 'plain' },
});
const ruleOf = (number: number) => ({ symbol: `S${number}-USDT`, amount: '2', price: '3', remark: 'plain' });

/** A client of a service that sends these bytes for each request, and the limits that it was asked for. */
function clientOf(answer: (parameters: URLSearchParams) => string | Buffer) {
  const limits: (string | null)[] = [];
  const client = createExchangeClient({
    baseUrl: 'https://exchange.example',
    credentials: { token: 'token', secretKey: 'secret' },
    signingVariant: 'bytewise',
    fetch: async (url) => {
      limits.push(url.searchParams.get('limit'));
      return new Response(new Uint8Array(Buffer.from(answer(url.searchParams))));
    },
    now: () => 1_800_000_000_000,
    random: () => 0,
  });
  return { client, limits };
}

const envelope = (rows: readonly string[]) => `{"errno":0,"errmsg":"success","result":[${rows.join(',')}]}`;

/** What a service may send in place of `"remark":"plain"`. Unlike JSON, bytes are one character each here. */
const damages: Readonly<Record<string, string>> = {
  'a line break': '"remark":"pl\nain"',
  'a tab': '"remark":"pl\tain"',
  NUL: '"remark":"\0"',
  'a control character before a quote': '"remark":"a\u0001\\"b"',
  'an escape that JSON does not know': '"remark":"C:\\path\\x41"',
  'half an escape': '"remark":"\\u12"',
  'a control character in a name': '"rem\u0007ark":"plain"',
  NaN: '"remark":NaN',
  Infinity: '"remark":Infinity',
  '-Infinity': '"remark":[1,-Infinity]',
  undefined: '"remark":{"a":undefined}',
  'a word of Python': '"remark":None',
  'a plus sign': '"remark":+1.5',
  'a leading zero': '"remark":007',
  'no digit before the point': '"remark":.5',
  'a hexadecimal number': '"remark":0x1F',
  'bytes of Latin-1': '"remark":"caf\xe9"',
  'a character of UTF-8 that was cut': '"remark":"\xe5\xb8"',
  'a byte that is never UTF-8': '"remark":"\xff"',
  'two prices': '"remark":"plain","price":"1","price":"2"',
  'a name twice within a field': '"remark":{"a":[{"b":1,"b":2}]}',
  'nesting beyond the bound': `"remark":${'['.repeat(40)}${']'.repeat(40)}`,
  'objects beyond the bound': `"remark":${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`,
};

const operations: Readonly<
  Record<string, { rowOf: (number: number) => object; read: (client: ExchangeClient) => Promise<unknown> }>
> = {
  orders: { rowOf: orderOf, read: (client) => client.readOrderHistory({ marginMode: 'isolated' }) },
  'plan orders': { rowOf: orderOf, read: (client) => client.readPlanHistory({ marginMode: 'isolated' }) },
  'open plan orders': { rowOf: orderOf, read: (client) => client.readOpenPlans({ marginMode: 'isolated' }) },
  'futures tickers': { rowOf: tickerOf, read: (client) => client.readFuturesTickers() },
  'spot tickers': { rowOf: tickerOf, read: (client) => client.readSpotTickers() },
  'trading rules': { rowOf: ruleOf, read: (client) => client.readSymbolRules() },
};

interface Read {
  readonly entries?: readonly {
    id: string | null;
    row?: { raw: string };
    unreadable?: { raw: string; reason: string };
  }[];
  readonly rows?: readonly { raw: string }[];
  readonly unreadable?: readonly { raw: string; reason: string }[];
}

describe.each(Object.entries(operations))('one damaged row among %s', (_name, { rowOf, read }) => {
  const texts = Array.from({ length: size }, (_, number) => JSON.stringify(rowOf(number)));

  test.each(Object.entries(damages))('%s', async (_damage, damaged) => {
    for (let place = 0; place < size; place++) {
      const sent = texts.map((text, index) => (index === place ? text.replace('"remark":"plain"', damaged) : text));
      const { client, limits } = clientOf(() => Buffer.from(envelope(sent), 'latin1'));
      const found = (await read(client)) as Read;
      const rows = found.rows ?? found.entries?.flatMap(({ row }) => row ?? []) ?? [];
      const unreadable = found.unreadable ?? found.entries?.flatMap((entry) => entry.unreadable ?? []) ?? [];
      const others = rows.map(({ raw }) => raw).filter((raw) => texts.includes(raw));
      expect(others).toEqual(texts.filter((_, index) => index !== place));
      expect(unreadable).toHaveLength(1);
      expect(unreadable[0]?.raw).toBe(Buffer.from(sent[place] ?? '', 'latin1').toString());
      expect(unreadable[0]?.reason).not.toBe('');
      // Its ID is known, so that a reader can continue from it.
      if (found.entries !== undefined) expect(found.entries.map(({ id }) => id)).toEqual(texts.map((_, n) => `R${n}`));
      expect(limits).toHaveLength(1);
    }
  });
});

test('a damaged field of a ticker costs that field, and a damaged symbol the row', async () => {
  const rows = [
    '{"symbol":"A-B","data":{"close":"61","high":NaN,"low":"1\n0"}}',
    '{"symbol":"C\n-D","data":{"close":"2"}}',
    '{"symbol":"E-F","data":{"close":Infinity,"open":"3"}}',
    '{"symbol":"G-H","data":{"close":"1","close":"2"}}',
    '{"symbol":"I-J","data":{"close":"5","close":"5"}}',
  ];
  const { client } = clientOf(() => envelope(rows));
  const read = await client.readFuturesTickers();
  expect(read.rows).toMatchObject([
    { symbol: 'A-B', last: '61', high: null, low: null },
    { symbol: 'E-F', last: null, open: '3' },
    { symbol: 'I-J', last: '5' },
  ]);
  expect(read.unreadable.map(({ raw }) => raw)).toEqual(rows.slice(0, 4));
});

test('damage outside of the rows costs none of them', async () => {
  const text = `{"errno":0,"errmsg":"two\nlines","took":NaN,"result":[${JSON.stringify(orderOf(1))}]}`;
  const { entries } = await clientOf(() => text).client.readOrderHistory({ marginMode: 'cross' });
  expect(entries).toMatchObject([{ id: 'R1', row: { quantity: '3' } }]);
});

test('a list within an object and a single row are split, too', async () => {
  const [sound, damaged] = [JSON.stringify(orderOf(1)), JSON.stringify(orderOf(2)).replace('plain', '\n')];
  const read = async (result: string) => {
    const { client } = clientOf(() => `{"errno":0,"result":${result}}`);
    return (await client.readOrderHistory({ marginMode: 'cross' })).entries;
  };
  expect(await read(`{"list":[${sound},${damaged}],"total":2}`)).toMatchObject([
    { id: 'R1', row: { raw: sound } },
    { id: 'R2', unreadable: { raw: damaged, reason: 'not valid JSON' } },
  ]);
  expect(await read(damaged)).toMatchObject([{ id: 'R2', unreadable: { raw: damaged } }]);
  expect(await read(sound)).toMatchObject([{ id: 'R1', row: { raw: sound } }]);
});

test('the members of a damaged text that can be read', () => {
  expect(readableMembers('{"a":"x\ny","b":NaN,"c":"z","d":1,"d":2,"e":3,"e":3,"f":0.10}')).toEqual({
    c: 'z',
    e: 3,
    f: '0.10',
  });
  for (const text of ['', '{"a":1', '[1]', '{"a":1},"result":{"b":2}', 'text'])
    expect(readableMembers(text)).toEqual({});
});

test('a long damaged text is repaired in time', () => {
  const text = `{"errno":0,"result":["${'\n\\x'.repeat(600_000)}"]}`;
  const start = performance.now();
  expect(parseObject(text)?.result?.parts).toHaveLength(1);
  expect(performance.now() - start).toBeLessThan(5000);
});

describe('a page that cannot be split', () => {
  const count = 250;
  const texts = Array.from({ length: count }, (_, index) => JSON.stringify(orderOf(count - index)));

  /** Reads all pages of a list of which some rows are sent as `damaged`. */
  async function readAll(bad: readonly number[], damaged: (text: string) => string, cut = Number.POSITIVE_INFINITY) {
    const rows = texts.map((text, index) => (bad.includes(index) ? damaged(text) : text));
    const { client, limits } = clientOf((parameters) => {
      const from = texts.findIndex((text) => JSON.parse(text).order_id === parameters.get('from'));
      return envelope(rows.slice(from + 1, from + 1 + Number(parameters.get('limit')))).slice(0, cut);
    });
    const entries: Awaited<ReturnType<typeof client.readOrderHistory>>['entries'][number][] = [];
    for (let from: string | null | undefined; from !== null; ) {
      const query = { marginMode: 'isolated', limit: 100, ...(from === undefined ? {} : { from }) } as const;
      const page: (typeof entries)[number][] = [...(await client.readOrderHistory(query)).entries];
      entries.push(...page);
      from = page.at(-1)?.id ?? null;
    }
    return { entries, requests: limits.length };
  }

  test.each<[string, (text: string) => string]>([
    ['a quote within a text', (text) => text.replace('plain', 'pl"ain')],
    ['a text without an end', (text) => text.replace('plain"', 'plain')],
    ['a value that is missing', (text) => text.replace('"plain"', '')],
    ['a bracket too many', (text) => text.replace('"plain"', '[1]]')],
    ['a number with a comma', (text) => text.replace('"plain"', '1,234.5')],
    ['a row larger than a response', (text) => text.replace('plain', 'x'.repeat(3_000_000))],
    ['a row of too many values', (text) => text.replace('"plain"', `[${'1,'.repeat(401_000)}1]`)],
  ])('%s: the row is kept as unreadable, and all others are read', async (_name, damaged) => {
    for (const place of [0, 41, 99, 100, 249]) {
      const { entries, requests } = await readAll([place], damaged);
      const ids = Array.from({ length: count }, (_, index) => `R${count - index}`);
      expect(entries.map(({ id }) => id)).toEqual(ids);
      const unreadable = entries.flatMap((entry) => ('unreadable' in entry ? [entry] : []));
      expect(unreadable.map(({ id }) => id)).toEqual([ids[place]]);
      expect(unreadable[0]?.unreadable.raw.slice(0, 20)).toBe(texts[place]?.slice(0, 20));
      expect(unreadable[0]?.unreadable.raw.length).toBeLessThanOrEqual(10_000);
      expect(requests).toBeLessThan(45);
    }
  });

  test('two such rows, one behind the other', async () => {
    const { entries } = await readAll([10, 11], (text) => text.replace('plain', 'pl"ain'));
    expect(entries).toHaveLength(count);
    expect(entries.filter((entry) => 'unreadable' in entry).map(({ id }) => id)).toEqual(['R240', 'R239']);
  });

  test('rows whose page is too large together are all read', async () => {
    const { entries } = await readAll([5, 6, 7, 8, 9], (text) => text.replace('plain', 'y'.repeat(600_000)));
    expect(entries.filter((entry) => 'row' in entry)).toHaveLength(count);
  });

  test('a gateway that cuts each response is a failure, and no row', async () => {
    await expect(readAll([], (text) => text, 150)).rejects.toMatchObject({ code: 'bad-answer' });
    // Pages of a few rows are whole.
    expect((await readAll([], (text) => text, 1000)).entries).toHaveLength(count);
  });

  test.each(['<html>busy</html>', '{"errno":0,"result":', '{"errno":0,"result":[}'])(
    '%s is a failure, and no row',
    async (text) => {
      const { client } = clientOf(() => text);
      await expect(client.readOrderHistory({ marginMode: 'cross', limit: 100 })).rejects.toMatchObject({
        code: 'bad-answer',
      });
      await expect(client.readFuturesTickers()).rejects.toMatchObject({ code: 'bad-answer' });
    },
  );

  test('a service that ignores the limit does not turn its rows into one', async () => {
    const { client } = clientOf(() => envelope([texts[0] ?? '', (texts[1] ?? '').replace('plain', 'pl"ain')]));
    await expect(client.readOrderHistory({ marginMode: 'cross', limit: 100 })).rejects.toMatchObject({
      code: 'bad-answer',
    });
  });
});
