import { columnTexts, dataRows, expect, showScreen, test } from '../test.ts';

test('the order history shows words, not codes, and times in the selected time zone, which the header shows', async ({
  sharedApp: app,
}) => {
  const grid = await showScreen(app, 'Order history');
  await expect(dataRows(grid).first()).toBeVisible();
  const sides = await columnTexts(grid, 'side');
  expect(sides.some((side) => /^(Open|Close) (long|short) · (Limit|Market)$/.test(side))).toBe(true);
  const statuses = new Set(await columnTexts(grid, 'status'));
  expect(
    [...statuses].every((status) =>
      /^(Pending|Filled|Partially filled|Canceling|Partially canceled|Canceled)$/.test(status),
    ),
  ).toBe(true);
  const created = await columnTexts(grid, 'createdAt');
  expect(created.every((time) => /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(time))).toBe(true);
  expect(created).toEqual([...created].sort().reverse());

  const choose = async (zone: string): Promise<void> => {
    await app.getByRole('button', { name: 'Settings' }).click();
    await app.getByRole('radio', { name: zone }).click();
    if (zone === 'Other') {
      await app.getByRole('combobox', { name: 'Time zone name' }).fill('kolk');
      await app.getByRole('option', { name: /Asia\/Kolkata/ }).click();
    }
    await app.getByRole('button', { name: 'Close', exact: true }).click();
  };
  await choose('UTC');
  await expect(app.getByRole('banner')).toContainText('UTC');
  const inUtc = (await columnTexts(grid, 'createdAt'))[0] ?? '';
  await choose('Other');
  await expect(app.getByRole('banner')).toContainText('Asia/Kolkata UTC+05:30');
  const inKolkata = new Date(Date.parse(`${inUtc.replace(' ', 'T')}Z`) + 5.5 * 3_600_000);
  await expect
    .poll(async () => (await columnTexts(grid, 'createdAt'))[0])
    .toBe(inKolkata.toISOString().slice(0, 19).replace('T', ' '));
  await app.reload();
  await expect(app.getByRole('banner')).toContainText('Asia/Kolkata UTC+05:30');
});
