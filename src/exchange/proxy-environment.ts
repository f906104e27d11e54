import { type FindProxy, readProxyAddress } from './proxy.ts';

/**
 * Returns a function that finds proxies by the environment variables HTTPS_PROXY, else HTTP_PROXY, and NO_PROXY, in lower or upper case;
 * `null` if no proxy is set.
 */
export function environmentProxy(environment: NodeJS.ProcessEnv): FindProxy | null {
  const read = (name: string) => environment[name] || environment[name.toUpperCase()] || '';
  const address = read('https_proxy') || read('http_proxy');
  if (address === '') return null;
  const exceptions = read('no_proxy')
    .toLowerCase()
    .split(/[\s,]+/);
  return async (url) =>
    exceptions.some((exception) => isException(url, exception)) ? null : readProxyAddress(address);
}

/** An entry of NO_PROXY: `*`, or a host with its subdomains, which may begin with `.` or `*.` and end with a port. */
function isException({ hostname, port }: URL, exception: string): boolean {
  if (exception === '*') return true;
  const [, host = '', ofPort] = /^(?:\*?\.)?(.*?)(?::(\d+))?$/.exec(exception) ?? [];
  if (host === '' || (ofPort !== undefined && ofPort !== (port || '443'))) return false;
  return hostname === host || hostname.endsWith(`.${host}`);
}
