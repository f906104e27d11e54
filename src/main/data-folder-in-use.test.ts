import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { DataFolderError, lockDataFolder } from '../core/files/data-folder.ts';

/** The part of Electron that the program uses before it opens the data folder. */
const electron = `
const nothing = new Proxy(function () {}, { get: (_, name) => (name === 'then' ? undefined : nothing), apply: () => nothing });
const folders = new Map();
export const app = new Proxy({
  isPackaged: false,
  setPath: (name, folder) => folders.set(name, folder),
  getPath: (name) => folders.get(name),
  requestSingleInstanceLock: () => true,
  whenReady: () => Promise.resolve(),
  exit: (code) => process.exit(code),
}, { get: (own, name) => own[name] ?? nothing });
export const dialog = { showErrorBox: (title, content) => console.log(JSON.stringify({ title, content })) };
export const BrowserWindow = nothing, Menu = nothing, Notification = nothing, ipcMain = nothing, nativeTheme = nothing, protocol = nothing,
  screen = nothing, session = nothing;
`;
const asModule = (text: string) => `data:text/javascript,${encodeURIComponent(text)}`;
const hooks = `
import { registerHooks } from 'node:module';
registerHooks({
  resolve: (name, context, next) =>
    name === 'electron' ? { url: ${JSON.stringify(asModule(electron))}, shortCircuit: true } : next(name, context),
});
`;
/** Milliseconds. The test starts a process, and the machine may be busy. */
const timeout = 60_000;

test('the program ends with a message if the other host uses the data folder', { timeout }, async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'orderglass-main-'));
  const unlock = lockDataFolder(folder);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const program = path.join(import.meta.dirname, 'index.ts');
  const child = spawn(process.execPath, ['--import', asModule(hooks), program, '--data-dir', folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const output: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  expect(await once(child, 'close')).toEqual([1, null]);
  expect(JSON.parse(Buffer.concat(output).toString())).toEqual({
    title: 'Orderglass couldn’t start',
    content: `Orderglass is already running with this data folder: ${folder}\nQuit it first, or start with another folder: --data-dir DIR.`,
  });
  expect(() => lockDataFolder(folder)).toThrow(DataFolderError);
  unlock();
});
