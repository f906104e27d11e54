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
  /** Values that the double's structured clone preserves, checked before the bridge copies them for the page. */
  roundTrip: async () => {
    const [[nothing, list], own] = await ipcRenderer.invoke('echo', [undefined, [1, 'a', null]], {
      __proto__: null,
      a: { b: true },
    });
    const rare = await ipcRenderer.invoke('echo', new Map()).catch((error) => error.message);
    return [nothing === undefined, list.length === 3 && list[2] === null, own.a.b, /does not model sending/.test(rare)];
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
