import { afterEach, describe, expect, test } from 'vitest';
import { createExchangeClient } from './client.ts';
import { JsonBounds } from './json-bounds.ts';
import { type LocalServer, startLocalServer } from './testing/local-server.ts';

function accepts(...parts: string[]): boolean {
  const bounds = new JsonBounds();
  return parts.every((part) => bounds.accepts(Buffer.from(part)));
}

test('the number of values is bounded', () => {
  expect(accepts(`[${'1,'.repeat(399_000)}1]`)).toBe(true);
  expect(accepts(`[${'1,'.repeat(200_000)}`, `${'1,'.repeat(200_001)}1]`)).toBe(false);
  expect(accepts('{}'.repeat(400_001))).toBe(false);
  expect(accepts('['.repeat(400_000))).toBe(true);
  expect(accepts('['.repeat(400_001))).toBe(false);
});

test('text is not counted, wherever a chunk ends', () => {
  const text = JSON.stringify([`${'[{,:'.repeat(110_000)}"\\`, '\\"[', '\\\\']);
  expect(accepts(text)).toBe(true);
  expect(accepts(text.slice(0, 440_003), text.slice(440_003, 440_004), text.slice(440_004))).toBe(true);
  expect(accepts(`${text},${'[],'.repeat(200_001)}`)).toBe(false);
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
        message: expect.stringMatching(/values/),
      });
    }
    await ended.promise;
  });
});
