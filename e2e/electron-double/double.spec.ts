/** Specs of the double itself, with a program that refuses nothing. */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from '@playwright/test';
import type { BrowserWindow } from 'electron';
import { type ElectronDoubleHost, launchElectronDouble } from '../hosts/electron-double.ts';
import { test as base, expect } from '../test.ts';

interface Probe {
  program: ElectronDoubleHost;
  /** The program's stderr. */
  written: string[];
}

interface Fixtures {
  /** A new program, for specs that end it. */
  own: Probe;
  /** The program of the other specs, whose page is loaded again for each. */
  program: ElectronDoubleHost;
  /** Origin of a server that is not the program's. */
  foreign: string;
}

interface WorkerFixtures {
  sharedProbe: Probe;
}

async function withProbe(chromium: Browser, use: (probe: Probe) => Promise<void>): Promise<void> {
  const file = fileURLToPath(new URL('./testing/probe-program.ts', import.meta.url));
  const dataDirectory = await mkdtemp(path.join(tmpdir(), 'orderglass-probe-'));
  const written: string[] = [];
  const options = { dataDirectory, onStderr: (part: Buffer) => written.push(String(part)) };
  const program = await launchElectronDouble(chromium, options, null, file);
  await use({ program, written });
  if (program.process.exitCode === null) await program.close();
  await rm(dataDirectory, { recursive: true });
}

const test = base.extend<Fixtures, WorkerFixtures>({
  sharedProbe: [async ({ chromium }, use) => withProbe(chromium, use), { scope: 'worker' }],
  own: async ({ chromium }, use) => withProbe(chromium, use),
  program: async ({ sharedProbe: { program, written } }, use, { errors }) => {
    await program.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.loadURL('probe://app/'));
    await expect(program.page).toHaveTitle('/');
    await use(program);
    if (errors.length > 0) process.stderr.write(written.join(''));
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern
  foreign: async ({}, use) => {
    const server: Server = createServer((request, response) => {
      if (request.url === '/moved') response.writeHead(302, { location: '/there' }).end();
      else response.setHeader('content-type', 'text/html').end(`<title>Foreign ${request.url}</title>`);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.close();
  },
});

// One worker, because each starts a program of its own.
test.describe.configure({ mode: 'default' });

/** Runs in the page. `probe` is the API of the probe's preload script. */
declare const probe: Record<string, (...args: unknown[]) => unknown> & {
  state: { count: number };
  when: Date;
  list: [number, { nested(): string }];
};

test('navigation: events arrive in order, and navigation that is not prevented happens', async ({
  program,
  foreign,
}) => {
  const { page } = program;
  await program.evaluate(({ BrowserWindow }) => {
    const seen: string[] = [];
    Reflect.set(globalThis, 'seen', seen);
    // Events of the first navigation may still arrive.
    const record = (event: string): void => {
      if (seen.length > 0 || event.startsWith('did-start-navigation')) seen.push(event);
    };
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    contents?.on('did-start-navigation', ({ url }) => record(`did-start-navigation ${url}`));
    contents?.on('will-frame-navigate', ({ url }) => record(`will-frame-navigate ${url}`));
    contents?.on('will-navigate', ({ url }) => record(`will-navigate ${url}`));
    contents?.on('will-redirect', ({ url }) => record(`will-redirect ${url}`));
    contents?.on('did-navigate', (_event, url, code) => record(`did-navigate ${url} ${code}`));
  });
  const expectSeen = async (events: readonly string[]): Promise<void> => {
    await expect.poll(() => program.evaluate(() => Reflect.get(globalThis, 'seen') as unknown)).toEqual(events);
    await program.evaluate(() => void (Reflect.get(globalThis, 'seen') as string[]).splice(0));
  };

  await page.evaluate(() => location.assign('/moved'));
  await expect(page).toHaveTitle('/there');
  await expectSeen([
    'did-start-navigation probe://app/moved',
    'will-frame-navigate probe://app/moved',
    'will-navigate probe://app/moved',
    'will-redirect probe://app/there',
    'did-navigate probe://app/there 200',
  ]);

  await page.evaluate(() => history.pushState(null, '', '/#within'));
  await expectSeen(['did-start-navigation probe://app/#within']);

  await page.evaluate((foreign) => location.assign(foreign), `${foreign}/moved`);
  await expect(page).toHaveTitle('Foreign /there');
  await expectSeen([
    `did-start-navigation ${foreign}/moved`,
    `will-frame-navigate ${foreign}/moved`,
    `will-navigate ${foreign}/moved`,
    `will-redirect ${foreign}/there`,
    `did-navigate ${foreign}/there -1`,
  ]);

  await program.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    contents?.once('will-redirect', (details) => details.preventDefault());
    return contents?.loadURL('probe://app/moved').catch(() => {});
  });
  await expectSeen(['did-start-navigation probe://app/moved', 'will-redirect probe://app/there']);
  await expect(page).toHaveTitle('Foreign /there');
});

test('the scheme: URLs are translated both ways, also in headers', async ({ program: { page } }) => {
  const served = await page.evaluate(async () => {
    const { headers } = await fetch('/');
    const posted = await fetch('/here?x=1', { method: 'POST', body: 'a body' });
    return [headers.get('content-security-policy'), await posted.text()];
  });
  expect(served).toEqual([
    "script-src 'self' https://app.probe.test; img-src https://*.probe.test",
    'probe://app/here?x=1 a body',
  ]);
});

test('frames: a message identifies its frame and page', async ({ program: { page } }) => {
  const main = { url: 'probe://app/', isMain: true };
  expect(await page.evaluate(() => probe.invoke?.('who'))).toEqual(main);

  // Chromium runs frames of another site in another process.
  await page.evaluate(() => {
    const frame = document.createElement('iframe');
    frame.src = 'https://foreign.other.test/frame';
    document.body.append(frame);
  });
  const frame = page.frameLocator('iframe');
  await expect(frame.locator('p')).toHaveText('other://foreign/frame');
  const inFrame = page.mainFrame().childFrames()[0];
  expect(await inFrame?.evaluate(() => probe.invoke?.('who'))).toEqual({
    url: 'other://foreign/frame',
    isMain: false,
  });
  expect(await page.evaluate(() => probe.invoke?.('who'))).toEqual(main);
});

test('the bridge: values are copied and frozen, functions and promises are proxied', async ({ program: { page } }) => {
  const found = await page.evaluate(async () => {
    const caught = async (work: () => unknown): Promise<string> => {
      try {
        return String(await work());
      } catch (error) {
        return String(error);
      }
    };
    const given = { a: [1], f: (value: unknown) => `page: ${value}` };
    const received = probe.giveBack?.(given) as typeof given;
    return {
      counts: [probe.count?.(), probe.count?.(), probe.state.count],
      isFrozen: [probe, probe.state, probe.list, probe.list[1], probe.count].map(Object.isFrozen),
      nested: probe.list[1].nested(),
      date: probe.when instanceof Date && probe.when.getTime(),
      callback: probe.callBack?.(given.f, 5),
      copied: [received === given, received.f === given.f, received.a],
      atOnce: await caught(() => probe.fail?.()),
      later: await caught(() => probe.failLater?.()),
      symbol: await caught(() => probe.giveBack?.(Symbol('a'))),
      unclonable: await caught(() => probe.giveBack?.(new WeakMap())),
      others: Object.keys(window).filter((name) => /electron/i.test(name)),
    };
  });
  expect(found).toEqual({
    counts: [1, 2, 0],
    isFrozen: [true, true, true, true, true],
    nested: 'called',
    date: 5,
    callback: 'page: 5',
    copied: [false, true, [1]],
    atOnce: 'Error: thrown at once',
    later: 'Error: thrown later',
    symbol: 'Error: The Electron double does not model passing a symbol.',
    unclonable: 'Error: An object could not be cloned.',
    others: [],
  });
});

test('the preload script: it has the API of a sandboxed one', async ({ program: { page } }) => {
  expect(await page.evaluate(() => probe.environment?.())).toEqual({
    process: ['renderer', true, true],
    version: 'Error: The Electron double does not model process.versions.',
    file: 'Error: module not found: node:fs',
    webFrame: 'Error: The Electron double does not model electron.webFrame.',
    sendSync: 'Error: The Electron double does not model ipcRenderer.sendSync.',
    second: 'Error: Cannot bind an API on top of an existing property on the window object',
    world: [],
  });
});

test('messages: values are structured clones, and errors are texts', async ({ program }) => {
  const { page } = program;
  expect(new Set((await page.evaluate(() => probe.roundTrip?.())) as boolean[])).toEqual(new Set([true]));
  const failure = (channel: string, ...args: unknown[]): Promise<unknown> =>
    page.evaluate(
      ([channel, args]) => Promise.resolve(probe.invoke?.(channel, ...args)).catch((error: Error) => error.message),
      [channel, args] as const,
    );
  expect(await failure('fail')).toBe("Error invoking remote method 'fail': RangeError: out of it");
  expect(await failure('unknown')).toBe(
    "Error invoking remote method 'unknown': Error: No handler registered for 'unknown'",
  );
  await page.evaluate(() => {
    const heard: unknown[] = [];
    Reflect.set(window, 'heard', heard);
    const unsubscribe = probe.hear?.((...args: unknown[]) => heard.push(args)) as () => boolean;
    Reflect.set(window, 'unsubscribe', unsubscribe);
  });
  const tell = (text: string): Promise<void> =>
    program.evaluate(
      ({ BrowserWindow }, text) => BrowserWindow.getAllWindows()[0]?.webContents.send('told', text),
      text,
    );
  await tell('one');
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'heard') as unknown)).toEqual([['one']]);
  await page.evaluate(() => Reflect.get(window, 'unsubscribe')());
  await tell('two');
  await page.evaluate(() => probe.invoke?.('echo'));
  expect(await page.evaluate(() => Reflect.get(window, 'heard') as unknown)).toEqual([['one']]);
});

test('permissions: the decisions of the program apply to the page', async ({ program: { page, evaluate } }) => {
  await evaluate(({ session }) => {
    const calls: unknown[] = [];
    Reflect.set(globalThis, 'calls', calls);
    session.defaultSession.setPermissionCheckHandler((_contents, permission, origin, { isMainFrame }) => {
      calls.push(['check', permission, origin, isMainFrame]);
      return permission === 'geolocation';
    });
    session.defaultSession.setPermissionRequestHandler((_contents, permission, decide, { requestingUrl }) => {
      calls.push(['request', permission, requestingUrl]);
      decide(permission === 'notifications');
    });
  });
  const states = await page.evaluate(async () => {
    const state = async (name: PermissionName): Promise<string> => (await navigator.permissions.query({ name })).state;
    const position = (): Promise<number> =>
      new Promise((resolve) =>
        navigator.geolocation.getCurrentPosition(
          () => resolve(0),
          ({ code }) => resolve(code),
        ),
      );
    return [
      await state('geolocation'),
      await state('notifications'),
      await Notification.requestPermission(),
      await state('notifications'),
      await position(),
      await state('geolocation'),
    ];
  });
  // The result of a request is not stored: checks call the handler.
  expect(states).toEqual(['granted', 'denied', 'granted', 'denied', 1, 'granted']);
  const calls = await evaluate(() => Reflect.get(globalThis, 'calls') as unknown);
  expect(calls).toContainEqual(['check', 'geolocation', 'probe://app/', true]);
  expect(calls).toContainEqual(['request', 'notifications', 'probe://app/']);
  expect(calls).toContainEqual(['request', 'geolocation', 'probe://app/']);
});

test('windows of the page: the program decides about each', async ({ program: { page, evaluate } }) => {
  await evaluate(({ BrowserWindow }) => {
    const calls: unknown[] = [];
    Reflect.set(globalThis, 'calls', calls);
    BrowserWindow.getAllWindows()[0]?.webContents.setWindowOpenHandler(({ url, frameName, features }) => {
      calls.push([url, frameName, features]);
      return { action: 'deny' };
    });
  });
  await page.evaluate(() => {
    window.open('/opened', 'named', 'width=100');
    const link = document.createElement('a');
    link.href = '/linked';
    link.target = '_blank';
    document.body.append(link);
    link.click();
  });
  await expect
    .poll(() => evaluate(() => Reflect.get(globalThis, 'calls') as unknown))
    .toEqual([
      ['probe://app/opened', 'named', 'width=100'],
      ['probe://app/linked', '', ''],
    ]);
  await expect.poll(() => page.context().pages().length).toBe(1);
});

test('missing parts throw, and invalid uses are refused', async ({ program: { evaluate } }) => {
  const attempts = await evaluate(({ app, BrowserWindow, protocol, Menu, nativeTheme }) => {
    const messageOf = (work: () => unknown): string => {
      try {
        return `no error: ${work()}`;
      } catch (error) {
        return String(error);
      }
    };
    const [window] = BrowserWindow.getAllWindows();
    const listen = (emitter: object | undefined): void =>
      Reflect.get(emitter ?? {}, 'on').call(emitter, 'login', () => {});
    return [
      () => app.getLocaleCountryCode(),
      () => BrowserWindow.fromId(1),
      () => window?.setKiosk(true),
      () => window?.webContents.mainFrame.processId,
      () => listen(window?.webContents),
      () => listen(app),
      () => Reflect.set(nativeTheme, 'no such setting', true),
      () => new BrowserWindow({ frame: false }),
      () => new BrowserWindow({ webPreferences: { sandbox: false } }),
      () => new BrowserWindow({ webPreferences: { nodeIntegration: true } }),
      () => new BrowserWindow({ webPreferences: { webSecurity: false } }),
      () => Menu.buildFromTemplate([{ role: 'selectAll' }]),
      () => app.getPath('home'),
      () => protocol.registerSchemesAsPrivileged([]),
      () => app.enableSandbox(),
    ].map(messageOf);
  });
  const model = 'NotModeled: The Electron double does not model';
  expect(attempts).toEqual([
    `${model} App.getLocaleCountryCode.`,
    `${model} BrowserWindow.fromId.`,
    `${model} BrowserWindow.setKiosk.`,
    `${model} WebFrameMain.processId.`,
    `${model} the event "login" of WebContents.`,
    `${model} the event "login" of App.`,
    `${model} setting NativeTheme.no such setting.`,
    `${model} the option "frame" of BrowserWindow.`,
    `${model} a window whose sandbox is not true.`,
    `${model} a window whose nodeIntegration is not false.`,
    `${model} a window whose webSecurity is not true.`,
    `${model} the words that Electron has for a role's item.`,
    `${model} the user's own folder "home": a test gives the program its folders.`,
    'Error: protocol.registerSchemesAsPrivileged should be called before app is ready',
    'Error: app.enableSandbox() can only be called before app is ready',
  ]);
});

test('quitting: windows and program can prevent it', async ({ own: { program } }) => {
  const { evaluate, process } = program;
  const seen = await evaluate(async ({ app, BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    const seen: string[] = [];
    const closed = (one: BrowserWindow | undefined): Promise<void> =>
      new Promise((resolve) => one?.once('closed', () => resolve()));
    app.on('window-all-closed', () => seen.push('window-all-closed'));
    app.once('before-quit', (event) => {
      seen.push('before-quit');
      event.preventDefault();
    });
    app.quit();
    app.on('before-quit', () => seen.push('before-quit'));
    window?.once('close', (event) => {
      seen.push('close');
      event.preventDefault();
    });
    app.quit();
    app.once('will-quit', (event) => {
      seen.push('will-quit');
      event.preventDefault();
    });
    const isClosed = closed(window);
    app.quit();
    await isClosed;
    seen.push(String(BrowserWindow.getAllWindows().length));
    try {
      window?.show();
    } catch (error) {
      seen.push(String(error));
    }
    return seen;
  });
  expect(seen).toEqual([
    'before-quit',
    'before-quit',
    'close',
    'before-quit',
    'will-quit',
    '0',
    'TypeError: Object has been destroyed',
  ]);
  const ended = new Promise((resolve) => process.once('exit', resolve));
  // The program may end before it responds.
  evaluate(({ app }) => setImmediate(() => app.exit(3)) && null).catch(() => {});
  expect(await ended).toBe(3);
});

test('failures: the program ends with its own exit code', async ({ own: { program, written } }) => {
  await program.evaluate(() => {
    void Promise.reject(new Error('forgotten by the program'));
  });
  await expect(program.close()).rejects.toThrow('The program ended with code 70, ');
  await expect.poll(() => written.join('')).toContain('electron-double: Error: forgotten by the program');
});
