import type { createBridge } from './bridge.ts';
import type { createCodec, Encoded } from './codec.ts';
import type { Permission, ToPage, ToProgram, WorldGlobals } from './messages.ts';

export interface WorldSettings {
  /** Name of the event by which the two worlds of a page find each other before any script of the page runs. */
  meeting: string;
  /** Name of the function that Chromium adds to this world for messages to the program. */
  binding: string;
  preloadInSubFrames: boolean;
  platform: string;
}

/** A preload script as a function of the globals that Electron provides. */
export type Preload = (
  require: (name: string) => unknown,
  process: unknown,
  exports: object,
  module: { exports: object },
) => void;

type IpcListener = (event: Electron.IpcRendererEvent, ...args: unknown[]) => void;

/**
 * Reproduces Electron's renderer in the world of the preload script: `ipcRenderer`, `contextBridge` and a limited
 * `require`. Runs in a page as the text of this function, so it must not use anything outside itself.
 */
export function isolatedWorld(
  settings: WorldSettings,
  codec: typeof createCodec,
  bridge: typeof createBridge,
  preload: Preload,
): void {
  const { encode, decode } = codec();
  const world = globalThis as typeof globalThis & WorldGlobals;
  const carry = Reflect.get(world, settings.binding) as (text: string) => void;
  const post = (message: ToProgram): void => carry(JSON.stringify(message));
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  const listeners = new Map<string, Set<IpcListener>>();
  let lastId = 0;

  function ask(message: (id: number) => ToProgram): Promise<unknown> {
    lastId += 1;
    const id = lastId;
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      post(message(id));
    });
  }

  const clone = (args: unknown[]): Encoded => encode(structuredClone(args));
  const invoke = (channel: string, args: Encoded): Promise<unknown> =>
    ask((id) => ({ kind: 'invoke', id, channel, args }));

  function receive(message: ToPage): void {
    if (message.kind === 'event') {
      const args = decode(message.args) as unknown[];
      for (const listener of [...(listeners.get(message.channel) ?? [])]) {
        listener(strict<Electron.IpcRendererEvent>('event', { sender: ipcRenderer, ports: [] }), ...args);
      }
      return;
    }
    const call = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.kind === 'answer') call?.resolve(decode(message.value));
    else call?.reject(new Error(message.message));
  }

  /** An object that throws for all members except its own. */
  function strict<Full extends object>(name: string, members: Partial<Full>): Full {
    return new Proxy(members, {
      get(target, property, receiver) {
        if (typeof property === 'symbol' || property in target || property === 'then')
          return Reflect.get(target, property, receiver);
        throw new Error(`The Electron double does not model ${name}.${property}.`);
      },
    }) as Full;
  }

  function listen(channel: string, listener: IpcListener): Electron.IpcRenderer {
    const known = listeners.get(channel) ?? new Set();
    listeners.set(channel, known.add(listener));
    return ipcRenderer;
  }

  function unlisten(channel: string, listener: IpcListener): Electron.IpcRenderer {
    listeners.get(channel)?.delete(listener);
    return ipcRenderer;
  }

  const ipcRenderer: Electron.IpcRenderer = strict<Electron.IpcRenderer>('ipcRenderer', {
    // Not async, so that values that cannot be cloned reject, as in Electron, instead of throwing.
    invoke: (channel, ...args) => new Promise((resolve) => resolve(invoke(channel, clone(args)))),
    on: listen,
    off: unlisten,
  });

  world.electronDouble = { receive, invoke };

  const port = document.createElement('i');
  document.dispatchEvent(new MouseEvent(settings.meeting, { relatedTarget: port }));
  const page = bridge(port, 'isolated', 'main', {
    permission: (step, permission) =>
      ask((id) => ({
        kind: 'permission',
        id,
        step: step as 'check' | 'request' | 'done',
        permission: permission as Permission,
      })),
    openWindow: (url, frameName, features) =>
      post({ kind: 'open-window', url: String(url), frameName: String(frameName), features: String(features) }),
  });

  if (world.parent !== world.self && !settings.preloadInSubFrames) return;

  const contextBridge = strict<Electron.ContextBridge>('contextBridge', {
    exposeInMainWorld: (key, api) => {
      page.call('expose', key, api);
    },
  });
  const electron = strict('electron', { contextBridge, ipcRenderer });
  const require = (name: string): unknown => {
    if (name === 'electron' || name === 'electron/renderer') return electron;
    if (/^(node:)?(events|timers|url)$/.test(name)) throw new Error(`The Electron double does not model "${name}".`);
    throw new Error(`module not found: ${name}`);
  };
  const process = strict('process', {
    type: 'renderer',
    sandboxed: true,
    contextIsolated: true,
    platform: settings.platform,
  });
  const exports = {};
  preload(require, process, exports, { exports });
}
