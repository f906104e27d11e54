import { connect, isIP, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import type { ProxyReason } from '../shared/error-codes.ts';
import { OrderglassError } from '../shared/errors.ts';

/** Milliseconds within which a proxy must have opened a tunnel, from the first packet to the last byte of its response. */
const openWithinMs = 10_000;
const maxHeaderBytes = 16 * 1024;
const headerEnd = '\r\n\r\n';

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
  const socket = connectTo(proxy.url, () => socket.write(request));
  const timer = setTimeout(() => fail('unreachable'), openWithinMs);
  const lost = () => fail('unreachable');

  function stop(): void {
    clearTimeout(timer);
    socket.off('data', read).off('close', lost);
  }

  function fail(reason: ProxyReason): void {
    stop();
    socket.destroy();
    reject(blockedByProxy(reason));
  }

  function read(chunk: Buffer): void {
    const searchFrom = Math.max(0, length - headerEnd.length);
    const isTooLong = chunk.length > maxHeaderBytes - length;
    length += chunk.copy(header, length);
    const end = header.subarray(0, length).indexOf(headerEnd, searchFrom);
    if (end < 0 && !isTooLong) return;
    // The exchange sends nothing before the first bytes of the encryption, so anything after the header is the proxy's own.
    const isExact = !isTooLong && end + headerEnd.length === length;
    const [, status = ''] = /^HTTP\/1\.[01] (\d{3})\b/.exec(header.toString('latin1', 0, length)) ?? [];
    if (status === '407') fail('authentication');
    else if (!status.startsWith('2')) fail(status === '' ? 'unreachable' : 'refused');
    else if (!isExact) fail('unreachable');
    else {
      stop();
      socket.pause();
      resolve(socket);
    }
  }

  // Stays, because an open tunnel reports its errors to the encryption, too. A close follows.
  socket.on('error', () => {});
  socket.on('data', read).on('close', lost);
  return promise;
}

export function blockedByProxy(proxy: ProxyReason): OrderglassError {
  return new OrderglassError('offline', `the proxy is ${proxy}`, { proxy });
}

/** The URL contains the brackets of an IPv6 address, but neither Node's connections nor certificates do. */
function connectTo({ protocol, hostname, port }: URL, onConnect: () => void): Socket {
  const host = hostname.replace(/^\[|\]$/g, '');
  return protocol === 'https:'
    ? connectSecurely({ host, port: Number(port || 443), servername: isIP(host) ? '' : host }, onConnect)
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
