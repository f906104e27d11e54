import type { Session } from 'electron';
import { type FindProxy, type ProxyAddress, readProxyAddress } from '../exchange/index.ts';

const schemes: Readonly<Record<string, string>> = {
  PROXY: 'http',
  HTTPS: 'https',
  SOCKS: 'socks4',
  SOCKS4: 'socks4',
  SOCKS5: 'socks5',
};

/** Returns a function that finds proxies by the settings of the system, including its configuration scripts. */
export function systemProxy(session: Pick<Session, 'resolveProxy'>): FindProxy {
  return async (url) => firstProxy(await session.resolveProxy(url.origin));
}

/** Returns the first proxy of a list such as "PROXY proxy.test:8080; DIRECT"; `null` if it begins with DIRECT. */
function firstProxy(list: string): ProxyAddress | null {
  const [kind = '', address = ''] = list.split(';', 1)[0]?.trim().split(/\s+/) ?? [];
  if (kind === '' || kind.toUpperCase() === 'DIRECT') return null;
  return readProxyAddress(`${schemes[kind.toUpperCase()] ?? kind}://${address}`);
}
