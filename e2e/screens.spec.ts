import { columnTexts, dataRows, expect, showScreen, soon, test } from './test.ts';

test.use({ settings: soon });

const screens = ['Open plans', 'Order history', 'Plan history', 'Futures tickers', 'Spot tickers', 'Trading rules'];

test('the program opens on the demo account, says so on every screen, and updates the visible tickers', async ({
  app,
  exchange,
}) => {
  await expect(app).toHaveTitle(/Orderglass$/);
  for (const name of screens) {
    const grid = await showScreen(app, name);
    await expect(dataRows(grid).first()).toBeVisible();
    await expect(app.getByRole('banner')).toContainText('DEMO');
    await expect(app.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name })).toHaveAttribute(
      'aria-current',
      'page',
    );
  }

  const grid = await showScreen(app, 'Futures tickers');
  await expect(dataRows(grid).first()).toBeVisible();
  const before = await columnTexts(grid, 'last');
  exchange.advance(60_000);
  await expect.poll(() => columnTexts(grid, 'last')).not.toEqual(before);
});
