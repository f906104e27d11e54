import { join } from 'node:path';

/**
 * The sockets at which the session bus may be reached, in the order to try, as `net.connect` takes them. From the
 * same variables that GLib, and with it keytar, goes by. Addresses other than Unix sockets are left out.
 */
export function sessionBusPaths(environment: NodeJS.ProcessEnv): string[] {
  const addresses = environment.DBUS_SESSION_BUS_ADDRESS ?? 'unix:runtime=yes';
  return addresses.split(';').flatMap((address) => {
    const path = socketPath(address, environment.XDG_RUNTIME_DIR);
    return path === null ? [] : [path];
  });
}

function socketPath(address: string, runtimeFolder: string | undefined): string | null {
  if (!address.startsWith('unix:')) return null;
  const keys = new Map(address.slice('unix:'.length).split(',').map(keyAndValue));
  const path = keys.get('path');
  if (path) return path;
  const abstractName = keys.get('abstract');
  if (abstractName) return `\0${abstractName}`;
  return keys.get('runtime') === 'yes' && runtimeFolder ? join(runtimeFolder, 'bus') : null;
}

function keyAndValue(pair: string): [string, string] {
  const [key = '', value = ''] = pair.split('=', 2);
  try {
    return [key, decodeURIComponent(value)];
  } catch {
    return [key, ''];
  }
}
