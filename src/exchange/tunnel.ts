import { connect, isIP, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import type { ProxyReason } from '../shared/values/error-codes.ts';
import { OrderglassError } from '../shared/values/errors.ts';
import { checkedTls } from './bounded-fetch.ts';
import { networkFailure } from './network-failure.ts';

/** Milliseconds within which a proxy must have opened a tunnel, from the first packet to the last byte of its response. */
const openWithinMs = 10_000;
const maxHeaderBytes = 16 * 1024;
const headerEnd = '\r\n\r\n';
/** First byte of an alert of TLS. */
const tlsAlert = 0x15;

export interface ProxyAddress {
  readonly url: URL;
  /** User name and password as `Basic` sends them; `null` for none. */
  readonly basic: string | null;
}

/**
 * Opens a connection to `authority` (host and port) through an HTTP proxy (CONNECT). Rejects with `offline` and the `proxy` reason. At most
 * `maxHeaderBytes` of the proxy's response are read, in any number of pieces.
 */
export function openTunnel(proxy: ProxyAddress, authority: string): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const header = Buffer.alloc(maxHeaderBytes);
  let length = 0;
  const request = requestFor(proxy, authority);
  let isConnected = false;
  const socket = connectTo(proxy.url, () => {
    isConnected = true;
    socket.write(request);
  });
  const timer = setTimeout(() => fail('unreachable'), openWithinMs);
  const lost = () => fail(isConnected ? reasonOfEnd(header.subarray(0, length)) : 'unreachable');

  function stop(): void {
    clearTimeout(timer);
    socket.off('data', read).off('close', lost);
  }

  function fail(reason: ProxyReason, status?: number): void {
    stop();
    socket.destroy();
    reject(blockedByProxy(reason, status));
  }

  function read(chunk: Buffer): void {
    const searchFrom = Math.max(0, length - headerEnd.length);
    const isTooLong = chunk.length > maxHeaderBytes - length;
    length += chunk.copy(header, length);
    const end = header.subarray(0, length).indexOf(headerEnd, searchFrom);
    if (end < 0 && !isTooLong) return;
    // The exchange sends nothing before the first bytes of the encryption, so anything after the header is the proxy's own.
    const isExact = !isTooLong && end + headerEnd.length === length;
    const text = header.toString('latin1', 0, length);
    const [, digits] = /^HTTP\/1\.[01] (\d{3})\b/.exec(text) ?? [];
    const status = Number(digits);
    if (digits === undefined || (status < 300 && !isExact)) fail('no-proxy');
    else if (status < 200 || status >= 300) fail(reasonOfStatus(status, text, proxy.basic !== null), status);
    else {
      stop();
      socket.pause();
      resolve(socket);
    }
  }

  // Stays, because an open tunnel reports its errors to the encryption, too. A close follows.
  socket.on('error', (error) => {
    const { code } = networkFailure(error);
    if (code === 'untrusted-certificate') fail('untrusted');
    else if (code === 'no-tls') fail('no-tls');
  });
  socket.on('data', read).on('close', lost);
  return promise;
}

export function blockedByProxy(proxy: ProxyReason, proxyStatus?: number): OrderglassError {
  return new OrderglassError('offline', `the proxy prevents the request: ${proxy}`, { proxy, proxyStatus });
}

/** A server that speaks first, as one for mail does, is no proxy. One that expects TLS sends nothing, or an alert of TLS. */
function reasonOfEnd(received: Buffer): ProxyReason {
  const isHttp = received.toString('latin1').startsWith('HTTP/');
  return received.length === 0 || received[0] === tlsAlert || isHttp ? 'ended' : 'no-proxy';
}

/** Returns why a proxy has opened no tunnel. The statuses that proxies send are in docs/other-programs.md. */
function reasonOfStatus(status: number, header: string, hasSignedIn: boolean): ProxyReason {
  if (status === 401 || status === 407) {
    const schemes = [...header.matchAll(/^(?:proxy|www)-authenticate:[ \t]*(.*)$/gim)].map(([, scheme = '']) => scheme);
    if (schemes.length > 0 && !schemes.some((scheme) => /\bbasic\b/i.test(scheme))) return 'other-sign-in';
    return hasSignedIn ? 'wrong-password' : 'authentication';
  }
  if (status === 404 || (status >= 500 && status !== 501)) return 'exchange-unreachable';
  // Web servers answer so.
  if (status < 400 || status === 400 || status === 405 || status === 501) return 'no-proxy';
  return 'refused';
}

/** The URL contains the brackets of an IPv6 address, but neither Node's connections nor certificates do. */
function connectTo({ protocol, hostname, port }: URL, onConnect: () => void): Socket {
  const host = hostname.replace(/^\[|\]$/g, '');
  return protocol === 'https:'
    ? connectSecurely({ host, port: Number(port || 443), servername: isIP(host) ? '' : host, ...checkedTls }, onConnect)
    : connect({ host, port: Number(port || 80) }, onConnect);
}

function requestFor({ basic }: ProxyAddress, authority: string): string {
  const lines = [
    `CONNECT ${authority} HTTP/1.1`,
    ...(basic === null ? [] : [`proxy-authorization: Basic ${basic}`]),
    'proxy-connection: keep-alive',
    `host: ${authority}`,
  ];
  return lines.join('\r\n') + headerEnd;
}
