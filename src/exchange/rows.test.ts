import { describe, expect, test } from 'vitest';
import { OrderglassError } from '../shared/values/errors.ts';
import { createExchangeClient, type ExchangeClient } from './client.ts';

const fetchedAt = Date.UTC(2026, 0, 1);

/** Returns a client of a service that responds to every request with this body. */
function clientAnswered(body: string): ExchangeClient {
  return createExchangeClient({
    baseUrl: 'https://exchange.example',
    credentials: { token: 'token', secretKey: 'secret' },
    signingVariant: 'bytewise',
    fetch: async () => new Response(body),
    now: () => fetchedAt,
    random: () => 0,
  });
}

const withResult = (result: string) => clientAnswered(`{"errno":0,"errmsg":"ok","result":${result}}`);
const isolated = { marginMode: 'isolated' } as const;

const orderText =
  '{"order_id":"11535","ctime":1700000000,"symbol":"BTC-USDT","price":"90000.10","price_avg":"90000.05000","lever_rate":20,' +
  '"amount":"12.5","deal_amount":"10","type":"buy-limit","status":2,"contract_type":"open","profit":"-0.00000490"}';
const order = {
  key: 'isolated:11535',
  id: '11535',
  marginMode: 'isolated',
  createdAt: 1_700_000_000_000,
  symbol: 'BTC-USDT',
  type: 'buy-limit',
  side: 'buy',
  kind: 'limit',
  price: '90000.10',
  leverage: '20',
  quantity: '12.5',
  raw: orderText,
  status: 'partially-filled',
  action: 'open',
  filledQuantity: '10',
  averagePrice: '90000.05000',
  pnl: '-0.00000490',
};
const planText =
  '{"order_id":"BG5000181583375122413SZXEIX","ctime":"1700000001","symbol":"币安人生-USDT","price":"0.0000049","lever_rate":"5",' +
  '"amount":"100","type":"sell-post-only","trigger_sign":"2","trigger_price":"0.0000050","stop_profit_price":"0","stop_loss_price":"",';
const plan = {
  key: 'cross:BG5000181583375122413SZXEIX',
  id: 'BG5000181583375122413SZXEIX',
  marginMode: 'cross',
  createdAt: 1_700_000_001_000,
  symbol: '币安人生-USDT',
  type: 'sell-post-only',
  side: 'sell',
  kind: 'post-only',
  price: '0.0000049',
  leverage: '5',
  quantity: '100',
  triggerDirection: 'falls-to',
  triggerPrice: '0.0000050',
  takeProfit: '0',
  stopLoss: null,
};

describe('rows of docs/service.md 2', () => {
  test('a historical order', async () => {
    expect(await withResult(`[${orderText}]`).readOrderHistory(isolated)).toEqual({
      entries: [{ id: '11535', row: order }],
      fetchedAt,
    });
  });

  test('a historical plan order', async () => {
    const text = `${planText}"implement_status":3,"tactics_deal":"99.5"}`;
    const list = await withResult(`[ ${text} ]`).readPlanHistory({ marginMode: 'cross' });
    expect(list.entries).toEqual([
      { id: plan.id, row: { ...plan, raw: text, status: 'fully-executed', filledQuantity: '99.5' } },
    ]);
  });

  test('an open plan order', async () => {
    const text = `${planText}"trigger_status":0}`;
    const list = await withResult(`[${text}]`).readOpenPlans({ marginMode: 'cross' });
    expect(list.entries).toEqual([{ id: plan.id, row: { ...plan, raw: text, triggerStatus: 'not-triggered' } }]);
  });

  const statistics =
    '"id":1,"amount":"5.000000000000000000000000000001","count":"17","open":"1","close":"2.0","low":"0.5","high":"3","vol":7';

  test('a futures ticker', async () => {
    const text = `{"symbol":"XAU500-USDT","data":{${statistics}}}`;
    expect(await withResult(`[${text}]`).readFuturesTickers()).toEqual({
      rows: [
        {
          symbol: 'XAU500-USDT',
          last: '2.0',
          open: '1',
          high: '3',
          low: '0.5',
          volume: '5.000000000000000000000000000001',
          turnover: '7',
          trades: '17',
          tradeId: '1',
          raw: text,
        },
      ],
      unreadable: [],
      fetchedAt,
    });
  });

  test('a spot ticker', async () => {
    const text = `{"symbol":"BTC-USDT","data":{${statistics},"ask":"2.1","bid":""}}`;
    const { rows } = await withResult(`[${text}]`).readSpotTickers();
    expect(rows).toMatchObject([{ symbol: 'BTC-USDT', last: '2.0', ask: '2.1', bid: null, raw: text }]);
    // The id of a spot ticker is that of the response.
    expect(rows[0]).not.toHaveProperty('tradeId');
  });

  const spot = async (data: object) => {
    const { rows, unreadable } = await withResult(
      JSON.stringify([{ symbol: 'NEW-USDT', data: { close: '3.1', open: '3', high: '4', low: '2', ...data } }]),
    ).readSpotTickers();
    return { row: rows[0], reasons: unreadable.map(({ reason }) => reason) };
  };

  test.each([
    ['close', 'last'],
    ['open', 'open'],
    ['high', 'high'],
    ['low', 'low'],
    ['bid', 'bid'],
    ['ask', 'ask'],
  ] as const)('no %s of a ticker that is not above zero', async (wire, field) => {
    for (const sent of ['0', 0, '0.000', '-0', '0E-8', '-3.1']) {
      const { row, reasons } = await spot({ [wire]: sent });
      expect(row?.[field]).toBeNull();
      expect(reasons).toEqual([]);
    }
    expect((await spot({ [wire]: '0.00000001' })).row?.[field]).toBe('0.00000001');
  });

  test('the other fields of a ticker if one cannot be read, and that one is counted', async () => {
    expect(await spot({ high: 'NaN', vol: 'Infinity' })).toMatchObject({
      row: { last: '3.1', open: '3', high: null, low: '2', turnover: null },
      reasons: ['high: not a decimal number'],
    });
    expect(await spot({ close: '--' })).toMatchObject({
      row: { last: null, open: '3', high: '4' },
      reasons: ['close: not a decimal number'],
    });
    expect(await spot({ count: { of: 3 }, bid: '3.05' })).toMatchObject({ row: { trades: null, bid: '3.05' } });
  });

  test('the trade number of a futures ticker digit by digit', async () => {
    const idOf = async (id: string) =>
      (await withResult(`[{"symbol":"A-B","data":{"id":${id},"close":"1"}}]`).readFuturesTickers()).rows[0]?.tradeId;
    expect(await idOf('9007199254740993')).toBe('9007199254740993');
    expect(await idOf('"18446744073709551616"')).toBe('18446744073709551616');
    for (const unusable of ['null', '-1', '1.5', '"a7"', '""', '[7]']) expect(await idOf(unusable)).toBeUndefined();
  });

  test('no trigger price of an open plan order that is zero', async () => {
    const text = `${planText.replace('"0.0000050"', '"0.000"')}"trigger_status":0}`;
    expect((await withResult(`[${text}]`).readOpenPlans({ marginMode: 'cross' })).entries).toMatchObject([
      { row: { triggerPrice: null, takeProfit: '0' } },
    ]);
  });

  test('a precision record', async () => {
    const text = '{"amount":"0","price":"2","minQuantity":"1","maxQuantity":"10000","minPrice":"0.01","maxPrice":""}';
    expect(await withResult(`{"BTC-USDT": ${text}}`).readSymbolRules()).toEqual({
      rows: [
        {
          symbol: 'BTC-USDT',
          quantityPrecision: 0,
          pricePrecision: 2,
          minQuantity: '1',
          maxQuantity: '10000',
          minPrice: '0.01',
          maxPrice: null,
          raw: text,
        },
      ],
      unreadable: [],
      fetchedAt,
    });
  });
});

describe('optional fields and unusual values', () => {
  test('only ID, time and symbol are required', async () => {
    const list = await withResult(
      '[{"order_id":1,"ctime":1700000000.5,"symbol":"A-B","new_field":[1]}]',
    ).readOrderHistory(isolated);
    expect(list.entries).toMatchObject([
      {
        id: '1',
        row: {
          id: '1',
          createdAt: 1_700_000_000_500,
          type: '',
          side: null,
          kind: '',
          price: null,
          leverage: null,
          status: 'unknown:',
          action: null,
          pnl: null,
        },
      },
    ]);
  });

  test.each([
    ['buy-limit', 'buy', 'limit'],
    ['sell-take-profit', 'sell', 'take-profit'],
    ['limit', null, 'limit'],
    ['buy', null, 'buy'],
    ['buy-', null, 'buy-'],
    ['BUY-LIMIT', 'buy', 'limit'],
    ['Sell_Market', 'sell', 'market'],
    ['liquidation-sell', 'sell', 'liquidation'],
    ['buy-sell', null, 'buy-sell'],
    ['buy-limit-sell', null, 'buy-limit-sell'],
    ['liquidation', null, 'liquidation'],
    ['selling', null, 'selling'],
    ['hold-limit', null, 'hold-limit'],
  ])('the type %s', async (type, side, kind) => {
    const text = orderText.replace('buy-limit', type);
    const { entries } = await withResult(`[${text}]`).readOrderHistory(isolated);
    expect(entries).toMatchObject([{ row: { type, side, kind } }]);
  });

  test.each([
    ['"status":2', '"status":"2"', { status: 'partially-filled' }],
    ['"status":2', '"status":9', { status: 'unknown:9' }],
    ['"contract_type":"open"', '"contract_type":"close"', { action: 'close' }],
    ['"contract_type":"open"', '"contract_type":"CLOSE"', { action: 'close' }],
    ['"contract_type":"open"', '"contract_type":"reverse"', { action: 'unknown:reverse' }],
    ['"lever_rate":20', '"lever_rate":2.50', { leverage: '2.50' }],
    ['"order_id":"11535"', '"order_id":12345678901234567890', { id: '12345678901234567890' }],
    ['"price":"90000.10"', '"price":90000.10', { price: '90000.10' }],
    ['"price":"90000.10"', '"price":4.9e-6', { price: '0.0000049' }],
    ['"ctime":1700000000', '"ctime":1700000000123', { createdAt: 1_700_000_000_123 }],
  ])('%s may be sent as %s', async (usual, other, expected) => {
    const text = orderText.replace(usual, other);
    const { entries } = await withResult(`[${text}]`).readOrderHistory(isolated);
    expect(entries).toMatchObject([{ row: { ...expected, raw: text } }]);
  });

  test.each([
    ['"1"', 'rises-to'],
    ['2', 'falls-to'],
    ['"0"', 'unknown:0'],
  ])('trigger_sign %s', async (sign, triggerDirection) => {
    const text = `${planText.replace('"trigger_sign":"2"', `"trigger_sign":${sign}`)}"trigger_status":1}`;
    const { entries } = await withResult(`[${text}]`).readOpenPlans(isolated);
    expect(entries).toMatchObject([{ row: { triggerDirection, triggerStatus: 'triggered' } }]);
  });
});

describe('an unreadable row', () => {
  test.each([
    ['null', null, 'not an object'],
    ['17', null, 'not an object'],
    ['[]', null, 'not an object'],
    ['{}', null, 'order_id: missing'],
    ['{"__proto__":{"order_id":"1","ctime":1700000000,"symbol":"A-B"}}', null, 'order_id: missing'],
    ['{"order_id":"7"}', '7', 'ctime: missing'],
    ['{"order_id":"7","ctime":1700000000}', '7', 'symbol: missing'],
    ['{"order_id":"7","ctime":1700000000,"symbol":"A-B","price":"NaN"}', '7', 'price: not a decimal number'],
    ['{"order_id":"7","ctime":1700000000,"symbol":"A-B","price":1e400}', '7', 'price: not a decimal number'],
    ['{"order_id":"7","ctime":1700000000,"symbol":"A-B","status":{}}', '7', 'status: neither text nor a number'],
  ])('%s is kept, and the other rows are read', async (text, id, reason) => {
    const { entries } = await withResult(`[${text},${orderText}]`).readOrderHistory(isolated);
    expect(entries).toEqual([
      { id, unreadable: { raw: text, reason } },
      { id: '11535', row: order },
    ]);
  });

  test('is kept in tickers and rules, too', async () => {
    const tickers = await withResult(
      '[{"symbol":"A-B"},{"data":{}},7,{"symbol":"A-B","data":{"close":"1"}}]',
    ).readSpotTickers();
    expect(tickers.rows.map((row) => row.symbol)).toEqual(['A-B']);
    expect(tickers.unreadable).toEqual([
      { raw: '{"symbol":"A-B"}', reason: 'data: missing or not an object' },
      { raw: '{"data":{}}', reason: 'symbol: missing' },
      { raw: '7', reason: 'not an object' },
    ]);
    const rules = await withResult('{"A-B":{"amount":"x"},"C-D":[],"E-F":{"price":"2"}}').readSymbolRules();
    expect(rules.rows.map((row) => row.symbol)).toEqual(['E-F']);
    expect(rules.unreadable).toEqual([
      { raw: '{"amount":"x"}', reason: 'amount: not a number of decimal places' },
      { raw: '[]', reason: 'not an object' },
    ]);
  });

  test('is the second row of a symbol', async () => {
    const { rows, unreadable } = await withResult(
      '[{"symbol":"A-B","data":{"close":"1"}},{"symbol":"A-B","data":{"close":"2"}}]',
    ).readFuturesTickers();
    expect(rows).toMatchObject([{ last: '1' }]);
    expect(unreadable).toMatchObject([{ reason: 'symbol: occurs more than once' }]);
  });
});

describe('forms of the result', () => {
  test.each([
    ['[]', 0],
    ['null', 0],
    ['{}', 0],
    [`[${orderText}]`, 1],
    [orderText, 1],
    [`{"0":${orderText},"1":${orderText}}`, 2],
    [`{"11535":${orderText}}`, 1],
    [`{"list":[${orderText},${orderText}],"total":2}`, 2],
    [`{"list":[${orderText}],"page":{"total":1}}`, 1],
    ['{"list":[]}', 0],
  ])('%s', async (result, rows) => {
    const { entries } = await withResult(result).readOrderHistory(isolated);
    expect(entries).toEqual(Array.from({ length: rows }, () => ({ id: '11535', row: order })));
  });

  test.each([
    ...['""', '" "', '"[]"', '"[ ]"', '"null"', '"{}"', '"0"', 'false', '0', '{"total":0}', '{"a":[],"b":[]}'],
    ...['{"list":null,"total":"0"}', '{"rows":"","count":0,"page":[]}'],
  ])('%s is an empty list', async (result) => {
    const client = withResult(result);
    expect((await client.readOrderHistory(isolated)).entries).toEqual([]);
    expect((await client.readOpenPlans(isolated)).entries).toEqual([]);
    expect(await client.readSpotTickers()).toMatchObject({ rows: [], unreadable: [] });
  });

  test.each([
    ...['17', '"none"', 'true', '{"total":3}', '{"list":null,"total":3}', '{"success":false}', '{"order_id":null}'],
    ...['"[1]"', '{"message":"busy"}', '-1'],
  ])('%s is bad-answer', async (result) => {
    await expect(withResult(result).readOrderHistory(isolated)).rejects.toMatchObject({ code: 'bad-answer' });
  });

  test('tickers in an object keyed by symbol, with or without `data`', async () => {
    const { rows } = await withResult(
      '{"A-B":{"close":"1"},"C-D":{"symbol":"C-D","data":{"close":"2"}}}',
    ).readSpotTickers();
    expect(rows.map((row) => [row.symbol, row.last])).toEqual([
      ['A-B', '1'],
      ['C-D', '2'],
    ]);
  });

  test('rules in a list', async () => {
    const { rows } = await withResult('[{"symbol":"A-B","price":"3"},{"symbol":"C-D","price":"4"}]').readSymbolRules();
    expect(rows.map((row) => [row.symbol, row.pricePrecision])).toEqual([
      ['A-B', 3],
      ['C-D', 4],
    ]);
  });
});

test('a response with a byte order mark is read', async () => {
  const { entries } = await clientAnswered(`\uFEFF{"errno":"0","result":[${orderText}]}`).readOrderHistory(isolated);
  expect(entries).toHaveLength(1);
});

test('an error contains nothing of the body', async () => {
  const canary = 'canary-7731';
  for (const body of [canary, `{"errno":0,"result":"${canary}"}`, `{"${canary}":1}`, `{"errno":"${canary}"}`]) {
    const failure = await withoutData(clientAnswered(body).readOrderHistory(isolated));
    expect(failure.code).toBe('bad-answer');
    expect(JSON.stringify([failure.message, failure.stack, failure.cause, failure.toFailure()])).not.toContain(canary);
  }
});

async function withoutData(call: Promise<unknown>): Promise<OrderglassError> {
  const error: unknown = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof OrderglassError) return error;
  throw new Error('the call did not fail as expected');
}

describe('equal market lists in a row', () => {
  const listOf = (close: string) => `{"errno":0,"result":[{"symbol":"A-B","data":{"close":"${close}"}},{"symbol":""}]}`;
  /** Returns a client whose responses have these bodies and statuses, one after the other. Each response is a second younger. */
  function clientAnsweredInTurn(...responses: readonly (readonly [body: string, status?: number])[]): ExchangeClient {
    let turn = 0;
    return createExchangeClient({
      baseUrl: 'https://exchange.example',
      signingVariant: 'bytewise',
      fetch: async () => {
        const [body, status = 200] = responses[turn++] ?? [''];
        return new Response(body, { status });
      },
      now: () => fetchedAt + turn * 1000,
      random: () => 0,
    });
  }

  test('have the same rows, each with its own time', async () => {
    const client = clientAnsweredInTurn([listOf('1.10')], [listOf('1.10')], [listOf('1.1')], [listOf('1.10')]);
    const [first, second, third, fourth] = [
      await client.readFuturesTickers(),
      await client.readFuturesTickers(),
      await client.readFuturesTickers(),
      await client.readFuturesTickers(),
    ];
    expect(first).toMatchObject({ rows: [{ symbol: 'A-B', last: '1.10' }], unreadable: [{ raw: '{"symbol":""}' }] });
    expect(second.rows).toBe(first.rows);
    expect(second).toEqual({ ...first, fetchedAt: first.fetchedAt + 1000 });
    expect(third.rows).toMatchObject([{ last: '1.1' }]);
    expect(fourth).toEqual({ ...first, fetchedAt: first.fetchedAt + 3000 });
  });

  test('of two operations are read as what they are', async () => {
    const client = clientAnsweredInTurn([listOf('1')], [listOf('1')]);
    expect((await client.readFuturesTickers()).rows[0]).not.toHaveProperty('bid');
    expect((await client.readSpotTickers()).rows).toMatchObject([{ bid: null }]);
  });

  test('fail if the later response fails', async () => {
    const failing = '{"errno":10010,"errmsg":"failed"}';
    const client = clientAnsweredInTurn([listOf('1')], [listOf('1'), 429], [failing], [failing], [listOf('1')]);
    const { rows } = await client.readFuturesTickers();
    await expect(client.readFuturesTickers()).rejects.toMatchObject({ code: 'throttled' });
    await expect(client.readFuturesTickers()).rejects.toMatchObject({ code: 'service-error' });
    await expect(client.readFuturesTickers()).rejects.toMatchObject({ code: 'service-error' });
    expect((await client.readFuturesTickers()).rows).toEqual(rows);
  });
});
