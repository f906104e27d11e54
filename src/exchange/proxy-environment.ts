import { BlockList, isIP } from 'node:net';
import { type FindProxy, readProxyAddress } from './proxy.ts';

/**
 * Returns a function that finds proxies by the environment variables HTTPS_PROXY, else HTTP_PROXY, else ALL_PROXY, and NO_PROXY, in
 * lower or upper case; `null` if no proxy is set.
 */
export function environmentProxy(environment: NodeJS.ProcessEnv): FindProxy | null {
  const read = (name: string) => environment[name] || environment[name.toUpperCase()] || '';
  const address = read('https_proxy') || read('http_proxy') || read('all_proxy');
  if (address === '') return null;
  const exceptions = read('no_proxy')
    .toLowerCase()
    .split(/[\s,]+/);
  return async (url) =>
    exceptions.some((exception) => isException(url, exception)) ? null : readProxyAddress(address);
}

/**
 * An entry of NO_PROXY: `*`, an IP address, a network of them as in 10.0.0.0/8, or a host with its subdomains. A host may begin with `.` or
 * `*.`; a host, an IPv4 address, and an IPv6 address in brackets may end with a port.
 */
function isException({ hostname, port }: URL, exception: string): boolean {
  if (exception === '*') return true;
  const [network = '', prefixLength] = exception.split('/');
  if (isIP(network) !== 0) return isInNetwork(hostname.replace(/^\[|\]$/g, ''), network, prefixLength);
  const [, host = '', ofPort] = /^(?:\*?\.)?(.*?)(?::(\d+))?$/.exec(exception) ?? [];
  if (host === '' || (ofPort !== undefined && ofPort !== (port || '443'))) return false;
  return hostname === host || hostname.endsWith(`.${host}`);
}

function isInNetwork(address: string, network: string, prefixLength: string | undefined): boolean {
  const [family, maxLength] = isIP(network) === 4 ? (['ipv4', 32] as const) : (['ipv6', 128] as const);
  const length = prefixLength === undefined ? maxLength : Number(prefixLength || Number.NaN);
  if (isIP(address) !== isIP(network) || !(Number.isInteger(length) && length >= 0 && length <= maxLength))
    return false;
  const list = new BlockList();
  list.addSubnet(network, length, family);
  return list.check(address, family);
}
