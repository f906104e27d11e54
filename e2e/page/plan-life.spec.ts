import { seriousFindings } from '../axe.ts';
import { stillMarket } from '../still-market.ts';
import { dataRows, expect, test } from '../test.ts';

// The clock of the page jumps from one read to the next.
test.use({ ...stillMarket, settings: { ...stillMarket.settings, liveFor: 300 } });

test('the details of a plan order say what this computer has seen of it, and its day lists it', async ({
  app,
  exchange,
}) => {
  exchange.setPrice('BTC-USDT', '80000.0');
  exchange.addPlan({ symbol: 'BTC-USDT', triggerPrice: '81000.0' });
  await app.clock.install();
  const grid = app.getByRole('grid', { name: /^Open plans, / });
  await dataRows(grid).first().click();
  const life = app.getByRole('region', { name: 'Recorded on this computer' });
  await expect(life).toContainText('First seen');
  exchange.setPrice('BTC-USDT', '80900.0');
  await expect(async () => {
    await app.clock.fastForward(5000);
    await expect(life).toContainText('Nearest to the trigger: 80,900.0, 0.12% away', { timeout: 250 });
  }).toPass({ intervals: [250] });
  expect.soft(await seriousFindings(app, { include: '#main' })).toEqual([]);

  await app.getByRole('button', { name: 'By day' }).click();
  const day = app.getByRole('region', { name: 'Plan orders by day' });
  await expect(day.getByRole('status')).toContainText('1 plan order was open');
  await expect(day.getByRole('row').nth(1)).toContainText('Still open');
  expect.soft(await seriousFindings(app, { include: '#main' })).toEqual([]);
  await day.getByRole('button', { name: 'Previous day' }).click();
  await expect(day).toContainText('No plan orders recorded on this day');
  const field = day.getByRole('textbox', { name: 'Day' });
  const before = await field.inputValue();
  await field.fill('2020-02-29');
  await field.press('Enter');
  await expect(field).toBeFocused();
  await field.fill(before);
  await field.press('Enter');
  await field.fill('2020-02-30');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  const next = day.getByRole('button', { name: 'Next day' });
  await next.click();
  await expect(next).toBeDisabled();
  await expect(next).toBeFocused();
});
