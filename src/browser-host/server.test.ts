import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Core } from '../core/index.ts';
import { sendEndlessly } from '../exchange/testing/raw-server.ts';
import type { HostEvent } from '../shared/contract/index.ts';
import { contentSecurityPolicy, pageHeaders } from '../shared/first-page/page-headers.ts';
import { hostTextEn } from '../shared/text/host-en.ts';
import { fail, type Result, succeed } from '../shared/values/result.ts';
import { exportAddress } from './access.ts';
import { maxBodyBytes } from './calls.ts';
import { type Exports, openExports } from './exports.ts';
import { type BrowserHost, type BrowserHostOptions, startBrowserHost } from './server.ts';
import { newSecret } from './session.ts';
import { serveFolder } from './static-files.ts';

interface HttpResponse {
  status: number;
  headers: IncomingMessage['headers'];
  body: string;
}

class FakeCore implements Pick<Core, 'call' | 'subscribe'> {
  readonly calls: { channel: string; input: unknown }[] = [];
  readonly listeners = new Set<(event: HostEvent) => void>();
  respond: (channel: string, input: unknown, signal?: AbortSignal) => Promise<Result<unknown>> = async (_name, input) =>
    succeed({ heard: input });

  call(channel: string, input: unknown, options?: { signal?: AbortSignal }): Promise<Result<unknown>> {
    this.calls.push({ channel, input });
    return this.respond(channel, input, options?.signal);
  }
  subscribe(listener: (event: HostEvent) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
  send(event: HostEvent): void {
    for (const listener of this.listeners) listener(event);
  }
}

let folder: string;
let core: FakeCore;
let exports: Exports;
let host: BrowserHost;
let cookie: string;

async function start(options: Partial<BrowserHostOptions> = {}): Promise<BrowserHost> {
  const page = serveFolder(path.join(folder, 'page'));
  return startBrowserHost({ core, page, exports, text: () => hostTextEn, ...options });
}

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'orderglass-host-'));
  await mkdir(path.join(folder, 'page/assets'), { recursive: true });
  await writeFile(path.join(folder, 'page/index.html'), '<!doctype html><title>the page</title>');
  await writeFile(path.join(folder, 'page/assets/index-1a2b.js'), 'export {};');
  await writeFile(path.join(folder, 'private.json'), '"private"');
  core = new FakeCore();
  exports = await openExports(folder);
  host = await start();
  cookie = '';
});

afterEach(async () => {
  await host.close();
  await exports.close();
  await rm(folder, { recursive: true, force: true });
});

/** Sends a request like a browser, with the host's own address as Host unless `headers` has another one. */
function send(target: string, options: { method?: string; headers?: OutgoingHttpHeaders; body?: string } = {}) {
  return new Promise<HttpResponse>((resolve, reject) => {
    const request = httpRequest(
      {
        host: '127.0.0.1',
        port: new URL(host.origin).port,
        path: target,
        method: options.method ?? 'GET',
        headers: { ...(cookie ? { cookie } : {}), ...options.headers },
        agent: false,
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const body = Buffer.concat(chunks).toString();
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body });
        });
        response.on('error', reject);
      },
    );
    request.on('error', reject);
    request.end(options.body);
  });
}

function callCore(channel: string, input: unknown, headers: OutgoingHttpHeaders = {}): Promise<HttpResponse> {
  return send('/api/call', {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: host.origin, 'sec-fetch-site': 'same-origin', ...headers },
    body: JSON.stringify({ channel, input }),
  });
}

async function signIn(): Promise<void> {
  const response = await send(host.launchUrl.slice(host.origin.length), { headers: { 'sec-fetch-site': 'none' } });
  cookie = response.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
  expect(cookie).not.toBe('');
}

describe('launch', () => {
  it('listens on 127.0.0.1 only', async () => {
    expect(host.origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const { port } = new URL(host.origin);
    const addresses = Object.values(networkInterfaces()).flatMap((own) => own ?? []);
    // The whole network 127.0.0.0/8 is this computer on Linux.
    const others = [...addresses.map(({ address }) => address), ...(process.platform === 'linux' ? ['127.0.0.2'] : [])];
    for (const address of others.filter((other) => other !== '127.0.0.1')) {
      const socket = connect({ host: address, port: Number(port) });
      await expect(once(socket, 'connect'), address).rejects.toThrow();
    }
  });

  it('exchanges the key for a cookie and a clean address', async () => {
    const response = await send(host.launchUrl.slice(host.origin.length));
    expect(response.status).toBe(303);
    expect(response.headers.location).toBe('/');
    expect(response.headers['set-cookie']).toEqual([
      expect.stringMatching(/^orderglass-\d+=[\w-]{43}; HttpOnly; SameSite=Strict; Path=\/$/),
    ]);
    expect(response.headers['cache-control']).toBe('no-store');
  });

  it('tells a browser that keeps no cookies apart from an incomplete link', async () => {
    await send(host.launchUrl.slice(host.origin.length));
    expect((await send('/')).body).toContain(hostTextEn.notices.noCookies.title);
    // A request with the session shows that the browser keeps cookies. Another browser has none.
    const signedIn = await send(host.newLaunchUrl().slice(host.origin.length));
    await send('/', { headers: { cookie: signedIn.headers['set-cookie']?.[0]?.split(';')[0] } });
    expect((await send('/')).body).toContain(hostTextEn.notices.signIn.title);
  });

  it('works once: a second browser gets an explanation, and the first one continues', async () => {
    await signIn();
    const target = host.launchUrl.slice(host.origin.length);
    const second = await send(target, { headers: { cookie: '' } });
    expect(second.status).toBe(403);
    expect(second.headers['set-cookie']).toBeUndefined();
    expect(second.body).toContain(hostTextEn.notices.keyUsed.title);

    const first = await send(target);
    expect(first).toMatchObject({ status: 303, headers: { location: '/' } });
    expect((await send('/')).body).toContain('the page');
  });

  it('lets one more browser in with a new address, which replaces the one before', async () => {
    const signsIn = async (address: string) =>
      (await send(address.slice(host.origin.length), { headers: { cookie: '' } })).status === 303;
    const unused = host.launchUrl;
    const second = host.newLaunchUrl();
    expect(second).not.toBe(unused);
    expect(await signsIn(unused)).toBe(false);
    expect(await signsIn(second)).toBe(true);
    expect(await signsIn(second)).toBe(false);
    expect(await signsIn(host.newLaunchUrl())).toBe(true);
  });

  it('does not use up the key for a preview, a stranger or a wrong key', async () => {
    const target = host.launchUrl.slice(host.origin.length);
    expect((await send(target, { method: 'HEAD' })).status).toBe(401);
    expect((await send(target, { headers: { host: 'evil.example' } })).status).toBe(403);
    expect((await send(target, { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(403);
    expect((await send(`${target}x`)).status).toBe(403);
    await signIn();
  });

  it('uses given secrets', async () => {
    const again = await start({ secrets: { launchKey: 'known', sessionToken: 'token' } });
    expect(again.launchUrl).toBe(`${again.origin}/?key=known`);
    await again.close();
  });
});

describe('without the session', () => {
  it('a request gets a notice page, and a call a failure', async () => {
    const page = await send('/');
    expect(page.status).toBe(401);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.body).toContain(hostTextEn.notices.signIn.title);
    expect(page.body).not.toContain('the page');
    expect((await send('/assets/index-1a2b.js')).status).toBe(401);

    const call = await callCore('readOrderHistory', {});
    expect(call.status).toBe(401);
    expect(JSON.parse(call.body)).toMatchObject({ ok: false, error: { code: 'no-session' } });
    expect((await send('/api/events')).status).toBe(401);
    expect(core.calls).toEqual([]);
  });

  it('the session of another host on this machine is not accepted', async () => {
    const other = await start();
    await signIn();
    const port = new URL(other.origin).port;
    const response = await fetch(other.origin, { headers: { cookie: cookie.replace(/-\d+=/, `-${port}=`) } });
    expect(response.status).toBe(401);
    await other.close();
  });

  const spaces = ' '.repeat(60_000);
  it.each([
    ['line ends before a request', '', '\r\n'.repeat(30_000)],
    ['spaces in a header', 'GET / HTTP/1.1\r\na:', spaces],
    ['headers of spaces', 'GET / HTTP/1.1\r\n', `a:${spaces}b\r\n`],
    ['headers', 'GET / HTTP/1.1\r\n', 'a: b\r\n'.repeat(1000)],
    ['a body', 'POST /api/call HTTP/1.1\r\nhost: x\r\ncontent-length: 9999999999\r\n\r\n', spaces],
    ['a chunk', 'POST /api/call HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n2;', spaces],
    ['trailers', 'POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n0\r\n', `a:${spaces}b\r\n`],
    ['requests', '', 'GET / HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(1000)],
  ])('a connection that sends endless %s ends', async (_name, beginning, repeated) => {
    const stranger = connect(Number(new URL(host.origin).port), '127.0.0.1');
    onTestFinished(() => void stranger.destroy());
    stranger.on('error', () => {}).pause();
    stranger.write(beginning);
    sendEndlessly(stranger, repeated);
    await expect.poll(() => stranger.destroyed).toBe(true);
    // The rest is in the system's buffers.
    expect(stranger.bytesWritten).toBeLessThan(20 * 1024 * 1024);
  });

  it('of many requests in one packet, one is answered', async () => {
    const stranger = connect(Number(new URL(host.origin).port), '127.0.0.1');
    onTestFinished(() => void stranger.destroy());
    let received = '';
    stranger
      .on('error', () => {})
      .on('data', (chunk) => {
        received += chunk;
      });
    stranger.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(1000));
    await once(stranger, 'close');
    expect(received.split('HTTP/1.1 403').length).toBeLessThanOrEqual(2);
  });
});

describe('the page', () => {
  it('is served with its headers', async () => {
    await signIn();
    const page = await send('/');
    expect(page).toMatchObject({ status: 200, body: '<!doctype html><title>the page</title>' });
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      ...pageHeaders,
    });
    const script = await send('/assets/index-1a2b.js');
    expect(script.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    });
  });

  it('responds to HEAD without the file', async () => {
    await signIn();
    const head = await send('/assets/index-1a2b.js', { method: 'HEAD' });
    expect(head).toMatchObject({ status: 200, body: '', headers: { 'content-length': '10' } });
  });

  it.each([
    '/../private.json',
    '/assets/../../private.json',
    '/..%2fprivate.json',
    '/%2e%2e/private.json',
    '/..\\private.json',
    '//../private.json',
    '/assets',
    '/assets/',
    '/missing.js',
    '/favicon.ico',
    '/api',
    '/api/calls',
  ])('is the only thing served: %s', async (target) => {
    await signIn();
    const response = await send(target);
    expect(response.status).toBe(404);
    expect(response.body).toContain(hostTextEn.notices.notFound.title);
  });

  it('sends its headers with every refusal, too', async () => {
    await signIn();
    const refusals = [
      await send('/', { headers: { host: 'evil.example' } }),
      await send('/', { headers: { cookie: '' } }),
      await send('/missing.js'),
      await send('/', { method: 'DELETE' }),
      await send('/api/nothing'),
    ];
    expect(refusals.map((response) => response.status)).toEqual([403, 401, 404, 405, 404]);
    for (const { headers, status } of refusals) {
      expect(headers['x-content-type-options'], String(status)).toBe('nosniff');
      expect(headers['cache-control']).toBe('no-store');
      expect(String(headers['content-security-policy']).replace(/'sha256-[^']+'/, "'self'")).toBe(
        contentSecurityPolicy,
      );
      expect(headers['access-control-allow-origin']).toBeUndefined();
    }
  });
});

describe('calls', () => {
  beforeEach(signIn);

  it('are passed to the core, and its Result is the response', async () => {
    const response = await callCore('readAbout', { symbol: '币安人生-USDT' });
    expect(response.status).toBe(200);
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(response.headers['cache-control']).toBe('no-store');
    expect(JSON.parse(response.body)).toEqual({ ok: true, data: { heard: { symbol: '币安人生-USDT' } } });
    expect(core.calls).toEqual([{ channel: 'readAbout', input: { symbol: '币安人生-USDT' } }]);
  });

  it('have status 200 for a failure of the core', async () => {
    core.respond = async () => fail('offline', 'No network.');
    const response = await callCore('readAbout', {});
    expect(response.status).toBe(200);
    expect(JSON.parse(response.body)).toEqual({ ok: false, error: { code: 'offline', message: 'No network.' } });
  });

  it('have status 500 if the core throws', async () => {
    core.respond = () => Promise.reject(new Error('a fault'));
    const response = await callCore('readAbout', {});
    expect(response.status).toBe(500);
    expect(JSON.parse(response.body)).toMatchObject({ ok: false, error: { code: 'internal' } });
  });

  it.each([
    ['', 400],
    ['{', 400],
    ['null', 400],
    ['[]', 400],
    ['{"input":{}}', 400],
    ['{"channel":1,"input":{}}', 400],
    ['{"channel":"a","input":{},"more":1}', 400],
  ])('of another form are rejected: %s', async (body, status) => {
    const headers = { 'content-type': 'application/json', origin: host.origin };
    const response = await send('/api/call', { method: 'POST', headers, body });
    expect(response.status).toBe(status);
    expect(JSON.parse(response.body)).toMatchObject({ ok: false, error: { code: 'invalid-input' } });
    expect(core.calls).toEqual([]);
  });

  it('from a form of another page do not reach the core', async () => {
    const body = '{"channel":"changeSettings","input":{}}';
    const attempts = [
      { 'content-type': 'text/plain', origin: host.origin },
      { 'content-type': 'text/plain', origin: 'http://evil.example', 'sec-fetch-site': 'cross-site' },
      { 'content-type': 'application/json', origin: 'null' },
      { 'content-type': 'application/json' },
    ];
    const answers = await Promise.all(attempts.map((headers) => send('/api/call', { method: 'POST', headers, body })));
    expect(answers.map((response) => response.status)).toEqual([415, 403, 403, 403]);
    expect(core.calls).toEqual([]);
  });

  it('may be 1 MiB long', async () => {
    const wrapping = JSON.stringify({ channel: 'a', input: '' }).length;
    expect((await callCore('a', 'x'.repeat(maxBodyBytes - wrapping))).status).toBe(200);
    expect(core.calls).toHaveLength(1);
  });

  it('longer than that are cut off, with or without a content length', async () => {
    const announced = await sendRaw(`content-length: ${maxBodyBytes + 1}\r\n\r\n`);
    expect(announced).toMatch(/^HTTP\/1\.1 413 /);
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
    const unannounced = await sendRaw(`transfer-encoding: chunked\r\n\r\n${chunk.repeat(17)}`);
    expect(unannounced).toMatch(/^HTTP\/1\.1 413 /);
    expect(core.calls).toEqual([]);
  });

  it('are canceled when the page disconnects', async () => {
    const { promise: aborted, resolve } = Promise.withResolvers<void>();
    const { promise: started, resolve: hasStarted } = Promise.withResolvers<void>();
    core.respond = async (_channel, _input, signal) => {
      signal?.addEventListener('abort', () => resolve());
      hasStarted();
      await aborted;
      return fail('canceled', 'Nobody waits.');
    };
    const controller = new AbortController();
    const response = fetch(`${host.origin}/api/call`, {
      method: 'POST',
      headers: { cookie, origin: host.origin, 'content-type': 'application/json' },
      body: '{"channel":"a","input":{}}',
      signal: controller.signal,
    });
    await started;
    controller.abort();
    await expect(response).rejects.toThrow();
    await aborted;
  });
});

/** Sends the head of a call that ends with `rest`. Resolves with everything received until the host closes the connection. */
function sendRaw(rest: string): Promise<string> {
  const { port, host: address } = new URL(host.origin);
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(text));
    socket.write(
      `POST /api/call HTTP/1.1\r\nhost: ${address}\r\norigin: ${host.origin}\r\ncookie: ${cookie}\r\n` +
        `content-type: application/json\r\n${rest}`,
    );
  });
}

describe('events', () => {
  beforeEach(signIn);

  async function listen(): Promise<{ next(): Promise<string>; ended: Promise<unknown>; type: string | null }> {
    const response = await fetch(`${host.origin}/api/events`, { headers: { cookie } });
    expect(response.status).toBe(200);
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    if (!reader) throw new Error('The response has no body.');
    return {
      type: response.headers.get('content-type'),
      next: async () => (await reader.read()).value ?? '',
      ended: reader.closed.catch(() => {}),
    };
  }

  it('arrive on every stream', async () => {
    const streams = [await listen(), await listen()];
    for (const stream of streams) {
      expect(stream.type).toBe('text/event-stream');
      expect(await stream.next()).toBe(':\n\n');
    }
    core.send({ name: 'command', data: { name: 'refresh' } });
    for (const stream of streams) {
      expect(await stream.next()).toBe('data: {"name":"command","data":{"name":"refresh"}}\n\n');
    }
  });

  it('are interleaved with heartbeats', async () => {
    const { port } = new URL(host.origin);
    await host.close();
    host = await start({ heartbeatMs: 5, port: Number(port), secrets: { launchKey: 'again', sessionToken: 'again' } });
    await signIn();
    const stream = await listen();
    expect(await stream.next()).toMatch(/^(:\n\n)+$/);
    expect(await stream.next()).toMatch(/^(:\n\n)+$/);
  });

  it('end with the host', async () => {
    const stream = await listen();
    await stream.next();
    await host.close();
    await stream.ended;
    expect(core.listeners.size).toBe(0);
    await expect(fetch(host.origin)).rejects.toThrow();
  });

  it('disconnect a page that does not read', async () => {
    await host.close();
    host = await start({ maxQueuedBytes: 1024 });
    await signIn();
    const { port, host: address } = new URL(host.origin);
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => {});
    socket.write(`GET /api/events HTTP/1.1\r\nhost: ${address}\r\ncookie: ${cookie}\r\n\r\n`);
    await once(socket, 'data');
    socket.pause();
    const closed = once(socket, 'close');
    const large = { name: 'settingsChanged', data: { note: 'x'.repeat(1024 * 1024) } } as unknown as HostEvent;
    for (let count = 0; count < 40; count += 1) {
      core.send(large);
      await new Promise(setImmediate);
    }
    socket.resume();
    await closed;
  });
});

describe('an exported file', () => {
  const content = '\uFEFFid,pnl\r\n1,-1.50\r\n';
  const exportFolder = (): string => path.join(folder, 'exports');

  async function offer(name = 'orders.csv', text = content): Promise<string> {
    const target = await exports.targets.choose({ fileName: name, format: 'csv' });
    if (target === null) throw new Error('no place');
    await writeFile(target.path, text);
    const place = target.handOver();
    if (place.kind !== 'download') throw new Error('no download');
    expect(place.name).toBe(name);
    return place.address;
  }

  it('is served once as an attachment and then removed', async () => {
    await signIn();
    const address = await offer('币安 "orders" 50%.csv');
    const response = await send(address, { headers: { 'sec-fetch-site': 'same-origin' } });
    expect(response).toMatchObject({ status: 200, body: content });
    expect(response.headers).toMatchObject({
      ...pageHeaders,
      'content-type': 'text/csv; charset=utf-8',
      'content-length': String(Buffer.byteLength(content)),
      'content-disposition':
        'attachment; filename="__ _orders_ 50_.csv"; ' +
        "filename*=UTF-8''%E5%B8%81%E5%AE%89%20%22orders%22%2050%25.csv",
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    await expect.poll(() => readdir(exportFolder())).toEqual([]);
    const second = await send(address);
    expect(second.status).toBe(404);
    expect(second.body).not.toContain('pnl');
  });

  it('is served to one of two simultaneous requests', async () => {
    await signIn();
    const address = await offer();
    const answers = await Promise.all([send(address), send(address), send(address)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
  });

  it('is refused to any other sender, and stays', async () => {
    await signIn();
    const address = await offer();
    const attempts: [string, OutgoingHttpHeaders, number][] = [
      ['GET', { cookie: '' }, 401],
      ['GET', { cookie: cookie.replace(/=.*/, `=${'a'.repeat(43)}`) }, 401],
      ['GET', { host: 'evil.example' }, 403],
      ['GET', { host: `localhost:${new URL(host.origin).port}` }, 403],
      ['GET', { origin: 'http://evil.example' }, 403],
      ['GET', { origin: 'null' }, 403],
      ['GET', { 'sec-fetch-site': 'cross-site' }, 403],
      ['GET', { 'sec-fetch-site': 'same-site' }, 403],
      ['GET', { 'sec-fetch-site': 'none' }, 403],
      ['HEAD', {}, 405],
      ['POST', { origin: host.origin }, 405],
      ['DELETE', { origin: host.origin }, 405],
      ['OPTIONS', { origin: host.origin }, 405],
    ];
    for (const [method, headers, status] of attempts) {
      const response = await send(address, { method, headers });
      expect(response.status, `${method} ${JSON.stringify(headers)}`).toBe(status);
      expect(response.body).not.toContain('pnl');
      expect(response.headers['access-control-allow-origin']).toBeUndefined();
    }
    expect(await send(address)).toMatchObject({ status: 200, body: content });
  });

  it('is not found by guessing, and no other file is', async () => {
    await signIn();
    const address = await offer();
    const [file = ''] = await readdir(exportFolder());
    const guesses = [
      exportAddress(newSecret()),
      `${address.slice(0, -1)}${address.endsWith('A') ? 'B' : 'A'}`,
      `${address}A`,
      `${address}/`,
      `${address}/../../private.json`,
      `/api/export/${file}`,
      `/exports/${file}`,
      '/api/export/',
      '/api/export/../private.json',
      '/api/export/..%2f..%2fprivate.json',
      `/api/export/${'../'.repeat(13)}etc/passwd`,
      '/api/export/%2e%2e%2fprivate.json',
      '/api/export/..\\private.json',
      '/api/export/__proto__',
      `/api/export/${'_'.repeat(43)}`,
    ];
    for (const guess of guesses) {
      const response = await send(guess);
      expect(response.status, guess).toBe(404);
      expect(response.body).not.toMatch(/pnl|"private"|root:/);
    }
    expect((await send(address)).status).toBe(200);
  });

  it('is removed also if the browser aborts the transfer', async () => {
    await signIn();
    const address = await offer('large.csv', 'x'.repeat(64 * 1024 * 1024));
    const { port, host: authority } = new URL(host.origin);
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(`GET ${address} HTTP/1.1\r\nhost: ${authority}\r\ncookie: ${cookie}\r\n\r\n`);
    await once(socket, 'data');
    socket.destroy();
    await expect.poll(() => readdir(exportFolder())).toEqual([]);
    expect((await send(address)).status).toBe(404);
  });

  it('that no longer exists is not found', async () => {
    await signIn();
    const address = await offer();
    await rm(exportFolder(), { recursive: true });
    expect((await send(address)).status).toBe(404);
  });
});

describe('WebSocket requests', () => {
  async function upgrade(headers: OutgoingHttpHeaders): Promise<string> {
    const request = httpRequest(host.origin, {
      headers: { connection: 'Upgrade', upgrade: 'websocket', cookie, origin: host.origin, ...headers },
    });
    request.end();
    const outcome = await Promise.race([
      once(request, 'response').then(([response]) => String((response as IncomingMessage).statusCode)),
      once(request, 'upgrade').then(() => 'taken over'),
    ]);
    request.destroy();
    return outcome;
  }

  it('are refused', async () => {
    await signIn();
    expect(await upgrade({})).toBe('403');
  });

  it('are passed to the upgrade handler only if the page makes them', async () => {
    await host.close();
    host = await start({
      upgrade: (_request, socket) => {
        socket.end('HTTP/1.1 101 Switching Protocols\r\nconnection: Upgrade\r\nupgrade: websocket\r\n\r\n');
      },
    });
    await signIn();
    expect(await upgrade({})).toBe('taken over');
    expect(await upgrade({ cookie: '' })).toBe('403');
    expect(await upgrade({ origin: 'http://evil.example' })).toBe('403');
    expect(await upgrade({ host: 'evil.example' })).toBe('403');
  });
});

describe('what no browser sends', () => {
  /** Sends text as it is. Resolves with the response. */
  async function sendRaw(text: string): Promise<string> {
    const socket = connect({ port: Number(new URL(host.origin).port), host: '127.0.0.1' });
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => {}).write(text);
    const [response] = await once(socket, 'data');
    return String(response);
  }

  it.each([
    ['no HTTP', 'nonsense\r\n\r\n', '400'],
    ['no header', 'GET / HTTP/1.1\r\nhost\r\n\r\n', '400'],
    ['headers without end', `GET / HTTP/1.1\r\nx: ${'x'.repeat(100_000)}\r\n\r\n`, '431'],
  ])('%s is refused with the headers of every response', async (_name, text, status) => {
    const response = await sendRaw(text);
    expect(response).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    for (const [name, value] of Object.entries(pageHeaders)) expect(response).toContain(`\r\n${name}: ${value}\r\n`);
  });

  it.each([
    ['without a host', 'GET / HTTP/1.1\r\n\r\n'],
    ['with an expectation', 'GET / HTTP/1.1\r\nhost: evil.example\r\nexpect: more\r\n\r\n'],
  ])('a request %s is refused as any other, with a policy', async (_name, text) => {
    const response = await sendRaw(text);
    expect(response).toMatch(/^HTTP\/1\.1 403 /);
    expect(response).toContain("\r\ncontent-security-policy: default-src 'none'");
  });

  it('a request with two hosts is refused', async () => {
    const own = new URL(host.origin).host;
    for (const [first, second] of [
      [own, 'evil.example'],
      ['evil.example', own],
      [own, own],
    ]) {
      const request = `GET / HTTP/1.1\r\nhost: ${first}\r\nhost: ${second}\r\ncookie: ${cookie}\r\n\r\n`;
      expect(await sendRaw(request)).toMatch(/^HTTP\/1\.1 40[03] /);
    }
  });
});

it('closing does not wait for refused connections whose other half stays open', async () => {
  const socket = connect({ port: Number(new URL(host.origin).port), host: '127.0.0.1', allowHalfOpen: true });
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => {});
  socket.write('GET / HTTP/1.1\r\nhost: evil.example\r\nconnection: Upgrade\r\nupgrade: websocket\r\n\r\n');
  const [response] = await once(socket, 'data');
  expect(String(response)).toMatch(/^HTTP\/1\.1 403 /);
  await once(socket, 'end');
  await host.close();
});

it('closing does not wait for upgraded connections', async () => {
  await host.close();
  const { promise: handedOver, resolve } = Promise.withResolvers<void>();
  host = await start({ upgrade: () => resolve() });
  await signIn();
  const request = httpRequest(host.origin, {
    headers: { connection: 'Upgrade', upgrade: 'websocket', cookie, origin: host.origin },
  });
  const closed = new Promise((resolve) => request.once('error', resolve));
  request.end();
  await handedOver;
  await host.close();
  await closed;
});

it('starting rejects if the port is taken', async () => {
  await expect(start({ port: Number(new URL(host.origin).port) })).rejects.toMatchObject({ code: 'EADDRINUSE' });
});
