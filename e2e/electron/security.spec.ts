import { once } from 'node:events';
import path from 'node:path';
import type { Page } from '@playwright/test';
import type { WebContents, WebPreferences } from 'electron';
import type {} from '../../src/renderer/platform/bridge.ts';
import { contentSecurityPolicy } from '../../src/shared/first-page/page-headers.ts';
import type { ElectronDoubleHost } from '../hosts/electron-double.ts';
import type { ElectronHost } from '../hosts/host.ts';
import { launchOnElectron } from '../hosts/launch.ts';
import { dataRows, expect, showScreen } from '../test.ts';
import { test as base, chooseInMenu } from './electron-test.ts';

interface Fixtures {
  /** Starts a program, which is closed after the spec. */
  launch: () => Promise<ElectronHost>;
  /** The program's stderr. */
  written: string[];
}

const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern
  written: async ({}, use, { errors }) => {
    const written: string[] = [];
    await use(written);
    if (errors.length > 0) process.stderr.write(written.join(''));
  },
  launch: async ({ host, chromium, exchange, dataDirectory, environment, viewport, written }, use) => {
    const running: ElectronHost[] = [];
    await use(async () => {
      const options = {
        dataDirectory,
        exchange: exchange.baseUrl,
        environment,
        onStderr: (part: Buffer) => written.push(String(part)),
      };
      const program = await launchOnElectron(host, chromium, options, viewport);
      running.push(program);
      return program;
    });
    for (const { process, close } of running) if (process.exitCode === null) await close();
  },
});

const elsewhere = 'https://elsewhere.test/';

/** Calls the bridge of a page, which may be a page other than Orderglass. */
function call(page: Page, channel: string): Promise<unknown> {
  return page.evaluate((channel) => window.orderglass?.call(channel, {}, 'a call'), channel);
}

const answered = { ok: true, data: expect.anything() };
/** Part of the main process's warning. */
const refusal = "Refused a call that does not come from Orderglass' page";
const refused = { ok: false, error: { code: 'host-gone', message: expect.stringContaining('may call') } };

test.describe('with one program', () => {
  // Each worker would start its own.
  test.describe.configure({ mode: 'default' });

  test('the page gets three functions that it cannot change, nothing of Node, and a window with all protections', async ({
    sharedProgram: program,
  }) => {
    const { page } = program;
    const bridge = await page.evaluate(() => {
      const given = window.orderglass;
      const descriptor = Object.getOwnPropertyDescriptor(window, 'orderglass');
      return {
        names: Object.getOwnPropertyNames(given ?? {}).sort(),
        types: Object.values(given ?? {}).map((value) => typeof value),
        isFrozen: Object.isFrozen(given),
        canBeReplaced: Boolean(descriptor?.writable || descriptor?.configurable),
      };
    });
    expect(bridge).toEqual({
      names: ['call', 'cancel', 'subscribe'],
      types: ['function', 'function', 'function'],
      isFrozen: true,
      canBeReplaced: false,
    });
    const found = await page.evaluate(() =>
      ['require', 'process', 'module', 'exports', 'Buffer', 'global', 'setImmediate', '__dirname', 'electron'].filter(
        (name) => name in window,
      ),
    );
    expect(found).toEqual([]);

    const preferences = await program.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().map(({ webContents }) => {
        // Electron does not document the method.
        const contents: WebContents & { getLastWebPreferences?: () => WebPreferences } = webContents;
        return contents.getLastWebPreferences?.();
      }),
    );
    expect(preferences).toEqual([
      expect.objectContaining({
        contextIsolation: true,
        sandbox: true,
        nodeIntegration: false,
        nodeIntegrationInSubFrames: false,
        nodeIntegrationInWorker: false,
        webSecurity: true,
        webviewTag: false,
      }),
    ]);
  });

  test('the page gets only its own files and writing to the clipboard, and a policy blocks the rest', async ({
    sharedProgram: { page },
  }) => {
    const statuses = await page.evaluate(async () => {
      const paths = ['/../main/index.js', '/%2e%2e/main/index.js', '/assets', '/index.html%00', '/nothing.js'];
      const answers = await Promise.all([...paths.map((path) => fetch(path)), fetch('/', { method: 'POST' })]);
      return answers.map(({ status }) => status);
    });
    expect(statuses).toEqual([404, 404, 404, 404, 404, 404]);

    const states = await page.evaluate(async () => {
      const names = ['notifications', 'geolocation', 'camera', 'microphone', 'clipboard-read', 'clipboard-write'];
      const found = await Promise.all(
        names.map((name) => navigator.permissions.query({ name: name as PermissionName })),
      );
      return Object.fromEntries(found.map(({ state }, position) => [names[position], state]));
    });
    expect(states).toEqual({
      notifications: 'denied',
      geolocation: 'denied',
      camera: 'denied',
      microphone: 'denied',
      'clipboard-read': 'denied',
      'clipboard-write': 'granted',
    });
    expect(await page.evaluate(() => Notification.requestPermission())).toBe('denied');
    const refusals = await page.evaluate(async () => {
      const position = await new Promise((resolve) =>
        navigator.geolocation.getCurrentPosition(resolve, ({ code }) => resolve(code)),
      );
      const clipboard = await navigator.clipboard.readText().catch(({ name }: Error) => name);
      return { position, clipboard };
    });
    expect(refusals).toEqual({ position: 1, clipboard: 'NotAllowedError' });

    const served = await page.evaluate(async () => (await fetch('/')).headers.get('content-security-policy'));
    expect(served).toBe(contentSecurityPolicy);
    const stopped = await page.evaluate(async (elsewhere) => {
      const directives: string[] = [];
      const violations = new Promise<void>((resolve) =>
        document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
          if (directives.push(effectiveDirective) === 2) resolve();
        }),
      );
      const script = document.createElement('script');
      script.textContent = 'document.documentElement.dataset.inline = "ran"';
      document.body.append(script);
      const answer = await fetch(elsewhere).then(
        () => 'answered',
        () => 'refused',
      );
      await violations;
      return { directives: directives.sort(), answer, inline: document.documentElement.dataset.inline };
    }, elsewhere);
    expect(stopped).toEqual({ directives: ['connect-src', 'script-src-elem'], answer: 'refused' });
  });

  test('the program refuses navigation, new windows, and downloads except of data that the page has made', async ({
    sharedProgram: program,
    host,
  }) => {
    const { page } = program;
    const home = page.url();
    await program.evaluate(({ BrowserWindow }) => {
      const prevented = new Set<string>();
      const downloads: unknown[] = [];
      Object.assign(globalThis, { prevented, downloads });
      const listener = ({ url, defaultPrevented }: { url: string; defaultPrevented: boolean }): unknown =>
        defaultPrevented && prevented.add(url);
      // These listeners run after the program's, which may have prevented the event.
      for (const { webContents } of BrowserWindow.getAllWindows()) {
        webContents.on('will-frame-navigate', listener).on('will-navigate', listener);
        webContents.session.on('will-download', (event, item) => {
          downloads.push([item.getURL().split('/', 3).join('/'), item.getFilename(), event.defaultPrevented]);
        });
      }
    });

    const prevented = () => program.evaluate(() => [...(Reflect.get(globalThis, 'prevented') as Set<string>)]);
    await page.evaluate((elsewhere) => {
      location.href = `${elsewhere}script`;
    }, elsewhere);
    // A second navigation would replace the pending one.
    await expect.poll(prevented).toEqual([`${elsewhere}script`]);
    await page.evaluate((elsewhere) => {
      const link = document.createElement('a');
      link.href = `${elsewhere}link`;
      document.body.append(link);
      link.click();
    }, elsewhere);
    await expect.poll(prevented).toEqual([`${elsewhere}script`, `${elsewhere}link`]);
    expect(page.url()).toBe(home);
    await expect(dataRows(await showScreen(page, 'Open plans')).first()).toBeVisible();

    expect(await page.evaluate((elsewhere) => window.open(elsewhere) === null, elsewhere)).toBe(true);
    await page.evaluate((elsewhere) => {
      const link = document.createElement('a');
      link.href = elsewhere;
      link.target = '_blank';
      document.body.append(link);
      link.click();
    }, elsewhere);
    await call(page, 'readAbout');
    await expect.poll(() => page.context().pages().length).toBe(1);
    expect(await program.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);

    // A dialog of the system would stay open.
    if (host === 'electron') return;
    const downloads = () => program.evaluate(() => Reflect.get(globalThis, 'downloads') as unknown);
    const download = (href: string | null, name: string): Promise<void> =>
      page.evaluate(
        ([href, download]) => {
          const url = href ?? URL.createObjectURL(new Blob(['own']));
          Object.assign(document.createElement('a'), { href: url, download }).click();
        },
        [href, name] as const,
      );
    await download('data:text/plain,made-up', 'made-up.txt');
    const madeUp = ['data:text/plain,made-up', 'made-up.txt', true];
    // Chromium can lose a download that begins together with a canceled one.
    await expect.poll(downloads).toEqual([madeUp]);
    await download(null, 'own.txt');
    await expect.poll(downloads).toEqual([madeUp, ['blob:orderglass://app', 'own.txt', false]]);
  });

  test('the program refuses calls from a frame in its page, from its page in another window, and from another page', async ({
    sharedProgram: program,
    host,
  }) => {
    const { page } = program;
    await program.evaluate(() => {
      const warnings: string[] = [];
      Reflect.set(globalThis, 'warnings', warnings);
      // Instead of Node's own listener, which would write them.
      process.removeAllListeners('warning').on('warning', ({ message }) => warnings.push(message));
    });
    const warnings = () => program.evaluate(() => Reflect.get(globalThis, 'warnings') as string[]);
    await test.step('a frame in the page', async () => {
      await page.evaluate(() => {
        const frame = document.createElement('iframe');
        frame.srcdoc = '<p>A foreign frame</p>';
        document.body.append(frame);
      });
      await expect.poll(() => page.frames().map((frame) => frame.url())).toContain('about:srcdoc');
      const [frame] = page.mainFrame().childFrames();
      expect(await frame?.evaluate(() => typeof window.orderglass)).toBe('undefined');

      // A compromised frame needs no bridge. Only the double can simulate one.
      if (host !== 'electron-double') return;
      const { forge } = program as ElectronDoubleHost;
      const forged = (): Promise<unknown> => forge('about:srcdoc', 'orderglass:call', 'readAbout', {}, 'a call');
      // The double may learn of the frame later than the spec.
      await expect(() => expect(forged()).rejects.toThrow(/may call/)).toPass({ timeout: 7000 });
      await expect(forge('about:srcdoc', 'orderglass:listening')).rejects.toThrow(/may call/);
      await expect.poll(warnings).toContain(`${refusal}: about:srcdoc`);
      const own = `orderglass://app/${new URL(page.url()).hash}`;
      expect(await forge(own, 'orderglass:call', 'readAbout', {}, 'a call')).toEqual(answered);
    });

    await test.step('its page in another window', async () => {
      const opened = page.context().waitForEvent('page');
      await program.evaluate(
        ({ BrowserWindow }, preload) =>
          new BrowserWindow({ webPreferences: { preload, sandbox: true, contextIsolation: true } }).loadURL(
            'orderglass://app/',
          ),
        path.resolve(import.meta.dirname, '../../out/preload/index.cjs'),
      );
      const other = await opened;
      await expect(other).toHaveTitle(/Orderglass$/);
      expect(await call(other, 'readAbout')).toEqual(refused);
      await program.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[1]?.destroy());
    });

    await test.step('another page in its window', async () => {
      expect(await call(page, 'readAbout')).toEqual(answered);
      await program.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()[0]?.loadURL('data:text/html,<title>Another page</title>'),
      );
      await expect(page).toHaveTitle('Another page');
      expect(await call(page, 'readAbout')).toEqual(refused);
      await expect.poll(warnings).toContainEqual(expect.stringContaining(`${refusal}: data:text/html`));
      // Later specs need the page of the shared program.
      await program.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.loadURL('orderglass://app/'));
    });
  });
});

test.describe('with Node’s options', () => {
  test.use({
    environment: async ({ environment }, use) => use({ ...environment, NODE_OPTIONS: '--inspect-port=0' }),
  });

  test('the menu controls the page, which is loaded again after a crash; the program ends with its window, opens it at its last position, and lets signals only end it', async ({
    launch,
    exchange,
    written,
  }) => {
    const first = await launch();
    const { page, evaluate } = first;
    await test.step('the menu controls the page', async () => {
      const screens = page.getByRole('navigation', { name: 'Screens' });
      for (const name of ['Trading rules', 'Order history']) {
        await chooseInMenu(first, name);
        await expect(screens.getByRole('button', { name })).toHaveAttribute('aria-current', 'page');
      }
      const rows = dataRows(page.getByRole('grid', { name: /^Order history/ }));
      await expect(rows.first()).toBeVisible();
      const newest = await rows.first().getAttribute('data-row-id');
      exchange.addOrder({ symbol: 'BTC-USDT' });
      await chooseInMenu(first, 'Refresh');
      await expect(rows.first()).not.toHaveAttribute('data-row-id', newest ?? '');
    });

    await test.step('the page is loaded again after a crash, the second time after a question', async () => {
      await evaluate(({ dialog }) => {
        const messages: string[] = [];
        Reflect.set(globalThis, 'messages', messages);
        Object.assign(dialog, {
          showMessageBox: async (_window: unknown, { message }: { message: string }) => {
            messages.push(message);
            return { response: 0, checkboxChecked: false };
          },
        });
      });
      const crash = (): Promise<void> =>
        evaluate(({ BrowserWindow }) => {
          const [window] = BrowserWindow.getAllWindows();
          Reflect.set(globalThis, 'isBack', false);
          window?.webContents.once('did-finish-load', () => Reflect.set(globalThis, 'isBack', true));
          window?.webContents.forcefullyCrashRenderer();
        });
      const isBack = (): Promise<unknown> => evaluate(() => Reflect.get(globalThis, 'isBack') as unknown);

      await crash();
      await expect.poll(isBack).toBe(true);
      expect(await evaluate(() => Reflect.get(globalThis, 'messages') as unknown)).toEqual([]);
      await crash();
      await expect.poll(isBack).toBe(true);
      expect(await evaluate(() => Reflect.get(globalThis, 'messages') as unknown)).toHaveLength(1);
      const title = await evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript('document.title'),
      );
      expect(title).toMatch(/Orderglass$/);
    });

    const bounds = { x: 40, y: 60, width: 1000, height: 600 };
    await test.step('the program ends with its window', async () => {
      await evaluate(
        ({ BrowserWindow }, bounds) => BrowserWindow.getAllWindows()[0]?.setBounds(JSON.parse(bounds)),
        JSON.stringify(bounds),
      );
      // macOS keeps a program that has no window.
      if (process.platform === 'darwin') {
        await first.close();
        return;
      }
      const ended = once(first.process, 'exit');
      // The program may end before it responds.
      evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close()).catch(() => {});
      // The exit code is 0 only after a complete shutdown.
      expect(await ended).toEqual([0, null]);
    });

    const second = await launch();
    const found = await second.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBounds());
    expect(found).toEqual(bounds);

    // Windows has no such signals.
    if (process.platform === 'win32') return;
    await test.step('signals only end the program', async () => {
      for (let count = 0; count < 10; count += 1) {
        second.process.kill('SIGUSR1');
        // Node opens the debugger between two tasks of the event loop, and says so.
        expect(await second.evaluate(() => 'running')).toBe('running');
      }
      expect(written.join('')).not.toContain('Debugger listening');
      const ended = once(second.process, 'exit');
      second.process.kill('SIGTERM');
      expect(await ended).toEqual([0, null]);
    });
  });
});
