import { graveFindings } from '../axe.ts';
import { dataRows, expect, showScreen, test } from '../test.ts';

const screens = ['Open plans', 'Order history', 'Plan history', 'Futures tickers', 'Spot tickers', 'Trading rules'];

test('axe finds nothing serious on any screen with details', async ({ sharedApp: app }) => {
  for (const name of screens) {
    const grid = await showScreen(app, name);
    await dataRows(grid).first().click();
    await expect(app.getByRole('complementary', { name: 'Details' })).toBeVisible();
    // What surrounds the screens is the same on all of them.
    const look = name === screens[0] ? {} : { include: '#main' };
    expect.soft(await graveFindings(app, look), name).toEqual([]);
  }
});
