import { afterEach, describe, expect, test } from 'vitest';
import { createExchangeClient } from './client.ts';
import { JsonBounds } from './json-bounds.ts';
import { type LocalServer, startLocalServer } from './testing/local-server.ts';

function accepts(...parts: string[]): boolean {
  const bounds = new JsonBounds();
  try {
    for (const part of parts) bounds.accept(Buffer.from(part));
    return true;
  } catch {
    return false;
  }
}

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

test('nesting is bounded, in one chunk or byte by byte', () => {
  expect(accepts(nested(32))).toBe(true);
  expect(accepts(...nested(32))).toBe(true);
  expect(accepts(nested(33))).toBe(false);
  expect(accepts(...nested(33))).toBe(false);
  expect(accepts('{"a":'.repeat(33))).toBe(false);
  expect(accepts(`[${Array(1000).fill(nested(20)).join()}]`)).toBe(true);
});

test('the number of values is bounded', () => {
  expect(accepts(`[${'1,'.repeat(199_000)}1]`)).toBe(true);
  expect(accepts(`[${'1,'.repeat(100_000)}`, `${'1,'.repeat(100_001)}1]`)).toBe(false);
  expect(accepts('{}'.repeat(200_001))).toBe(false);
});

test('text is not counted, wherever a chunk ends', () => {
  const text = JSON.stringify([`${'[{,:'.repeat(60_000)}"\\`, '\\"[', '\\\\']);
  expect(accepts(text)).toBe(true);
  expect(accepts(text.slice(0, 240_003), text.slice(240_003, 240_004), text.slice(240_004))).toBe(true);
  expect(accepts(`${text},${nested(33)}`)).toBe(false);
});

describe('a response beyond the bounds is bad-answer, and is not read to its end', () => {
  let server: LocalServer;
  afterEach(() => server.close());

  test.each(['[', '{"a":', '[],'])('%s without end', async (unit) => {
    const chunk = unit.repeat(20_000);
    const ended = Promise.withResolvers<void>();
    server = await startLocalServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.on('close', ended.resolve);
      const write = (): void => {
        while (!response.destroyed && response.write(chunk));
        if (!response.destroyed) response.once('drain', write);
      };
      response.write('{"errno":0,"errmsg":"ok","result":[');
      write();
    });
    const client = createExchangeClient({
      baseUrl: server.baseUrl,
      signingVariant: 'bytewise',
      fetch,
      now: Date.now,
      random: Math.random,
    });
    for (const read of [client.readFuturesTickers, client.readSpotTickers, client.readSymbolRules]) {
      await expect(read()).rejects.toMatchObject({
        code: 'bad-answer',
        message: expect.stringMatching(/nested|values/),
      });
    }
    await ended.promise;
  });
});
