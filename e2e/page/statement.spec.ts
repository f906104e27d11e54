import { seriousFindings } from '../axe.ts';
import { expect, showScreen, test } from '../test.ts';

test('a statement is opened from the PnL analysis, printed alone and in black on white, and saved', async ({
  sharedApp: app,
}) => {
  await showScreen(app, 'Order history');
  await expect(app.getByRole('region', { name: 'Table status' })).toContainText('complete', { timeout: 20_000 });
  await app.getByRole('button', { name: 'PnL analysis' }).click();
  await app.getByRole('button', { name: 'Statement…' }).click();
  const dialog = app.getByRole('dialog', { name: 'Statement' });
  const page = dialog.getByRole('article');
  await expect(page).toContainText(/[0-9a-f]{64}/);

  await dialog.getByRole('radio', { name: 'Days' }).click();
  await dialog.getByRole('textbox', { name: /Days.*from/i }).fill('2000-01-01');
  await dialog.getByRole('textbox', { name: /Days.*from/i }).press('Enter');
  await expect(page).toContainText('600 orders in the period');
  await expect(page).toContainText('Unknown and not included: fees, funding');
  await expect(page).toContainText('By creation: each order counts when it was created.');
  await dialog.getByRole('radio', { name: 'By execution' }).click();
  await expect(page).toContainText('By execution where it was seen');
  await expect(page).toContainText('600 orders in the period');
  expect.soft(await seriousFindings(app, { include: '[role=dialog]' })).toEqual([]);

  await app.emulateMedia({ media: 'print' });
  await expect(dialog.getByRole('button', { name: 'Print…' })).toBeHidden();
  await expect(app.locator('#main')).toBeHidden();
  await expect(page).toHaveCSS('color', 'rgb(0, 0, 0)');
  const total = page.getByRole('row', { name: /^Total/ });
  await expect(total).toHaveCSS('color', 'rgb(0, 0, 0)');
  // Nothing is cut off at the height of the window.
  const bottom = await total.evaluate((row) => row.getBoundingClientRect().bottom);
  expect(bottom).toBeGreaterThan(app.viewportSize()?.height ?? 0);
  expect(await app.evaluate(() => document.documentElement.scrollHeight)).toBeGreaterThan(bottom);

  // On paper, a long name takes more lines before an amount does.
  await app.setViewportSize({ width: 690, height: 900 });
  const name = page.locator('tbody [scope="row"]').first();
  await name.evaluate((cell) => cell.replaceChildren('THOUSANDMOGWIFHATVERYLONGNAMEINDEED1000000-USDT'));
  const lines = (element: Element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
  };
  expect(await name.evaluate(lines)).toBeGreaterThan(1);
  const amount = page.locator('tbody tr').first().locator('[data-tone]').first();
  await amount.evaluate((cell) => cell.replaceChildren('+12,200.83000000'));
  expect(await amount.evaluate(lines)).toBe(1);
  await app.emulateMedia({ media: 'screen' });

  const download = app.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save as JSON Lines' }).click();
  expect((await download).suggestedFilename()).toMatch(/^Demo account Statement 2000-01-01 .*\.jsonl$/);
  await expect(dialog.getByRole('status')).toContainText('Statement downloaded as');
});
