import { graveFindings } from './axe.ts';
import { dataRows, expect, showScreen, test } from './test.ts';

const screens = ['Open plans', 'Order history', 'Plan history', 'Futures tickers', 'Spot tickers', 'Trading rules'];

for (const name of screens) {
  test(`no serious finding of axe on a screen with details: ${name}`, async ({ sharedApp: app }) => {
    const grid = await showScreen(app, name);
    await dataRows(grid).first().click();
    await expect(app.getByRole('complementary', { name: 'Details' })).toBeVisible();
    expect(await graveFindings(app)).toEqual([]);
  });
}
