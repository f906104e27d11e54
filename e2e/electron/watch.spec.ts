import type { Page } from '@playwright/test';
import type { Notification as ElectronNotification } from 'electron';
import type { DemoExchange } from '../../src/demo-exchange/index.ts';
import type {} from '../../src/renderer/platform/bridge.ts';
import type { ElectronHost } from '../hosts/host.ts';
import { stillMarket } from '../still-market.ts';
import { expect, planRows, showScreen } from '../test.ts';
import { chooseInMenu, test } from './electron-test.ts';

test.use(stillMarket);

interface ShownNotification {
  title: string;
  body: string;
  silent: boolean;
}

/** Records the program's notifications. Returns a function that returns them. */
async function recordNotifications(program: ElectronHost): Promise<() => Promise<ShownNotification[]>> {
  await program.evaluate(({ Notification }) => {
    const shown: ElectronNotification[] = [];
    Reflect.set(globalThis, 'shown', shown);
    const show = Notification.prototype.show;
    Notification.prototype.show = function () {
      shown.push(this);
      show.call(this);
    };
  });
  return () =>
    program.evaluate(() =>
      (Reflect.get(globalThis, 'shown') as ElectronNotification[]).map(({ title, body, silent }) => ({
        title,
        body,
        silent,
      })),
    );
}

function clickNotification(program: ElectronHost): Promise<void> {
  return program.evaluate(() => {
    (Reflect.get(globalThis, 'shown') as ElectronNotification[]).at(-1)?.emit('click');
  });
}

/** Creates an alert for plans that leave the list, and a plan that will leave. */
async function awaitPlanLeaving(page: Page, exchange: DemoExchange): Promise<void> {
  exchange.setPrice('BTC-USDT', '80000.0');
  exchange.addPlan({ symbol: 'BTC-USDT', triggerPrice: '80500.0', amount: '14' });
  await expect((await showScreen(page, 'Open plans')).locator(planRows)).toHaveCount(1);
  const alert = { account: 'demo', condition: { kind: 'plan-left' }, paused: false };
  await page.evaluate((alert) => window.orderglass?.call('saveAlert', alert, 'a call'), alert);
}

function letPlanLeave(exchange: DemoExchange, triggerPrice = '80500.0'): void {
  exchange.setPrice('BTC-USDT', triggerPrice);
  exchange.advance(20_000);
}

/** The notification of a plan order that was triggered. */
const planLeft = (triggerPrice = '80,500') => ({
  title: `BTC buy triggered at ${triggerPrice}`,
  body: '14 contracts filled',
  silent: true,
});

/** Closes the watch window or the main window, like a user. */
function closeWindow(program: ElectronHost, part: '#watch' | ''): Promise<void> {
  return program.evaluate(({ BrowserWindow }, part) => {
    const isMeant = (url: string): boolean => url.endsWith('#watch') === (part === '#watch');
    const window = BrowserWindow.getAllWindows().find(({ webContents }) => isMeant(webContents.getURL()));
    if (!window) throw new Error('There is no such window.');
    window.close();
  }, part);
}

/** Hides from the program that a hidden page was painted. */
function neverPaint(program: ElectronHost): Promise<void> {
  return program.evaluate(({ BrowserWindow }) => {
    const { emit } = BrowserWindow.prototype;
    BrowserWindow.prototype.emit = function (name: string | symbol, ...args: unknown[]) {
      return name === 'ready-to-show' ? false : emit.call(this, name, ...args);
    };
  });
}

test.describe('with a sound, on Wayland', () => {
  test.use({
    settings: { ...stillMarket.settings, sound: true },
    // The double pretends. Electron itself needs a Wayland session.
    environment: async ({ environment, host }, use) =>
      use(host === 'electron' ? environment : { ...environment, XDG_SESSION_TYPE: 'wayland' }),
  });

  test('there is one watch window, on top of others and protected; a click on a notification shows its subject in the main window, and the remaining page or the system plays the sound', async ({
    program,
    exchange,
    host,
  }) => {
    test.setTimeout(90_000);
    const { page } = program;
    const context = page.context();
    await context.addInitScript(() => {
      const create = BaseAudioContext.prototype.createOscillator;
      BaseAudioContext.prototype.createOscillator = function () {
        document.documentElement.dataset.notes = String(Number(document.documentElement.dataset.notes ?? 0) + 1);
        return create.call(this);
      };
    });
    const shownNotifications = await recordNotifications(program);
    await awaitPlanLeaving(page, exchange);
    for (const triggerPrice of ['81000.0', '81500.0']) {
      exchange.addPlan({ symbol: 'BTC-USDT', triggerPrice, amount: '14' });
    }
    await expect(page.getByRole('treegrid', { name: /^Open plans, / }).locator(planRows)).toHaveCount(3);

    await test.step('a click shows the hidden main window, which keeps what the system could not show', async () => {
      await program.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());
      letPlanLeave(exchange);
      await expect.poll(shownNotifications).toEqual([planLeft()]);
      await clickNotification(program);
      await expect
        .poll(() => program.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible()))
        .toBe(true);
      await expect(page.getByRole('grid', { name: /^Plan history, / })).toBeVisible();

      const notice = page.getByText(planLeft().title);
      await expect(notice).toBeVisible();
      await page.getByRole('button', { name: 'Dismiss' }).click();
      await expect(notice).toHaveCount(0);
      await program.evaluate(() => {
        const notification = (Reflect.get(globalThis, 'shown') as ElectronNotification[]).at(-1);
        notification?.emit('failed', {}, 'the notifications of this program are turned off');
      });
      await expect(notice).toBeVisible();
    });

    const menuBars = () =>
      program.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((window) => window.isMenuBarVisible()));
    await neverPaint(program);
    const opened = context.waitForEvent('page');
    await chooseInMenu(program, 'Watch window');
    const watch = await opened;
    await expect(watch.getByRole('region', { name: 'Nearest to trigger price' })).toBeVisible();

    await test.step('one watch window appears, also if it is never painted, and leads to the main window', async () => {
      const areVisible = () =>
        program.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((window) => window.isVisible()));
      await expect.poll(areVisible).toEqual([true, true]);
      await program.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[1]?.hide());
      await page.keyboard.press('Control+Shift+Y');
      await expect.poll(areVisible).toEqual([true, true]);
      await watch.getByRole('button', { name: 'Open Orderglass' }).click();
      await expect
        .poll(() =>
          program.evaluate(({ BrowserWindow }) =>
            BrowserWindow.getAllWindows().map((window) => ({
              onTop: window.isAlwaysOnTop(),
              isWatch: window.webContents.getURL().endsWith('#watch'),
              width: window.getBounds().width,
            })),
          ),
        )
        .toEqual([
          { onTop: false, isWatch: false, width: 1440 },
          { onTop: true, isWatch: true, width: 380 },
        ]);
      await watch.getByRole('button', { name: /^BTC-USDT.*81,500/ }).click();
      const details = page.getByRole('complementary', { name: 'Details' });
      await expect(details.locator('[data-field="triggerPrice"]')).toContainText(/81,?500/);
      expect(await watch.evaluate(() => window.open('https://elsewhere.test/') === null)).toBe(true);
      if (process.platform === 'linux' && host !== 'electron') {
        await expect(watch.getByText('On Wayland, Orderglass can’t keep this window above others')).toBeVisible();
      }
      expect(await menuBars()).toEqual([true, false]);
    });

    await test.step('without the main window the watch window plays the sound, and a click opens the main one', async () => {
      // The double's Chromium plays sound only after a click. Electron does not need one.
      await watch.getByRole('heading', { name: 'Nearest to trigger price' }).click();
      await closeWindow(program, '');
      await expect.poll(menuBars).toEqual([false]);
      letPlanLeave(exchange, '81000.0');
      await expect(watch.locator('html')).toHaveAttribute('data-notes', '2');
      await expect.poll(shownNotifications).toEqual([planLeft(), planLeft('81,000')]);
      const opened = context.waitForEvent('page');
      await clickNotification(program);
      await expect((await opened).getByRole('grid', { name: /^Plan history, / })).toBeVisible();
    });

    await test.step('the menu opens the main window for a dialog', async () => {
      await closeWindow(program, '');
      await expect.poll(menuBars).toEqual([false]);
      const opened = context.waitForEvent('page');
      await chooseInMenu(program, 'Settings');
      await expect((await opened).getByRole('dialog', { name: 'Settings' })).toBeVisible();
      await expect(watch.getByRole('dialog')).toHaveCount(0);

      await closeWindow(program, '#watch');
      await expect.poll(menuBars).toEqual([true]);
    });

    // On other platforms the program ends with its last window.
    await program.evaluate(() => void Object.defineProperty(process, 'platform', { value: 'darwin' }));
    await closeWindow(program, '');
    await expect.poll(menuBars).toEqual([]);
    letPlanLeave(exchange, '81500.0');
    await expect
      .poll(shownNotifications)
      .toEqual([planLeft(), planLeft('81,000'), { ...planLeft('81,500'), silent: false }]);
  });
});
