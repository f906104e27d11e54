import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { missingForRealKeyring } from '../../src/core/credentials/testing/private-session.ts';
import type {} from '../../src/renderer/platform/bridge.ts';
import { contentSecurityPolicy } from '../../src/shared/first-page/page-headers.ts';
import type { Result } from '../../src/shared/values/result.ts';
import { isPackaged } from '../hosts/electron.ts';
import { launchOnElectron } from '../hosts/launch.ts';
import { dataRows, expect, showScreen, test } from '../test.ts';

/** Time (ms) within which the program must have ended after a request to quit. */
const maxEndMs = 8000;

/** Time (ms) that the system gets to show a notification. */
const maxNotificationMs = 3000;

function call(page: Page, channel: string, input: object): Promise<Result<unknown>> {
  return page.evaluate(
    ([channel, input]) => window.orderglass?.call(channel, input, `smoke ${channel}`) as Promise<Result<unknown>>,
    [channel, input] as const,
  );
}

const credentials = { token: 'smoke-token-of-nobody', secretKey: 'smoke-secret-of-nobody' };

/** Returns the files of a folder and of its folders. */
function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}

// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern
test.use({ keychain: async ({}, use) => use((await missingForRealKeyring()).length === 0 ? 'private' : 'none') });

/**
 * First contact with a real Electron. Every part is tried and failures are collected, so that one run shows all parts that do not work.
 */
test('every part of the program works on this system', async ({
  host,
  chromium,
  dataDirectory,
  environment,
  keychain,
  viewport,
}, testInfo) => {
  test.setTimeout(120_000);
  const failures: string[] = [];
  const part = (sentence: string, work: () => Promise<void>): Promise<void> =>
    test.step(sentence, async () => {
      await work().catch((error: Error) => failures.push(`${sentence}\n${error.message}`));
    });
  const remark = (description: string): void => void testInfo.annotations.push({ type: 'remark', description });

  const program = await launchOnElectron(host, chromium, { dataDirectory, environment }, viewport).catch(
    (error: Error) => {
      throw new Error(`The program does not start, or opens no window.\n${error.message}`);
    },
  );
  const { page } = program;

  await part('The program does not run from app.asar.', async () => {
    const folder = await program.evaluate(({ app }) => app.getAppPath());
    if (isPackaged) expect(path.basename(folder)).toBe('app.asar');
    else remark(`not packaged: ${folder}`);
  });

  await part('The preload script does not connect the page with the program.', async () => {
    expect(await page.evaluate(() => Object.keys(window.orderglass ?? {}).sort())).toEqual([
      'call',
      'cancel',
      'subscribe',
    ]);
    const version = await program.evaluate(({ app }) => app.getVersion());
    expect(await call(page, 'readAbout', {})).toMatchObject({ ok: true, data: { host: 'electron', version } });
  });

  await part("The page does not have the program's own origin and policy.", async () => {
    const urls = await program.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().map((one) => one.webContents.getURL()),
    );
    expect(urls).toEqual([expect.stringMatching(/^orderglass:\/\/app\//)]);
    const policy = await page.evaluate(async () => (await fetch('/')).headers.get('content-security-policy'));
    expect(policy).toBe(contentSecurityPolicy);
    expect(await page.evaluate(() => typeof Reflect.get(globalThis, 'process'))).toBe('undefined');
  });

  await part("The window does not show the rows of the demo account's history.", async () => {
    await expect(dataRows(await showScreen(page, 'Order history')).first()).toBeVisible({ timeout: 20_000 });
  });

  await part("The history's worker does not open its database (node:sqlite).", async () => {
    const isDatabase = (file: string): boolean => readFileSync(file).subarray(0, 15).toString() === 'SQLite format 3';
    const databases = (): string[] => filesIn(path.join(dataDirectory, 'archives')).filter(isDatabase);
    await expect.poll(() => databases().length).toBeGreaterThan(0);
  });

  await part("keytar's native part does not load.", async () => {
    const saved = await call(page, 'saveAccount', {
      name: 'Smoke',
      baseUrl: 'http://127.0.0.1:9',
      signingVariant: 'bytewise',
      requestsPerWindow: 100,
      credentials,
      keptIn: 'keychain',
    });
    if (keychain === 'private') expect(saved).toMatchObject({ ok: true });
    if (saved.ok) {
      const { id } = saved.data as { id: string };
      expect(await call(page, 'removeAccount', { id, withArchive: true })).toMatchObject({ ok: true });
      return;
    }
    remark(`keychain: ${saved.error.message}`);
    expect(saved.error.code).toBe('keychain-unavailable');
    // Without a package keytar may be missing, because it is optional.
    if (isPackaged) expect(saved.error).not.toMatchObject({ keychain: 'module-missing' });
  });

  await part('The proxy of the system is not used.', async () => {
    await program.evaluate(({ session }) => session.defaultSession.setProxy({ proxyRules: '127.0.0.1:1' }));
    const tested = await call(page, 'testConnection', {
      baseUrl: 'https://exchange.test',
      signingVariant: 'bytewise',
      credentials,
    });
    const unreachable = { ok: false, error: { code: 'offline', proxy: 'unreachable' } };
    expect(tested).toMatchObject({ ok: true, data: { public: unreachable, proxy: '127.0.0.1:1' } });
  });

  await part('The updater does not load.', async () => {
    const exported = await program.evaluate(() => {
      const updater = process.mainModule?.require('./electron-updater.cjs') as { default: object };
      return Object.keys(updater.default);
    });
    expect(exported).toContain('autoUpdater');
    const { data } = (await call(page, 'readUpdates', {})) as { data: unknown };
    remark(`updates: ${JSON.stringify(data)}`);
  });

  await part('A notification cannot be made.', async () => {
    const outcome = await program.evaluate(({ Notification }, limit) => {
      if (!Notification.isSupported()) return 'not supported by this system';
      const notification = new Notification({ title: 'Orderglass', body: 'Smoke test' });
      Reflect.set(globalThis, 'smoke', notification);
      const shown = new Promise<string>((resolve) => {
        notification.on('show', () => resolve('shown'));
        notification.on('failed', (_event, error) => resolve(`failed: ${error}`));
      });
      const late = new Promise<string>((resolve) => setTimeout(resolve, Number(limit), 'not shown in time'));
      notification.show();
      return Promise.race([shown, late]);
    }, String(maxNotificationMs));
    remark(`notification: ${outcome}`);
    await program.evaluate(() => (Reflect.get(globalThis, 'smoke') as Electron.Notification | undefined)?.close());
  });

  await part('A second start does not show the window of the first.', async () => {
    await program.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());
    const [code] = await once(program.startAgain(), 'exit');
    expect(code).toBe(0);
    const areVisible = () =>
      program.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((one) => one.isVisible()));
    await expect.poll(areVisible).toEqual([true]);
  });

  await part(`The program does not end within ${maxEndMs} ms.`, async () => {
    const ended = once(program.process, 'exit');
    const start = performance.now();
    // The program may end before it responds.
    program.evaluate(({ app }) => app.quit()).catch(() => {});
    expect(await ended).toEqual([0, null]);
    expect(performance.now() - start).toBeLessThan(maxEndMs);
  });

  expect(failures.join('\n\n')).toBe('');
});
