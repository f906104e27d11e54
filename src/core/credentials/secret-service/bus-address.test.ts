import { expect, it } from 'vitest';
import { sessionBusPaths } from './bus-address.ts';

it.each([
  ['unix:path=/run/user/1000/bus', ['/run/user/1000/bus']],
  ['unix:path=/tmp/dbus-1,guid=63f51cd3f637', ['/tmp/dbus-1']],
  ['unix:guid=63f51cd3f637,path=/tmp/a%20b%2cc', ['/tmp/a b,c']],
  ['unix:abstract=/tmp/dbus-2,guid=1', ['\0/tmp/dbus-2']],
  ['unix:runtime=yes', ['/run/user/7/bus']],
  ['tcp:host=127.0.0.1,port=1;unix:path=/tmp/a;unix:path=/tmp/b', ['/tmp/a', '/tmp/b']],
  ['unix:path=%zz', []],
  ['autolaunch:', []],
  ['garbage', []],
  ['', []],
])('reads the address %j as %j', (address, paths) => {
  const environment = { DBUS_SESSION_BUS_ADDRESS: address, XDG_RUNTIME_DIR: '/run/user/7' };
  expect(sessionBusPaths(environment)).toEqual(paths);
});

it('takes the bus of the runtime folder where no address is given', () => {
  expect(sessionBusPaths({ XDG_RUNTIME_DIR: '/run/user/7' })).toEqual(['/run/user/7/bus']);
  expect(sessionBusPaths({})).toEqual([]);
});
