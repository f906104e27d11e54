import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestOptions, request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { configureRequestOptions, configureRequestUrl, type DownloadOptions, HttpExecutor } from 'builder-util-runtime';
import { AppImageUpdater, type AppUpdater } from 'electron-updater';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { RunningExports } from '../core/updates.ts';
import type { UpdateStatus } from '../shared/contract/program.ts';
import { hostTextEn } from '../shared/text/host-en.ts';
import { askToRestart, Updater, type UpdaterOptions, updateMode } from './updates.ts';

const newProgram = 'a new program';
const sha512 = createHash('sha512').update(newProgram).digest('base64');

/** The requests of electron-updater over Node instead of over Electron. */
class NodeExecutor extends HttpExecutor<ReturnType<typeof sendRequest>> {
  createRequest(options: object, callback: (response: IncomingMessage) => void) {
    return sendRequest(options, callback);
  }

  /** As electron-updater's own executor for Electron does it. */
  download(url: URL, destination: string, options: DownloadOptions): Promise<string> {
    return options.cancellationToken.createPromise((resolve, reject, onCancel) => {
      const request: RequestOptions = { headers: options.headers ?? undefined };
      configureRequestUrl(url, request);
      configureRequestOptions(request);
      const callback = (error?: Error | null): void => (error ? reject(error) : resolve(destination));
      this.doDownload(request, { destination, options, onCancel, callback, responseHandler: null }, 0);
    });
  }
}

/** Starts the host of updates, with a version on it. Keeps all requests. */
async function startUpdateHost(version: string, content: string) {
  const requests: { method: string; url: string; headers: Record<string, unknown>; body: string }[] = [];
  const files: Record<string, string> = {
    '/latest-linux.yml': `version: ${version}\nfiles:\n  - url: new.AppImage\n    sha512: ${sha512}\n    size: ${newProgram.length}\npath: new.AppImage\nsha512: ${sha512}\nreleaseDate: '2026-11-22T00:00:00.000Z'\n`,
    '/new.AppImage': content,
  };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = '', url = '', headers } = request;
    requests.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
    const content = files[url.split('?', 1)[0] ?? ''];
    response.writeHead(content === undefined ? 404 : 200);
    response.end(content);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { requests, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

/** Returns the real updater of an AppImage of version 1.0.0. */
function realUpdater(url: string): AppUpdater {
  const folder = mkdtempSync(path.join(tmpdir(), 'orderglass-update-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  // electron-builder writes this file into a package.
  writeFileSync(path.join(folder, 'app-update.yml'), `provider: generic\nurl: ${url}\nupdaterCacheDirName: cache\n`);
  vi.stubEnv('APPIMAGE', path.join(folder, 'Orderglass.AppImage'));
  const updater = new AppImageUpdater(null, {
    version: '1.0.0',
    name: 'orderglass',
    isPackaged: true,
    appUpdateConfigPath: path.join(folder, 'app-update.yml'),
    userDataPath: folder,
    baseCachePath: folder,
    whenReady: async () => {},
    relaunch() {},
    quit() {},
    onQuit() {},
  });
  Object.assign(updater, { httpExecutor: new NodeExecutor() });
  updater.disableDifferentialDownload = true;
  vi.spyOn(updater, 'quitAndInstall').mockImplementation(() => {});
  return updater;
}

async function startUpdates({
  version = '1.1.0',
  content = newProgram,
  ...changed
}: Partial<UpdaterOptions> & { version?: string; content?: string } = {}) {
  const host = await startUpdateHost(version, content);
  const source = realUpdater(host.url);
  const exports = new RunningExports();
  const statuses: string[] = [];
  const order: string[] = [];
  vi.mocked(source.quitAndInstall).mockImplementation(() => void order.push('install'));
  const updater = new Updater({
    mode: 'install',
    load: async () => source,
    askToRestart: async () => false,
    prepareRestart: async () => void order.push('prepare'),
    onError: (error) => statuses.push(String(error)),
    onChange: (status: UpdateStatus) => statuses.push(status.kind),
    isIdle: () => exports.isIdle(),
    whenIdle: () => exports.whenIdle(),
    ...changed,
  });
  onTestFinished(() => updater.close());
  return { updater, host, exports, statuses, order, source };
}

afterEach(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

describe('updates', () => {
  it('contact no server until they are turned on', async () => {
    const load = vi.fn();
    const { updater, host } = await startUpdates({ load });
    expect(await updater.check()).toEqual({ kind: 'off' });
    updater.turn(false);
    expect(await updater.install()).toEqual({ kind: 'off' });
    expect(load).not.toHaveBeenCalled();
    expect(host.requests).toEqual([]);
  });

  it('are looked for after 30 s and then once a day, and no longer once they are turned off', async () => {
    vi.useFakeTimers();
    const source = {
      on: vi.fn(),
      checkForUpdates: vi.fn(async () => ({ isUpdateAvailable: false, updateInfo: { version: '1' } })),
    };
    const { updater } = await startUpdates({ load: async () => source as unknown as AppUpdater });
    updater.turn(true);
    await vi.advanceTimersByTimeAsync(29_000);
    expect(source.checkForUpdates).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(source.checkForUpdates).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(24 * 60 * 60 * 1000);
    expect(source.checkForUpdates).toHaveBeenCalledTimes(2);
    updater.turn(false);
    await vi.advanceTimersByTimeAsync(72 * 60 * 60 * 1000);
    expect(source.checkForUpdates).toHaveBeenCalledTimes(2);
  });

  it('send nothing about the user: two GET requests, without cookies, bodies or an ID of the installation', async () => {
    const { updater, host, statuses } = await startUpdates();
    updater.turn(true);
    expect(await updater.check()).toEqual({ kind: 'ready', version: '1.1.0', waitsForExport: false });
    expect(statuses).toEqual(['unchecked', 'checking', 'downloading', 'ready']);
    expect(host.requests.map(({ method, url }) => `${method} ${url.replace(/\?noCache=\w+$/, '')}`)).toEqual([
      'GET /latest-linux.yml',
      'GET /new.AppImage',
    ]);
    const allowed = ['accept', 'cache-control', 'connection', 'host', 'user-agent', 'x-user-staging-id'];
    for (const { headers, body } of host.requests) {
      expect(Object.keys(headers).filter((name) => !allowed.includes(name))).toEqual([]);
      expect(headers['x-user-staging-id']).toBe('00000000-0000-0000-0000-000000000000');
      expect(headers['user-agent']).toBe('electron-builder');
      expect(body).toBe('');
    }
  });

  it('say that the version is current', async () => {
    const { updater, host } = await startUpdates({ version: '1.0.0' });
    updater.turn(true);
    expect(await updater.check()).toEqual({ kind: 'current' });
    expect(host.requests).toHaveLength(1);
  });

  it('are only told where the program cannot install them', async () => {
    const { updater, host, order } = await startUpdates({ mode: 'tell' });
    updater.turn(true);
    expect(await updater.check()).toEqual({ kind: 'found', version: '1.1.0' });
    await updater.install();
    expect(host.requests).toHaveLength(1);
    expect(order).toEqual([]);
  });

  it('are not accepted from an older version, or with another content than announced', async () => {
    const older = await startUpdates({ version: '0.9.0' });
    older.updater.turn(true);
    expect(await older.updater.check()).toEqual({ kind: 'current' });

    const { updater, statuses } = await startUpdates({ content: 'b new program' });
    updater.turn(true);
    expect(await updater.check()).toEqual({ kind: 'failed' });
    expect(statuses.join()).toContain('sha512 checksum mismatch');
  });

  it('restart the program only after a question', async () => {
    const ask = vi.fn(async () => false);
    const { updater, order } = await startUpdates({ askToRestart: ask });
    updater.turn(true);
    await updater.check();
    await vi.waitFor(() => expect(ask).toHaveBeenCalledExactlyOnceWith('1.1.0'), 10_000);
    expect(order).toEqual([]);
    await updater.install();
    expect(order).toEqual(['prepare', 'install']);
  });

  it('wait for a running export, and ask afterwards', async () => {
    const ask = vi.fn(async () => true);
    const { updater, exports, order } = await startUpdates({ askToRestart: ask });
    const { promise, resolve: finishExport } = Promise.withResolvers<void>();
    const exporting = exports.run(() => promise);
    updater.turn(true);
    await updater.check();
    expect(updater.status).toMatchObject({ kind: 'ready', waitsForExport: true });
    expect(ask).not.toHaveBeenCalled();
    finishExport();
    await exporting;
    await vi.waitFor(() => expect(order).toEqual(['prepare', 'install']), 10_000);
    expect(ask).toHaveBeenCalledOnce();
  });

  it('stop when they are turned off during a check', async () => {
    const { updater, host } = await startUpdates();
    updater.turn(true);
    const checking = updater.check();
    updater.turn(false);
    expect(await checking).toEqual({ kind: 'off' });
    expect(host.requests.length).toBeLessThan(2);
  });

  it('report a server that cannot be reached', async () => {
    const { updater, source } = await startUpdates();
    source.setFeedURL({ provider: 'generic', url: 'http://127.0.0.1:9/' });
    updater.turn(true);
    expect(await updater.check()).toEqual({ kind: 'failed' });
  });
});

it.each([
  ['linux', {}, {}, 'tell'],
  ['linux', { APPIMAGE: '/home/me/Orderglass.AppImage' }, {}, 'install'],
  ['win32', {}, { signed: true }, 'install'],
  ['win32', {}, { signed: false }, 'tell'],
  ['win32', {}, {}, 'tell'],
  ['win32', { PORTABLE_EXECUTABLE_FILE: 'D:\\Orderglass.exe' }, { signed: true }, 'tell'],
  ['darwin', {}, { signed: true }, 'install'],
  ['darwin', {}, { signed: false }, 'tell'],
  ['darwin', {}, { signed: 'yes' }, 'tell'],
] as const)(
  'an installed program on %s with %j and the metadata %j can %s',
  (platform, environment, metadata, mode) => {
    const resources = mkdtempSync(path.join(tmpdir(), 'orderglass-resources-'));
    onTestFinished(() => rmSync(resources, { recursive: true, force: true }));
    writeFileSync(path.join(resources, 'package.json'), JSON.stringify(metadata));
    const app = { isPackaged: true, getAppPath: () => resources };
    expect(updateMode(app, { platform, environment, resources })).toBeNull();
    writeFileSync(path.join(resources, 'app-update.yml'), '');
    expect(updateMode(app, { platform, environment, resources })).toBe(mode);
    expect(updateMode({ ...app, isPackaged: false }, { platform, environment, resources })).toBeNull();
  },
);

it.each([
  [0, false],
  [1, true],
])('the button %i of the question means restart: %s', async (response, restarts) => {
  const showMessageBox = vi.fn(async () => ({ response, checkboxChecked: false }));
  expect(await askToRestart('1.1.0', hostTextEn, { showMessageBox } as never)).toBe(restarts);
});
