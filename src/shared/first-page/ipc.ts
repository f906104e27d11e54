/** IPC channels between Electron's main process and the preload script. */
export const ipcNames = {
  call: 'orderglass:call',
  cancel: 'orderglass:cancel',
  event: 'orderglass:event',
  /** Sent by a page once it can receive events. */
  listening: 'orderglass:listening',
} as const;
