import { describe, expect, test } from 'vitest';
import { environmentProxy } from './proxy-environment.ts';

const proxyOf = async (environment: NodeJS.ProcessEnv, url = 'https://api.exchange.test') =>
  (await environmentProxy(environment)?.(new URL(url)))?.url.href ?? null;

const proxy = 'http://proxy.test:3128/';

test('is HTTPS_PROXY, else HTTP_PROXY, else ALL_PROXY, in lower or upper case', async () => {
  expect(await proxyOf({ HTTPS_PROXY: proxy })).toBe(proxy);
  expect(await proxyOf({ https_proxy: proxy, HTTPS_PROXY: 'http://other.test' })).toBe(proxy);
  expect(await proxyOf({ HTTP_PROXY: 'http://other.test', HTTPS_PROXY: proxy })).toBe(proxy);
  expect(await proxyOf({ http_proxy: proxy })).toBe(proxy);
  expect(await proxyOf({ ALL_PROXY: 'http://other.test', HTTP_PROXY: proxy })).toBe(proxy);
  expect(await proxyOf({ ALL_PROXY: proxy })).toBe(proxy);
  expect(await proxyOf({ all_proxy: proxy, ALL_PROXY: 'http://other.test' })).toBe(proxy);
  expect(await proxyOf({ HTTPS_PROXY: 'proxy.test:3128' })).toBe(proxy);
});

test('is none without these variables', () => {
  expect(environmentProxy({})).toBeNull();
  expect(environmentProxy({ HTTPS_PROXY: '', NO_PROXY: '*' })).toBeNull();
});

test('that cannot be used is reported and not passed over', async () => {
  await expect(proxyOf({ HTTPS_PROXY: 'socks5://127.0.0.1:1080' })).rejects.toMatchObject({ proxy: 'unusable' });
  await expect(proxyOf({ ALL_PROXY: 'socks5h://127.0.0.1:1080' })).rejects.toMatchObject({ proxy: 'unusable' });
});

describe('NO_PROXY', () => {
  test.each([
    '*',
    'api.exchange.test',
    'exchange.test',
    '.exchange.test',
    '*.exchange.test',
    'API.Exchange.Test',
    'exchange.test:443',
    'localhost, exchange.test',
    'localhost exchange.test',
  ])('excepts the address: %s', async (exceptions) => {
    expect(await proxyOf({ HTTPS_PROXY: proxy, NO_PROXY: exceptions })).toBeNull();
    expect(await proxyOf({ HTTPS_PROXY: proxy, no_proxy: exceptions })).toBeNull();
  });

  test.each(['', ' ', ',', 'test2', 'change.test', 'exchange.test:8443', 'www.exchange.test', '.', 'exchange'])(
    'does not except it: "%s"',
    async (exceptions) => {
      expect(await proxyOf({ HTTPS_PROXY: proxy, NO_PROXY: exceptions })).toBe(proxy);
    },
  );

  test.each([
    ['192.0.2.7', '192.0.2.7', true],
    ['192.0.2.0/24', '192.0.2.7', true],
    ['192.0.2.0/30', '192.0.2.7', false],
    ['0.0.0.0/0', '192.0.2.7', true],
    ['0.0.0.0/0', '[fd00::2]', false],
    ['192.0.2.0/33', '192.0.2.7', false],
    ['192.0.2.0/', '192.0.2.7', false],
    ['192.0.2.0/x', '192.0.2.7', false],
    ['192.0.2.7:443', '192.0.2.7', true],
    ['192.0.2.7:8443', '192.0.2.7', false],
    ['fd00::2', '[fd00::2]', true],
    ['FD00:0:0::2', '[fd00::2]', true],
    ['fd00::/8', '[fd00::2]', true],
    ['fe80::/10', '[fd00::2]', false],
    ['[fd00::2]', '[fd00::2]', true],
    ['[fd00::2]:443', '[fd00::2]', true],
    ['[fd00::2]:8443', '[fd00::2]', false],
    ['fd00::2', 'exchange.test', false],
    ['10.0.0.0/8', '10.exchange.test', false],
  ])('%s excepts %s: %s', async (exceptions, host, isExcepted) => {
    const environment = { HTTPS_PROXY: proxy, NO_PROXY: `localhost,${exceptions}` };
    expect(await proxyOf(environment, `https://${host}`)).toBe(isExcepted ? null : proxy);
  });

  test('compares the port of the address', async () => {
    const environment = { HTTPS_PROXY: proxy, NO_PROXY: 'exchange.test:8443' };
    expect(await proxyOf(environment, 'https://exchange.test:8443')).toBeNull();
    expect(await proxyOf(environment, 'https://exchange.test')).toBe(proxy);
  });
});
