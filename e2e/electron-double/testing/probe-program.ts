/** A program without any protection, so that specs of the double see the double's own behavior. */
import path from 'node:path';
import { app, BrowserWindow, ipcMain, protocol, session } from 'electron';

const dataDirectory = process.argv[process.argv.indexOf('--data-dir') + 1];
if (dataDirectory) app.setPath('userData', dataDirectory);
protocol.registerSchemesAsPrivileged([
  { scheme: 'probe', privileges: { standard: true, secure: true, supportFetchAPI: true } },
  { scheme: 'other', privileges: { standard: true, secure: true, supportFetchAPI: true } },
]);

await app.whenReady();
session.defaultSession.protocol.handle('probe', async (request) => {
  if (request.method === 'POST') return new Response(`${request.url} ${await request.text()}`);
  const { pathname } = new URL(request.url);
  if (pathname === '/moved') return new Response(null, { status: 302, headers: { location: 'probe://app/there' } });
  return new Response(`<!doctype html><title>${pathname}</title>`, {
    headers: {
      'content-type': 'text/html',
      'content-security-policy': "script-src 'self' probe://app; img-src probe:",
    },
  });
});
session.defaultSession.protocol.handle('other', ({ url }) => {
  return new Response(`<!doctype html><p>${url}</p>`, { headers: { 'content-type': 'text/html' } });
});
ipcMain.handle('echo', (_event, ...args: unknown[]) => args);
ipcMain.handle('fail', () => {
  throw new RangeError('out of it');
});
ipcMain.handle('who', ({ sender, senderFrame }) => ({
  url: senderFrame?.url,
  isMain: senderFrame === sender.mainFrame,
}));

const window = new BrowserWindow({
  show: false,
  webPreferences: {
    preload: path.join(import.meta.dirname, 'probe-preload.cjs'),
    sandbox: true,
    contextIsolation: true,
    nodeIntegrationInSubFrames: true,
  },
});
await window.loadURL('probe://app/');
