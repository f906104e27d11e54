import { Agent, type RequestOptions } from 'node:https';
import type { Duplex } from 'node:stream';
import type { ConnectionOptions } from 'node:tls';
import { isLoopbackHost } from './base-url.ts';
import { checkedTls, createBoundedFetch, keptConnections } from './bounded-fetch.ts';
import type { Fetch } from './http-transport.ts';
import { blockedByProxy, openTunnel, type ProxyAddress } from './tunnel.ts';

/** Returns the address of the proxy for a URL; `null` for none. Rejects as `readProxyAddress` throws. */
export type FindProxy = (url: URL) => Promise<ProxyAddress | null>;

export interface Proxies {
  /** Sends a GET request through the proxy of its URL. Rejects with `offline` and the `proxy` reason if the proxy prevents the request. */
  readonly fetch: Fetch;
  /** Returns host and port of the proxy for a URL; `null` for none. Rejects as `FindProxy` does. */
  readonly nameFor: (url: URL) => Promise<string | null>;
}

const defaultPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/**
 * Sends requests through the proxies that `find` returns, and others by `direct`. A proxy carries the encrypted connection only
 * (CONNECT), so it receives host and port of the exchange, but no header and no path. Loopback addresses never have a proxy.
 */
export function createProxies(find: FindProxy, direct: Fetch = createBoundedFetch()): Proxies {
  const byProxy = new Map<string, Fetch>();

  async function proxyFor(url: URL): Promise<ProxyAddress | null> {
    return isLoopbackHost(url.hostname) ? null : find(url);
  }

  function fetchThrough(proxy: ProxyAddress): Fetch {
    const fetch = byProxy.get(proxy.url.href) ?? createBoundedFetch(new TunnelAgent(proxy));
    byProxy.set(proxy.url.href, fetch);
    return fetch;
  }

  return {
    async fetch(url, init) {
      const proxy = await unlessAborted(proxyFor(url), init.signal);
      return proxy === null ? direct(url, init) : unlessAborted(fetchThrough(proxy)(url, init), init.signal);
    },
    async nameFor(url) {
      const proxy = await proxyFor(url);
      return proxy && `${proxy.url.hostname}:${proxy.url.port || defaultPorts[proxy.url.protocol]}`;
    },
  };
}

/** Opens encrypted connections through a proxy. */
class TunnelAgent extends Agent {
  readonly #proxy: ProxyAddress;

  constructor(proxy: ProxyAddress) {
    super({ ...keptConnections, ...checkedTls });
    this.#proxy = proxy;
  }

  override createConnection(
    options: RequestOptions,
    callback: (error: Error | null, connection?: Duplex | null) => void,
  ): undefined {
    const { host, port } = options;
    const authority = `${host?.includes(':') ? `[${host}]` : host}:${port}`;
    openTunnel(this.#proxy, authority)
      .then((socket) => {
        const throughTunnel: RequestOptions & Pick<ConnectionOptions, 'socket'> = { ...options, socket };
        return super.createConnection(throughTunnel);
      })
      .then((connection) => callback(null, connection), callback);
  }
}

/**
 * Parses the address of a proxy; `http:` if it has no scheme. Throws `offline` if it is not a URL of an HTTP proxy, or if its user name or
 * password is not percent-encoded.
 */
export function readProxyAddress(text: string): ProxyAddress {
  const url = URL.parse(text.includes('://') ? text : `http://${text}`);
  if (!url || !(url.protocol in defaultPorts)) throw blockedByProxy('unusable');
  const { username, password } = url;
  const isKnown = username !== '' || password !== '';
  return { url, basic: isKnown ? decodedBytes(`${username}:${password}`).toString('base64') : null };
}

/** Returns the bytes of a percent-encoded text, which may be of any encoding. Throws `offline` if a % begins no byte. */
function decodedBytes(text: string): Buffer {
  if (/%(?![0-9a-f]{2})/i.test(text)) throw blockedByProxy('not-encoded');
  const bytes = text.replace(/%(..)/g, (_, byte: string) => String.fromCharCode(Number.parseInt(byte, 16)));
  return Buffer.from(bytes, 'latin1');
}

/** Rejects as soon as `signal` is aborted: Node reports the abort of a request only after its tunnel is open. */
function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  return Promise.race([work, aborted.promise]).finally(() => signal.removeEventListener('abort', abort));
}
