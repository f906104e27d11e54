import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Core } from '../core/index.ts';
import { pageHeaders } from '../shared/first-page/page-headers.ts';
import type { HostText } from '../shared/text/host-en.ts';
import { fail } from '../shared/values/result.ts';
import { type DenialReason, decideAccess, exportIdOf, isApiPath, launchKeyOf, type RequestFacts } from './access.ts';
import { sendResult, serveCall } from './calls.ts';
import { createEventStreams, type EventStreamsOptions } from './events.ts';
import type { Exports } from './exports.ts';
import { type Notice, noticePage, noticePolicy } from './notice-page.ts';
import { LaunchKey, Session } from './session.ts';
import type { PageHandler } from './static-files.ts';
import { limitUnauthenticated } from './unauthenticated-connections.ts';

export interface BrowserHostOptions extends EventStreamsOptions {
  core: Pick<Core, 'call' | 'subscribe'>;
  page: PageHandler;
  exports: Pick<Exports, 'serve'>;
  /** Returns the texts of the current language. */
  text: () => HostText;
  /** Default: 0, which selects a free port. */
  port?: number;
  /** Takes over connections that request an upgrade (WebSocket). Without it all of them are refused. */
  upgrade?: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  /** Replaces the policy of the page, for the development server. */
  contentSecurityPolicy?: string;
  /** Replace the random secrets, for a host that is restarted while its page stays open. */
  secrets?: { launchKey: string; sessionToken: string };
}

/** Statuses of what is no request, by Node's codes. Default: 400. */
const malformed: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

export interface BrowserHost {
  origin: string;
  /** Opens the page, in the first browser that requests it. */
  launchUrl: string;
  /** Returns another such address for one more browser, which joins the session. The one before works no longer. */
  newLaunchUrl(): string;
  /** Ends all streams and connections, and cancels running calls. */
  close(): Promise<void>;
}

/** Serves the page and its calls on 127.0.0.1 to the browsers that the user lets in. Rejects if the port is taken. */
export async function startBrowserHost(options: BrowserHostOptions): Promise<BrowserHost> {
  const { core, page, exports, text, secrets } = options;
  const headers = {
    ...pageHeaders,
    ...(options.contentSecurityPolicy ? { 'content-security-policy': options.contentSecurityPolicy } : {}),
  };
  // `decideAccess` refuses a request without a host. Node's own response has no headers.
  const server = createServer({ requireHostHeader: false });
  const welcome = limitUnauthenticated(server);
  await listen(server, options.port ?? 0);
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  let launchKey = new LaunchKey(secrets?.launchKey);
  const session = new Session(port, secrets?.sessionToken);
  const streams = createEventStreams(core, options);
  /** True from the use of a launch key until a request has the session. A browser that blocks cookies never has it. */
  let isCookieAwaited = false;
  const upgrading = new Set<Duplex>();
  const refused = new WeakSet<Duplex>();

  function factsOf({ method, url, headers: sent, headersDistinct }: IncomingMessage): RequestFacts {
    return {
      method: method ?? '',
      target: url ?? '',
      // Node serves a request with several, and takes the first.
      host: headersDistinct.host?.join(', '),
      origin: sent.origin,
      fetchSite: single(sent['sec-fetch-site']),
      contentType: sent['content-type'],
      hasSession: session.isCarriedBy(sent.cookie),
    };
  }

  function launchUrl(): string {
    return `${origin}/?key=${launchKey.value}`;
  }

  function launch(facts: RequestFacts, response: ServerResponse): void {
    const isNew = !facts.hasSession && launchKey.redeem(launchKeyOf(facts.target) ?? '');
    if (!isNew && !facts.hasSession) {
      sendNotice(response, 403, 'keyUsed');
      return;
    }
    if (isNew) {
      response.setHeader('set-cookie', session.cookie);
      isCookieAwaited = true;
    }
    response.writeHead(303, { location: '/', 'cache-control': 'no-store' });
    response.end();
  }

  function sendNotice(response: ServerResponse, status: number, notice: Notice): void {
    response.writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': noticePolicy,
      'cache-control': 'no-store',
    });
    response.end(noticePage(notice, text()));
  }

  async function serveExport(facts: RequestFacts, response: ServerResponse): Promise<void> {
    const isServed = await exports.serve(exportIdOf(facts.target) ?? '', response);
    if (!isServed) sendNotice(response, 404, 'notFound');
  }

  function refuse(facts: RequestFacts, response: ServerResponse, status: number, reason: DenialReason): void {
    if (isApiPath(facts.target)) {
      const code = reason === 'no-session' ? reason : 'invalid-input';
      sendResult(response, status, fail(code, `The host refused the request: ${reason}.`));
    } else sendNotice(response, status, reason === 'no-session' && isCookieAwaited ? 'noCookies' : noticeOf(reason));
  }

  const serve: RequestListener = (request, response) => {
    // A refused connection ends with its response. Thousands of further requests may have arrived in the same packet.
    if (refused.has(request.socket)) {
      request.socket.destroy();
      return;
    }
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    const facts = factsOf(request);
    if (facts.hasSession) {
      welcome(request.socket);
      isCookieAwaited = false;
    }
    const access = decideAccess(facts, origin);
    if (!access.allowed) {
      // The body of a denied request is not read.
      refused.add(request.socket);
      response.setHeader('connection', 'close');
      if (access.allow) response.setHeader('allow', access.allow);
      refuse(facts, response, access.status, access.reason);
      return;
    }
    switch (access.route) {
      case 'launch':
        return launch(facts, response);
      case 'page':
        return page(request, response, () => sendNotice(response, 404, 'notFound'));
      case 'events':
        return streams.serve(request, response);
      case 'export':
        return void serveExport(facts, response);
      case 'call':
        serveCall(core, request, response).catch((error: unknown) => {
          const message = error instanceof Error ? error.message : 'The call could not be carried.';
          if (response.headersSent) response.destroy();
          else sendResult(response, 500, fail('internal', message));
        });
    }
  };

  server.on('request', serve);
  // Of a request with an unknown `Expect`, which Node refuses otherwise.
  server.on('checkExpectation', serve);

  // Node's own responses to what is no request have no headers.
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    const status = malformed[error.code ?? ''] ?? '400 Bad Request';
    const lines = Object.entries({ ...headers, connection: 'close' }).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${status}\r\n${lines.join('')}\r\n`, () => socket.destroy());
  });

  server.on('upgrade', (request, socket, head) => {
    // The server no longer tracks such a connection, but waits for its end. Without a listener an error on it would end the program.
    socket.on('error', () => {});
    upgrading.add(socket);
    socket.once('close', () => upgrading.delete(socket));
    const facts = factsOf(request);
    const access = decideAccess(facts, origin);
    const isFromPage = access.allowed && access.route === 'page' && facts.origin !== undefined;
    if (isFromPage && options.upgrade) options.upgrade(request, socket, head);
    // A refused client may keep its half of the connection open.
    else socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n', () => socket.destroy());
  });

  return {
    origin,
    launchUrl: launchUrl(),
    newLaunchUrl() {
      launchKey = new LaunchKey();
      return launchUrl();
    },
    close() {
      return new Promise((resolve) => {
        server.close(() => resolve());
        streams.close();
        server.closeAllConnections();
        for (const socket of upgrading) socket.destroy();
      });
    },
  };
}

function noticeOf(reason: DenialReason): Notice {
  if (reason === 'no-session') return 'signIn';
  if (reason === 'wrong-host') return 'wrongAddress';
  if (reason === 'foreign-site' || reason === 'foreign-origin') return 'otherPage';
  return 'notFound';
}

function listen(server: ReturnType<typeof createServer>, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function single(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(', ') : header;
}
