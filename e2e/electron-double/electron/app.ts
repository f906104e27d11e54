import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { AboutPanelOptionsOptions, App, CommandLine, RelaunchOptions, WebContents } from 'electron';
import { createEvent, EmitterDouble } from '../emitter.ts';
import { Double, NotModeled, standIn } from '../not-modeled.ts';
import { connect, endProcess } from '../runtime.ts';
import { SingleInstance } from './single-instance.ts';

type Event = Electron.Event;
type PathName = Parameters<App['getPath']>[0];

interface AppEvents {
  ready: [event: Event, launchInfo: unknown];
  activate: [event: Event, hasVisibleWindows: boolean];
  'window-all-closed': [];
  'before-quit': [event: Event];
  'will-quit': [event: Event];
  quit: [event: Event, exitCode: number];
  'second-instance': [event: Event, argv: string[], workingDirectory: string, additionalData: unknown];
  'web-contents-created': [event: Event, contents: WebContents];
}

/** The part of a window that the app needs to close it. */
export interface OpenWindow {
  close(): void;
  destroy(): void;
}

class CommandLineDouble extends Double implements Pick<CommandLine, 'getSwitchValue' | 'hasSwitch'> {
  /** No test gives the program a switch with a value. */
  getSwitchValue(_name: string): string {
    return '';
  }

  hasSwitch(name: string): boolean {
    return process.argv.includes(`--${name}`);
  }
}

export class AppDouble
  extends EmitterDouble<App, AppEvents>
  implements
    Pick<
      App,
      | 'isPackaged'
      | 'commandLine'
      | 'isReady'
      | 'whenReady'
      | 'quit'
      | 'exit'
      | 'relaunch'
      | 'getAppPath'
      | 'getName'
      | 'getVersion'
      | 'getLocale'
      | 'getPath'
      | 'setPath'
      | 'enableSandbox'
      | 'requestSingleInstanceLock'
      | 'releaseSingleInstanceLock'
      | 'setAboutPanelOptions'
      | 'setAppUserModelId'
    >
{
  readonly isPackaged = process.env.ELECTRON_DOUBLE_PACKAGED !== undefined;
  readonly commandLine = standIn<CommandLine>(new CommandLineDouble());
  readonly #windows = new Set<OpenWindow>();
  readonly #paths = new Map<string, string>();
  readonly #package: { folder: string; name: string; version: string };
  readonly #ready = Promise.withResolvers<void>();
  #instance: SingleInstance | null = null;
  #isReady = false;
  #isQuitting = false;
  #exitCode: number | null = null;

  constructor() {
    super({
      ready: (app, listener) => app.on('ready', listener),
      activate: (app, listener) => app.on('activate', listener),
      'window-all-closed': (app, listener) => app.on('window-all-closed', listener),
      'before-quit': (app, listener) => app.on('before-quit', listener),
      'will-quit': (app, listener) => app.on('will-quit', listener),
      quit: (app, listener) => app.on('quit', listener),
      'second-instance': (app, listener) => app.on('second-instance', listener),
      'web-contents-created': (app, listener) => app.on('web-contents-created', listener),
    });
    this.#package = findPackage(path.dirname(process.argv[1] ?? ''));
    process.on('SIGINT', () => this.quit());
    process.on('SIGTERM', () => this.quit());
  }

  /** Called after the program's main module has run, like Electron's ready event. */
  async launch(): Promise<void> {
    await connect();
    this.#isReady = true;
    this.#ready.resolve();
    this.emit('ready', createEvent({}), {});
    this.#instance?.listen((argv, workingDirectory, additionalData) =>
      this.emit('second-instance', createEvent({}), argv, workingDirectory, additionalData),
    );
  }

  isReady(): boolean {
    return this.#isReady;
  }

  whenReady(): Promise<void> {
    return this.#ready.promise;
  }

  getAppPath(): string {
    return this.#package.folder;
  }

  getName(): string {
    return this.#package.name;
  }

  getVersion(): string {
    return this.#package.version;
  }

  /** Returns the locale of the environment, '' before the app is ready, like Electron on Linux. */
  getLocale(): string {
    return this.#isReady ? Intl.DateTimeFormat().resolvedOptions().locale : '';
  }

  getPath(name: PathName): string {
    const path = this.#paths.get(name);
    if (path === undefined)
      throw new NotModeled(`the user's own folder "${name}": a test gives the program its folders`);
    return path;
  }

  setPath(name: string, folder: string): void {
    if (!path.isAbsolute(folder)) throw new Error('Path must be absolute');
    this.#paths.set(name, folder);
  }

  /** Has no effect: all pages of the double run in Chromium's sandbox, if Chromium has one. */
  enableSandbox(): void {
    if (this.#isReady) throw new Error('app.enableSandbox() can only be called before app is ready');
  }

  requestSingleInstanceLock(additionalData?: unknown): boolean {
    if (this.#isReady) throw new NotModeled('asking for the lock of the single instance when the app is ready');
    this.#instance ??= new SingleInstance(this.getPath('userData'));
    return this.#instance.acquire(additionalData);
  }

  releaseSingleInstanceLock(): void {
    this.#instance?.release();
  }

  setAboutPanelOptions(_options: AboutPanelOptionsOptions): void {}

  setAppUserModelId(_id: string): void {}

  quit(): void {
    if (this.#isQuitting) return;
    const event = createEvent({});
    this.emit('before-quit', event);
    if (event.defaultPrevented) return;
    this.#isQuitting = true;
    if (this.#windows.size === 0) this.#notifyAndShutDown();
    for (const window of [...this.#windows]) window.close();
  }

  exit(exitCode = 0): void {
    if (!this.#isReady) endProcess(exitCode);
    this.#isQuitting = true;
    this.#exitCode = exitCode;
    if (this.#windows.size === 0) this.#shutDown(exitCode);
    for (const window of [...this.#windows]) window.destroy();
  }

  /** The new process starts when this one ends, and reads the double's parts from the same module. */
  relaunch({ execPath = process.execPath, args = process.argv.slice(1) }: RelaunchOptions = {}): void {
    process.once('exit', () => spawn(execPath, [...process.execArgv, ...args], { detached: true, stdio: 'ignore' }));
  }

  adopt(window: OpenWindow): void {
    this.#windows.add(window);
  }

  /** Removes a closed window. */
  release(window: OpenWindow): void {
    this.#windows.delete(window);
    if (this.#windows.size > 0) return;
    if (this.#exitCode !== null) this.#shutDown(this.#exitCode);
    else if (this.#isQuitting) this.#notifyAndShutDown();
    else if (!this.emit('window-all-closed')) this.quit();
  }

  /** Cancels quitting because a window refused to close. */
  keep(): void {
    this.#isQuitting = false;
  }

  #notifyAndShutDown(): void {
    const event = createEvent({});
    this.emit('will-quit', event);
    if (event.defaultPrevented) this.#isQuitting = false;
    else this.#shutDown(0);
  }

  #shutDown(exitCode: number): void {
    this.emit('quit', createEvent({}), exitCode);
    this.#instance?.release();
    endProcess(exitCode);
  }
}

function findPackage(folder: string): { folder: string; name: string; version: string } {
  try {
    const { name, productName = name, version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    return { folder, name: productName, version };
  } catch {
    const parent = path.dirname(folder);
    return parent === folder ? { folder, name: 'Electron', version: '0.0.0' } : findPackage(parent);
  }
}
