import { AxeBuilder } from '@axe-core/playwright';
import { dataRows, expect, showScreen, test } from './test.ts';

/** Every cell costs axe time, and a table's twentieth row is like its second. */
const furtherRows = '.table-row:nth-child(n + 5)';

const screens = ['Open plans', 'Order history', 'Plan history', 'Futures tickers', 'Spot tickers', 'Symbol rules'];

for (const theme of ['Dark', 'Light']) {
  test(`no serious finding of axe on any screen, ${theme.toLowerCase()}`, async ({ app }) => {
    test.setTimeout(120_000);
    await app.getByRole('button', { name: 'Settings' }).click();
    await app.getByRole('radio', { name: theme }).click();
    await app.getByRole('button', { name: 'Close' }).click();
    await expect(app.locator('html')).toHaveAttribute('data-theme', theme.toLowerCase());
    for (const name of screens) {
      const grid = await showScreen(app, name);
      await dataRows(grid).first().click();
      await expect(app.getByRole('complementary', { name: 'Details' })).toBeVisible();
      const { violations } = await new AxeBuilder({ page: app }).exclude(furtherRows).analyze();
      const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
      expect(
        grave.map(({ id, nodes }) => `${name}: ${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`),
      ).toEqual([]);
    }
  });
}
