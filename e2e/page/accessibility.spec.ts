import { seriousFindings } from '../axe.ts';
import { dataRows, expect, showScreen, test } from '../test.ts';

const screens = ['Open plans', 'Order history', 'Plan history', 'Futures tickers', 'Spot tickers', 'Trading rules'];

test('axe finds nothing serious on any screen with details', async ({ sharedApp: app }) => {
  await expect(app.getByRole('region', { name: 'About the demo account' })).toBeVisible();
  for (const name of screens) {
    const grid = await showScreen(app, name);
    await dataRows(grid).first().click();
    await expect(app.getByRole('complementary', { name: 'Details' })).toBeVisible();
    // The header, the strip and the navigation are the same on all screens.
    const look = name === screens[0] ? {} : { include: '#main' };
    expect.soft(await seriousFindings(app, look), name).toEqual([]);
  }
});
