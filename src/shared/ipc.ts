/** The names that Electron's main process and its preload script use between them. */
export const ipcNames = {
  call: 'orderglass:call',
  cancel: 'orderglass:cancel',
  event: 'orderglass:event',
  /** Said by a page from which on it hears events. */
  listening: 'orderglass:listening',
} as const;
