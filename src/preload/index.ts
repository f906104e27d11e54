import { contextBridge, type IpcRendererEvent, ipcRenderer } from 'electron';
import type { Bridge, HostEvent } from '../shared/contract/index.ts';
import { ipcNames } from '../shared/first-page/ipc.ts';
import { fail, type Result } from '../shared/values/result.ts';

const bridge: Bridge = {
  async call(channel, input, callId) {
    try {
      return (await ipcRenderer.invoke(ipcNames.call, channel, input, callId)) as Result<unknown>;
    } catch (error) {
      return fail('host-gone', error instanceof Error ? error.message : 'The program did not answer.');
    }
  },
  cancel(callId) {
    // A failure is ignored: the caller waits for nothing.
    ipcRenderer.invoke(ipcNames.cancel, callId).catch(() => {});
  },
  subscribe(listener, onListening) {
    // Only the data reaches the page, because Electron's event would expose the sender to it.
    const receive = (_event: IpcRendererEvent, data: HostEvent): void => listener(data);
    ipcRenderer.on(ipcNames.event, receive);
    // A failure is ignored: without the main process there are no events.
    ipcRenderer.invoke(ipcNames.listening).then(onListening, () => {});
    return () => {
      ipcRenderer.off(ipcNames.event, receive);
    };
  },
};

contextBridge.exposeInMainWorld('orderglass', bridge);
