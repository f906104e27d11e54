const { contextBridge, ipcRenderer } = require('electron');

const state = { count: 0 };
const listeners = new Set();
ipcRenderer.on('told', (_event, ...args) => {
  for (const listener of listeners) listener(...args);
});

function attempt(work) {
  try {
    return work();
  } catch (error) {
    return `${error.name}: ${error.message}`;
  }
}

contextBridge.exposeInMainWorld('probe', {
  state,
  when: new Date(5),
  list: [1, { nested: () => 'called' }],
  count: () => {
    state.count += 1;
    return state.count;
  },
  fail: () => {
    throw new TypeError('thrown at once');
  },
  failLater: async () => {
    throw new TypeError('thrown later');
  },
  callBack: (callback, value) => callback(value),
  giveBack: (value) => value,
  hear: (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  invoke: (channel, ...args) => ipcRenderer.invoke(channel, ...args),
  /** Values that Electron's structured clone preserves, checked before the bridge copies them for the page. */
  roundTrip: async () => {
    const cyclic = { self: null };
    cyclic.self = cyclic;
    const sent = [
      undefined,
      Number.NaN,
      -0,
      10n,
      new Date(7),
      new Map([[{ a: 1 }, new Set([2])]]),
      new Uint16Array([1, 258]),
    ];
    const [received, ring, error] = await ipcRenderer.invoke('echo', sent, cyclic, new RangeError('as text'));
    const [nothing, notNumber, minusZero, big, date, map, bytes] = received;
    return [
      nothing === undefined,
      Number.isNaN(notNumber),
      Object.is(minusZero, -0),
      big === 10n,
      date instanceof Date && date.getTime() === 7,
      map instanceof Map && [...map.values()][0].has(2) && [...map.keys()][0].a === 1,
      bytes instanceof Uint16Array && bytes[1] === 258,
      ring.self === ring,
      error instanceof Error && error.message === 'as text',
    ];
  },
  environment: () => ({
    process: attempt(() => [process.type, process.sandboxed, process.contextIsolated]),
    version: attempt(() => process.versions),
    file: attempt(() => require('node:fs')),
    webFrame: attempt(() => require('electron').webFrame),
    sendSync: attempt(() => ipcRenderer.sendSync('echo')),
    second: attempt(() => contextBridge.exposeInMainWorld('probe', {})),
    world: Object.keys(globalThis).filter((name) => name === 'probe'),
  }),
});
