import { contextBridge, type IpcRendererEvent, ipcRenderer } from 'electron';
import type { Bridge, HostEvent } from '../shared/contract.ts';
import { ipcNames } from '../shared/ipc.ts';
import { fail, type Result } from '../shared/result.ts';

const bridge: Bridge = {
  async call(channel, input, callId) {
    try {
      return (await ipcRenderer.invoke(ipcNames.call, channel, input, callId)) as Result<unknown>;
    } catch (error) {
      return fail('host-gone', error instanceof Error ? error.message : 'The program did not answer.');
    }
  },
  cancel(callId) {
    // What fails here has nobody left who would want to know.
    ipcRenderer.invoke(ipcNames.cancel, callId).catch(() => {});
  },
  subscribe(listener) {
    // The page gets the data alone: the event of Electron would hand it the sender's whole interface.
    const hear = (_event: IpcRendererEvent, data: HostEvent): void => listener(data);
    ipcRenderer.on(ipcNames.event, hear);
    // Where that fails there is no program left that would tell anything.
    ipcRenderer.invoke(ipcNames.listening).catch(() => {});
    return () => {
      ipcRenderer.off(ipcNames.event, hear);
    };
  },
};

contextBridge.exposeInMainWorld('orderglass', bridge);
