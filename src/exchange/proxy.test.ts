import type { RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { OrderglassError } from '../shared/values/errors.ts';
import { createExchangeClient } from './client.ts';
import { createProxies, readProxyAddress } from './proxy.ts';
import { type ConnectProxy, type ConnectProxyOptions, startConnectProxy } from './testing/connect-proxy.ts';
import { answer, startLocalServer } from './testing/local-server.ts';
import { sendEndlessly } from './testing/raw-server.ts';
import { selfSigned } from './testing/self-signed.ts';

const credentials = { token: 'canary-token-93', secretKey: 'canary-secret-17' };
const emptyList = { errno: 0, errmsg: 'ok', result: [] };
const baseUrl = 'https://exchange.test';
const closing: (() => unknown)[] = [];
const trusted = getCACertificates('default');

beforeAll(() => setDefaultCACertificates([...trusted, selfSigned.cert]));
afterAll(() => setDefaultCACertificates(trusted));
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const close of closing.splice(0).reverse()) await close();
});

interface Exchange {
  port: number;
  connections: Set<Socket>;
}

async function startExchange(listener: RequestListener): Promise<Exchange> {
  const connections = new Set<Socket>();
  const server = createSecureServer(selfSigned, listener);
  server.on('secureConnection', (socket) => connections.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return { port: (server.address() as AddressInfo).port, connections };
}

async function startProxy(options: ConnectProxyOptions): Promise<ConnectProxy> {
  const proxy = await startConnectProxy(options);
  closing.push(proxy.close);
  return proxy;
}

/** Timeout (ms) of requests that have a response, also on a busy machine. */
const patienceMs = 30_000;

function clientBehind(proxy: string, url = baseUrl, timeoutMs = patienceMs) {
  const { fetch: throughProxy } = createProxies(async () => readProxyAddress(proxy));
  return createExchangeClient({
    baseUrl: url,
    credentials,
    signingVariant: 'bytewise',
    fetch: throughProxy,
    now: () => 1_700_000_000_000,
    random: () => 0,
    timeoutMs,
  });
}

function readFrom(proxy: string, url = baseUrl, timeoutMs = patienceMs): Promise<unknown> {
  return clientBehind(proxy, url, timeoutMs).readOrderHistory({ marginMode: 'isolated' });
}

async function failureBehind(proxy: string, timeoutMs?: number) {
  const error: unknown = await readFrom(proxy, baseUrl, timeoutMs).catch((reason: unknown) => reason);
  if (!(error instanceof OrderglassError)) throw new Error('the request did not fail as expected', { cause: error });
  return error.toFailure();
}

describe('a request through a proxy', () => {
  test('reaches the exchange with its headers, which the proxy cannot read', async () => {
    const received: unknown[] = [];
    const { port } = await startExchange((request, response) => {
      received.push({ host: request.headers.host, token: request.headers.token });
      answer(response, emptyList);
    });
    const proxy = await startProxy({ targetPort: port });
    expect(await readFrom(proxy.address)).toMatchObject({ entries: [] });
    expect(received).toEqual([{ host: 'exchange.test', token: credentials.token }]);
    expect(proxy.requests.map(({ method, url }) => [method, url])).toEqual([['CONNECT', 'exchange.test:443']]);
    const seen = `${proxy.requests[0]?.rawHeaders.join(' ')} ${proxy.carried().toString('latin1')}`;
    expect(seen).not.toContain(credentials.token);
    expect(seen).not.toContain('futures');
  });

  test('reaches it through a proxy that is itself reached by HTTPS', async () => {
    const { port, connections } = await startExchange((_request, response) => answer(response, emptyList));
    const proxy = await startProxy({ targetPort: port, tls: selfSigned });
    const client = clientBehind(proxy.address);
    for (let count = 0; count < 3; count += 1) {
      expect(await client.readOrderHistory({ marginMode: 'isolated' })).toMatchObject({ entries: [] });
    }
    expect(proxy.requests.map(({ method, url }) => [method, url])).toEqual([['CONNECT', 'exchange.test:443']]);
    expect(connections.size).toBe(1);
  });

  test('gives the proxy its user name and password, and the exchange neither', async () => {
    const received: string[] = [];
    const { port } = await startExchange((request, response) => {
      received.push(request.rawHeaders.join(' ').toLowerCase());
      answer(response, emptyList);
    });
    const proxy = await startProxy({ targetPort: port });
    await readFrom(proxy.address.replace('//', '//ann:p%40ss@'));
    const basic = `Basic ${Buffer.from('ann:p@ss').toString('base64')}`;
    expect(proxy.requests[0]?.headers['proxy-authorization']).toBe(basic);
    expect(received).toHaveLength(1);
    expect(received[0]).not.toContain('proxy');
  });

  test.each([
    ['a user name alone', 'ann@', 'ann:'],
    ['a password alone', ':p@', ':p'],
    ['a password with a %', 'ann:50%25off@', 'ann:50%off'],
    ['UTF-8', 'ann:p%C3%A4@', Buffer.from('ann:pä')],
    ['Latin-1', 'ann:p%E4@', Buffer.from('ann:pä', 'latin1')],
  ])('accepts %s in the address of the proxy', async (_name, userInfo, sent) => {
    const { port } = await startExchange((_request, response) => answer(response, emptyList));
    const proxy = await startProxy({ targetPort: port });
    await readFrom(proxy.address.replace('//', `//${userInfo}`));
    const basic = `Basic ${Buffer.from(sent).toString('base64')}`;
    expect(proxy.requests[0]?.headers['proxy-authorization']).toBe(basic);
  });

  test('uses an open connection again', async () => {
    const { port, connections } = await startExchange((_request, response) => answer(response, emptyList));
    const { address, requests } = await startProxy({ targetPort: port });
    const client = clientBehind(address);
    for (let count = 0; count < 3; count += 1) await client.readOrderHistory({ marginMode: 'isolated' });
    expect(requests).toHaveLength(1);
    expect(connections.size).toBe(1);
  });

  test('accepts a compressed response', async () => {
    const { port } = await startExchange((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.end(gzipSync(JSON.stringify(emptyList)));
    });
    const { address } = await startProxy({ targetPort: port });
    expect(await readFrom(address)).toMatchObject({ entries: [] });
  });

  test('does not follow redirects', async () => {
    const elsewhere = await startLocalServer((_request, response) => answer(response, emptyList));
    closing.push(elsewhere.close);
    const { port } = await startExchange((_request, response) =>
      response.writeHead(302, { location: elsewhere.baseUrl }).end(),
    );
    const { address } = await startProxy({ targetPort: port });
    expect(await failureBehind(address)).toMatchObject({ code: 'redirect-refused', service: { httpStatus: 302 } });
    expect(elsewhere.requests).toEqual([]);
  });

  test.each([undefined, '0'])(
    'sends no header to a server with a wrong certificate (NODE_TLS_REJECT_UNAUTHORIZED=%s)',
    async (setting) => {
      vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', setting);
      const other = createSecureServer(selfSigned, (_request, response) => answer(response, emptyList));
      const requests: unknown[] = [];
      other.on('request', (request) => requests.push(request));
      await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
      closing.push(() => {
        other.close();
        other.closeAllConnections();
      });
      const { address } = await startProxy({ targetPort: (other.address() as AddressInfo).port });
      const failure = await readFrom(address, 'https://other.test').catch((error: unknown) => error);
      expect(failure).toMatchObject({ code: 'untrusted-certificate' });
      expect(requests).toEqual([]);
    },
  );

  test('ends with its caller while the proxy does not respond', async () => {
    const { address, requests } = await startProxy({ targetPort: 1, respond: () => {} });
    const canceling = new AbortController();
    const reading = clientBehind(address)
      .readOrderHistory({ marginMode: 'isolated' }, { signal: canceling.signal })
      .catch((error: unknown) => error);
    await expect.poll(() => requests.length).toBe(1);
    canceling.abort();
    expect(await reading).toMatchObject({ code: 'canceled' });
  });
});

describe('a proxy that prevents the request is reported:', () => {
  test('it does not accept connections', async () => {
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const { port } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    expect(await failureBehind(`http://127.0.0.1:${port}`)).toMatchObject({ code: 'offline', proxy: 'unreachable' });
  });

  const basic = 'Proxy-Authenticate: Basic realm="x"\r\n';

  test.each([
    ['forbids the exchange', '403 Forbidden', 'refused', 403],
    ['forbids it by law', '451 Unavailable', 'refused', 451],
    ['does not reach the exchange', '503 Service Unavailable', 'exchange-unreachable', 503],
    ['does not know the name of the exchange', '404 No such domain', 'exchange-unreachable', 404],
    ['does not know CONNECT', '501 Not Implemented', 'no-proxy', 501],
    ['is a web server', '405 Method Not Allowed', 'no-proxy', 405],
    ['is a web server', '400 Bad Request', 'no-proxy', 400],
    ['is a login page', '302 Found', 'no-proxy', 302],
    ['did not accept the password', `407 x\r\n${basic}`, 'wrong-password', 407],
    [
      'did not accept the password, and says so like a web server',
      `401 x\r\nWWW-Authenticate: Basic`,
      'wrong-password',
      401,
    ],
    ['did not accept the password, and names no scheme', '407 x', 'wrong-password', 407],
    [
      'offers two schemes',
      '407 x\r\nproxy-authenticate: Negotiate\r\nproxy-authenticate: Basic',
      'wrong-password',
      407,
    ],
    ['wants a digest', '407 x\r\nProxy-Authenticate: Digest realm="x", nonce="y"', 'other-sign-in', 407],
  ])('it %s: %s', async (_name, words, proxy, proxyStatus) => {
    const respond = (socket: Duplex) => void socket.end(`HTTP/1.1 ${words}\r\n\r\n`);
    const { address, requests } = await startProxy({ targetPort: 1, respond });
    const failure = await failureBehind(address.replace('//', '//ann:secret@'));
    expect(failure).toMatchObject({ code: 'offline', proxy, proxyStatus });
    expect(JSON.stringify(failure)).not.toContain('secret');
    expect(requests).toHaveLength(1);
  });

  test('it asks for a password', async () => {
    const respond = (socket: Duplex) => void socket.end(`HTTP/1.1 407 x\r\n${basic}\r\n`);
    const { address } = await startProxy({ targetPort: 1, respond });
    expect(await failureBehind(address)).toMatchObject({ proxy: 'authentication', proxyStatus: 407 });
  });

  test.each([
    ['is a mail server', '220 mail.test ready\r\n', 'no-proxy'],
    ['hangs up', '', 'ended'],
    ['hangs up within its response', 'HTTP/1.1 200 OK\r\n', 'ended'],
    ['expects TLS', '\x15\x03\x01\x00\x02\x02\x46', 'ended'],
  ])('it %s', async (_name, words, proxy) => {
    const { address } = await startProxy({ targetPort: 1, respond: (socket) => void socket.end(words, 'latin1') });
    expect(await failureBehind(address)).toEqual({ code: 'offline', proxy, message: expect.any(String) });
  });

  test('its certificate is not trusted', async () => {
    setDefaultCACertificates(trusted);
    onTestFinished(() => setDefaultCACertificates([...trusted, selfSigned.cert]));
    const { address, requests } = await startProxy({ targetPort: 1, tls: selfSigned });
    expect(await failureBehind(address)).toMatchObject({ code: 'offline', proxy: 'untrusted' });
    expect(requests).toEqual([]);
  });

  test('its address says https, or does not, against the truth', async () => {
    const plain = await startProxy({ targetPort: 1 });
    expect(await failureBehind(plain.address.replace('http:', 'https:'))).toMatchObject({ proxy: 'no-tls' });
    const secure = await startProxy({ targetPort: 1, tls: selfSigned });
    expect(await failureBehind(secure.address.replace('https:', 'http:'))).toMatchObject({ proxy: 'ended' });
  });

  test.each(['socks5://127.0.0.1:1080', 'socks4://127.0.0.1:1080', 'ftp://proxy.test', 'http://', 'http://a b'])(
    'it is no HTTP proxy: %s',
    async (address) => {
      expect(await failureBehind(address)).toMatchObject({ code: 'offline', proxy: 'unusable' });
    },
  );

  test.each(['ann:50%off', 'ann:50%', '%zz'])(
    'its user name or password is not percent-encoded: %s',
    async (userInfo) => {
      const { address, requests } = await startProxy({ targetPort: 1 });
      const failure = await failureBehind(address.replace('//', `//${userInfo}@`));
      expect(failure).toMatchObject({ code: 'offline', proxy: 'not-encoded' });
      expect(JSON.stringify(failure)).not.toContain(userInfo);
      expect(requests).toEqual([]);
    },
  );
});

/** Lines of a header, about 9 KB. */
const header = [
  'HTTP/1.1 200 Connection established',
  ...Array.from({ length: 300 }, (_, line) => `X-Line-${line}: of a header`),
];

describe('a proxy is a stranger:', () => {
  const warnings: string[] = [];
  const onWarning = ({ name }: Error) => void warnings.push(name);
  beforeAll(() => void process.on('warning', onWarning));
  afterAll(() => void process.off('warning', onWarning));
  afterEach(() => expect(warnings).toEqual([]));

  test.each([
    ['one byte', 1],
    ['one line', 30],
  ])('its response may arrive in packets of %s', async (_name, size) => {
    const { port } = await startExchange((_request, response) => answer(response, emptyList));
    const text = `${header.join('\r\n')}\r\n\r\n`;
    const { address } = await startProxy({
      targetPort: port,
      respond(client, open) {
        const sendFrom = (position: number) => {
          if (position >= text.length) open();
          else client.write(text.slice(position, position + size), () => setImmediate(sendFrom, position + size));
        };
        sendFrom(0);
      },
    });
    expect(await readFrom(address)).toMatchObject({ entries: [] });
  });

  test.each([
    ['lines', 'X: header\r\n'.repeat(1000)],
    ['a line', 'x'.repeat(60_000)],
  ])('a response of endless %s is not read beyond 16 KiB', async (_name, repeated) => {
    let sending: Duplex | undefined;
    const { address } = await startProxy({
      targetPort: 1,
      respond(client) {
        sending = client;
        client.write('HTTP/1.1 200 OK\r\nX: ');
        sendEndlessly(client, repeated);
      },
    });
    expect(await failureBehind(address)).toMatchObject({ code: 'offline', proxy: 'no-proxy' });
    await expect.poll(() => sending?.destroyed).toBe(true);
  });

  test.each([
    ['does not respond', ''],
    ['sends a byte a second', 'H'],
  ])('10 s after the first packet to one that %s, the request ends', async (_name, byte) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const arrived = Promise.withResolvers<Duplex>();
    const { address } = await startProxy({ targetPort: 1, respond: arrived.resolve });
    let isOver = false;
    const reading = failureBehind(address, 60_000).finally(() => {
      isOver = true;
    });
    const client = await arrived.promise;
    for (let second = 1; second < 10; second += 1) {
      await new Promise((resolve) => client.write(byte, resolve));
      vi.advanceTimersByTime(1000);
    }
    await new Promise((resolve) => setImmediate(resolve));
    expect(isOver).toBe(false);
    vi.advanceTimersByTime(1000);
    expect(await reading).toMatchObject({ code: 'offline', proxy: 'unreachable' });
    vi.useRealTimers();
    await expect.poll(() => client.resume().readableEnded || client.destroyed).toBe(true);
  });

  test('bytes after its response are not the exchange: the tunnel is not used', async () => {
    const { port, connections } = await startExchange((_request, response) => answer(response, emptyList));
    const { address } = await startProxy({
      targetPort: port,
      respond: (client, open) => void client.write('HTTP/1.1 200 OK\r\n\r\nmore', open),
    });
    expect(await failureBehind(address)).toMatchObject({ code: 'offline', proxy: 'no-proxy' });
    expect(connections.size).toBe(0);
  });

  test.each(['silence', 'endless bytes'])('an open tunnel that leads to %s fails the request', async (kind) => {
    let tunnel: Duplex | undefined;
    const { address } = await startProxy({
      targetPort: 1,
      respond(client) {
        tunnel = client.resume();
        client.write('HTTP/1.1 200 OK\r\n\r\n', () => {
          if (kind === 'endless bytes') client.once('data', () => sendEndlessly(client, 'x'.repeat(60_000)));
        });
      },
    });
    const failure = await failureBehind(address, 500);
    expect(failure.code).toBe(kind === 'silence' ? 'timeout' : 'no-tls');
    await expect.poll(() => tunnel?.destroyed || tunnel?.readableEnded).toBe(true);
  });

  test('the exchange behind it is one, too: a body that never ends is a timeout, and its connection ends', async () => {
    const { port, connections } = await startExchange((_request, response) => void response.writeHead(200).write('{'));
    const { address } = await startProxy({ targetPort: port });
    expect((await failureBehind(address, 500)).code).toBe('timeout');
    await expect.poll(() => [...connections].every(({ destroyed }) => destroyed)).toBe(true);
  });
});

describe('without a proxy', () => {
  test.each(['localhost', '127.0.0.1'])('requests go to %s, whatever the settings say', async (host) => {
    const local = await startLocalServer((_request, response) => answer(response, emptyList));
    closing.push(local.close);
    const proxy = await startProxy({ targetPort: 1 });
    await readFrom(proxy.address, local.baseUrl.replace('127.0.0.1', host));
    expect(proxy.requests).toEqual([]);
    expect(local.requests).toHaveLength(1);
  });
});

test('the name of a proxy has no user name and password', async () => {
  const nameOf = (address: string, url = baseUrl) =>
    createProxies(async () => readProxyAddress(address)).nameFor(new URL(url));
  expect(await nameOf('http://ann:secret@proxy.test:3128')).toBe('proxy.test:3128');
  expect(await nameOf('proxy.test')).toBe('proxy.test:80');
  expect(await nameOf('https://proxy.test/')).toBe('proxy.test:443');
  expect(await nameOf('http://[::1]:8080')).toBe('[::1]:8080');
  expect(await nameOf('http://proxy.test', 'http://localhost:8080')).toBeNull();
});
