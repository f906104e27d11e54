import type { IncomingMessage } from 'node:http';
import { Agent, request as sendRequest } from 'node:https';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { OrderglassError, type ProxyReason } from '../shared/errors.ts';
import { isLoopbackHost } from './base-url.ts';

/** Returns the address of the proxy for a URL, with its user name and password; `null` for none. Rejects as `readProxyAddress` throws. */
export type FindProxy = (url: URL) => Promise<URL | null>;

export interface Proxies {
  /** Sends a GET request through the proxy of its URL. Rejects with `offline` and the `proxy` reason if the proxy prevents the request. */
  readonly fetch: typeof fetch;
  /** Returns host and port of the proxy for a URL; `null` for none. Rejects as `FindProxy` does. */
  readonly nameFor: (url: URL) => Promise<string | null>;
}

/** Milliseconds within which a proxy must have opened a connection to the exchange. */
const tunnelTimeoutMs = 10_000;
const defaultPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };
/** Codes of connections that could not be opened. Behind a proxy the proxy's is the only one that this computer opens. */
const connectCodes = new Set([
  'EADDRNOTAVAIL',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'ETIMEDOUT',
]);

/**
 * Sends requests through the proxies that `find` returns, and others by `direct`. A proxy carries the encrypted connection only
 * (CONNECT), so it receives host and port of the exchange, but no header and no path. Loopback addresses never have a proxy.
 */
export function createProxies(find: FindProxy, direct: typeof fetch): Proxies {
  const agents = new Map<string, Agent>();

  async function proxyFor(url: URL): Promise<URL | null> {
    return isLoopbackHost(url.hostname) ? null : find(url);
  }

  function agentFor({ href }: URL): Agent {
    const agent =
      agents.get(href) ??
      new Agent({ keepAlive: true, timeout: tunnelTimeoutMs, proxyEnv: { HTTPS_PROXY: href, NO_PROXY: '' } });
    agents.set(href, agent);
    return agent;
  }

  return {
    async fetch(input, init) {
      const request = new Request(input, init);
      const url = new URL(request.url);
      const proxy = await unlessAborted(proxyFor(url), request.signal);
      if (proxy === null) return direct(input, init);
      try {
        return responseOf(await unlessAborted(send(request, agentFor(proxy)), request.signal));
      } catch (error) {
        throw proxyFailure(error) ?? error;
      }
    },
    async nameFor(url) {
      const proxy = await proxyFor(url);
      return proxy && `${proxy.hostname}:${proxy.port || defaultPorts[proxy.protocol]}`;
    },
  };
}

/** Parses the address of a proxy; `http:` if it has no scheme. Throws `offline` if it is not a URL of an HTTP proxy. */
export function readProxyAddress(text: string): URL {
  const address = text.includes('://') ? text : `http://${text}`;
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !(url.protocol in defaultPorts)) throw blockedByProxy('unusable');
  return url;
}

function blockedByProxy(proxy: ProxyReason): OrderglassError {
  return new OrderglassError('offline', `the proxy is ${proxy}`, { proxy });
}

/** Rejects as soon as `signal` is aborted: Node reports the abort of a request only after its tunnel is open. */
function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  return Promise.race([work, aborted.promise]).finally(() => signal.removeEventListener('abort', abort));
}

function send({ url, headers, signal }: Request, agent: Agent): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = { ...Object.fromEntries(headers), 'accept-encoding': 'gzip' };
    const outgoing = sendRequest(url, { agent, headers: sent, signal });
    outgoing.once('response', resolve);
    // Stays for errors after the response, which the body reports, too.
    outgoing.on('error', reject);
    outgoing.end();
  });
}

function responseOf(message: IncomingMessage): Response {
  const { statusCode: status = 0, headersDistinct } = message;
  const headers = Object.entries(headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  const body = message.headers['content-encoding'] === 'gzip' ? pipeline(message, createGunzip(), () => {}) : message;
  const hasBody = status !== 204 && status !== 205 && status !== 304;
  if (!hasBody) message.resume();
  return new Response(hasBody ? (Readable.toWeb(body) as ReadableStream) : null, { status, headers });
}

/** Returns the failure of a proxy; `null` for other failures. */
function proxyFailure(error: unknown): OrderglassError | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null;
  if (connectCodes.has(error.code)) return blockedByProxy('unreachable');
  if (error.code !== 'ERR_PROXY_TUNNEL') return null;
  const status = 'statusCode' in error ? error.statusCode : undefined;
  if (status === undefined) return blockedByProxy('unreachable');
  return blockedByProxy(status === 407 ? 'authentication' : 'refused');
}
