import { expect, test } from 'vitest';
import { systemProxy } from './system-proxy.ts';

async function proxyIn(list: string): Promise<string | null> {
  const asked: string[] = [];
  const find = systemProxy({
    resolveProxy: async (url) => {
      asked.push(url);
      return list;
    },
  });
  const proxy = await find(new URL('https://exchange.test/v1/futures/orders/history?limit=1'));
  // A configuration script may be of the network and must not learn the path.
  expect(asked).toEqual(['https://exchange.test']);
  return proxy?.url.href ?? null;
}

test('is the first one that the system names', async () => {
  expect(await proxyIn('PROXY proxy.test:3128; PROXY other.test:3128; DIRECT')).toBe('http://proxy.test:3128/');
  expect(await proxyIn('HTTPS proxy.test:8443')).toBe('https://proxy.test:8443/');
});

test('is none if the system connects directly', async () => {
  expect(await proxyIn('DIRECT')).toBeNull();
  expect(await proxyIn('DIRECT; PROXY proxy.test:3128')).toBeNull();
  expect(await proxyIn('')).toBeNull();
});

test.each(['SOCKS5 127.0.0.1:1080', 'SOCKS 127.0.0.1:1080; DIRECT', 'QUIC proxy.test:443', 'PROXY'])(
  'that cannot be used is reported and not passed over: %s',
  async (list) => {
    await expect(proxyIn(list)).rejects.toMatchObject({ code: 'offline', proxy: 'unusable' });
  },
);
