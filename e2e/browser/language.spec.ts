import { expect, test } from '../test.ts';

test('the language of the browser is the program’s from the start if supported', async ({
  chromium,
  sharedApp: app,
}) => {
  const storageState = await app.context().storageState();
  const context = await chromium.newContext({ locale: 'zh-TW', storageState });
  try {
    const page = await context.newPage();
    await page.goto(app.url());
    await expect(page.getByRole('treegrid', { name: '当前计划委托，模拟账户' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hans');
  } finally {
    await context.close();
  }
});
