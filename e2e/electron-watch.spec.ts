import type { Notification as ElectronNotification } from 'electron';
import { test } from './electron-test.ts';
import { stillMarket } from './still-market.ts';
import { dataRows, expect, showScreen } from './test.ts';

test.use(stillMarket);

test('the watch window stays above others, is one, and has the protections of the other', async ({
  program,
  exchange,
}) => {
  const { page } = program;
  exchange.setPrice('BTC-USDT', '80000.0');
  exchange.addPlan({ symbol: 'BTC-USDT', triggerPrice: '80800.0' });
  await expect(dataRows(await showScreen(page, 'Open plans'))).toHaveCount(1);
  const opened = page.context().waitForEvent('page');
  await page.keyboard.press('Control+Shift+Y');
  const watch = await opened;
  await expect(watch.getByRole('region', { name: 'Nearest plans' }).getByRole('listitem')).toHaveText([/BTC-USDT/]);
  await page.keyboard.press('Control+Shift+Y');
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
  expect(await watch.evaluate(() => window.open('https://elsewhere.test/') === null)).toBe(true);
});

test('the program tells of an alert, and a click shows the window and what it was about', async ({
  program,
  exchange,
}) => {
  test.setTimeout(60_000);
  const { page } = program;
  await program.evaluate(({ Notification }) => {
    const shown: ElectronNotification[] = [];
    Reflect.set(globalThis, 'shown', shown);
    const show = Notification.prototype.show;
    Notification.prototype.show = function () {
      shown.push(this);
      show.call(this);
    };
  });
  exchange.setPrice('BTC-USDT', '80000.0');
  exchange.addPlan({ symbol: 'BTC-USDT', triggerPrice: '80500.0', amount: '14' });
  await expect(dataRows(await showScreen(page, 'Open plans'))).toHaveCount(1);
  await page.keyboard.press('Control+Shift+U');
  const form = page.getByRole('dialog', { name: 'New alert' });
  await form.getByRole('combobox', { name: 'Alert me when' }).click();
  await page.getByRole('option', { name: 'A plan leaves the list' }).click();
  await form.getByRole('button', { name: 'Make alert' }).click();
  await expect(form).toHaveCount(0);
  await program.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());
  exchange.setPrice('BTC-USDT', '80500.0');
  exchange.advance(20_000);
  const shown = () =>
    program.evaluate(() =>
      (Reflect.get(globalThis, 'shown') as ElectronNotification[]).map(({ title, body }) => `${title}: ${body}`),
    );
  await expect
    .poll(shown, { timeout: 25_000 })
    .toEqual(['BTC-USDT plan left the list: Fully Executed, 14 contracts filled']);
  await program.evaluate(() => (Reflect.get(globalThis, 'shown') as ElectronNotification[])[0]?.emit('click'));
  await expect
    .poll(() => program.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible()))
    .toBe(true);
  await expect(page.getByRole('grid', { name: /^Plan history, / })).toBeVisible();
});
