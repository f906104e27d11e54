import { expect, test } from 'vitest';
import { createExchangeClient } from './client.ts';
import { endpoints } from './endpoints.ts';

test('there are six operations, all of them GET (docs/service.md 4)', () => {
  expect(Object.values(endpoints).map(({ method, path, signed }) => [method, path, signed])).toEqual([
    ['GET', '/v1/futures/orders/history', true],
    ['GET', '/v1/futures/plan/history', true],
    ['GET', '/v1/futures/plan/current', true],
    ['GET', '/v1/spot/24kline_list', false],
    ['GET', '/v1/futures/24kline_list', false],
    ['GET', '/v1/futures/symbol_precision', false],
  ]);
});

test('the client has one function for each operation and no other', async () => {
  const asked: string[] = [];
  const client = createExchangeClient({
    baseUrl: 'https://exchange.example',
    credentials: { token: 'token', secretKey: 'secret' },
    signingVariant: 'bytewise',
    fetch: async (input, init) => {
      asked.push(`${init?.method} ${new URL(String(input)).pathname}`);
      return Response.json({ errno: 0, errmsg: 'ok', result: [] });
    },
    now: () => 0,
    random: () => 0,
  });
  expect(Object.keys(client).sort()).toEqual(Object.keys(endpoints).sort());

  const calls = Object.values(client) as ((query: { marginMode: 'isolated' }) => Promise<unknown>)[];
  for (const call of calls) await call({ marginMode: 'isolated' });
  expect(asked.sort()).toEqual(
    Object.values(endpoints)
      .map(({ path }) => `GET ${path}`)
      .sort(),
  );
});
