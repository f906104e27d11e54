import type { Page } from '@playwright/test';
import { dataRows, expect, test } from '../test.ts';

const tables = ['当前计划委托', '历史委托', '历史计划委托', '交易记录', '合约行情', '现货行情', '交易规则'];
const results = '盈亏分析';

test('the language changes immediately, keeps the shown rows, and is saved, so that the page shows no English before the selected Chinese, of which no text is cut off', async ({
  sharedApp: app,
}) => {
  await expect(app.locator('html')).toHaveAttribute('lang', 'en');
  const english = app.getByRole('treegrid', { name: 'Open plans, Demo account' });
  // The rows are sorted by prices, which arrive after the rows.
  await expect(dataRows(english).first().locator('[data-col="distance"]')).toHaveText(/\d%/);
  const row = await dataRows(english).first().getAttribute('data-row-id');

  await app.getByRole('button', { name: 'Settings' }).click();
  await app.getByRole('radiogroup', { name: 'Language' }).getByRole('radio', { name: '简体中文' }).click();
  await expect(app.getByRole('dialog', { name: '设置' })).toBeVisible();
  await expect(app.locator('html')).toHaveAttribute('lang', 'zh-Hans');
  await app.keyboard.press('Escape');
  await expect(app.getByRole('dialog')).toBeHidden();
  await expect(app.getByRole('button', { name: '设置', exact: true })).toBeFocused();
  const chinese = app.getByRole('treegrid', { name: '当前计划委托，模拟账户' });
  await expect(app.locator(`[data-row-id="${row}"]`)).toBeVisible();
  await expect(chinese.getByRole('columnheader', { name: '触发价' }).first()).toBeVisible();
  await expect(english).toBeHidden();

  const observer = await app.addInitScript(() => {
    const seen = new Set<string>();
    Object.assign(window, { seenFirst: seen });
    new MutationObserver(() => {
      for (const name of document.querySelectorAll('nav button')) seen.add(name.textContent ?? '');
    }).observe(document, { childList: true, subtree: true });
  });
  await app.reload();
  await observer.dispose();
  await expect(chinese).toBeVisible();
  await expect(app.locator('html')).toHaveAttribute('lang', 'zh-Hans');
  const seen = await app.evaluate(() => [...(Reflect.get(window, 'seenFirst') as Set<string>)]);
  expect(seen).toEqual(expect.arrayContaining(tables));
  expect(seen.filter((name) => /Orders|history|tickers|Settings/i.test(name))).toEqual([]);

  await test.step('no text is cut off on any screen, nor in the settings', async () => {
    const cut: string[] = [];
    for (const screen of [...tables, results]) {
      await app.getByRole('navigation', { name: '页面' }).getByRole('button', { name: screen, exact: true }).click();
      if (screen === results) await expect(app.getByRole('heading', { name: '累计盈亏' })).toBeVisible();
      else
        await dataRows(app.locator(`.table[aria-label="${screen}，模拟账户"]`))
          .first()
          .waitFor();
      cut.push(...(await cutOffAtEachSize(app)).map((words) => `${screen}: ${words}`));
    }
    await app.getByRole('button', { name: '设置', exact: true }).click();
    await expect(app.getByRole('dialog', { name: '设置' })).toBeVisible();
    cut.push(...(await cutOffAtEachSize(app)));
    expect(cut).toEqual([]);
  });
});

/** The widths of the windows that are checked. They are low, because more rows would have the same words. */
const sizes = [
  { width: 1024, height: 500 },
  { width: 1440, height: 500 },
];

/** Checks the present size first, and leaves the page at the other one. */
async function cutOffAtEachSize(app: Page): Promise<string[]> {
  const cut: string[] = [];
  const present = app.viewportSize()?.width;
  for (const size of sizes.toSorted((a, b) => Number(b.width === present) - Number(a.width === present))) {
    await app.setViewportSize(size);
    cut.push(...(await cutOff(app)).map((words) => `${size.width} by ${size.height}: ${words}`));
  }
  return cut;
}

/** Returns buttons, headers and labels whose text is cut off or wraps. */
function cutOff(app: Page): Promise<string[]> {
  const labels = 'button, [role="radio"], [role="columnheader"], label, h1, h2, h3';
  return app.locator(`:is(${labels}), :is(${labels}) *`).evaluateAll((elements) =>
    elements
      .filter((element) => element.checkVisibility() && element.clientWidth > 1)
      .filter((element) => {
        const words = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
        const lines = words.flatMap((node) => {
          const range = document.createRange();
          range.selectNodeContents(node);
          return [...range.getClientRects()].map(({ top }) => Math.round(top));
        });
        const isCut = element.scrollWidth > element.clientWidth + 1;
        return words.length > 0 && (isCut || new Set(lines).size > 1);
      })
      .map((element) => `${element.className}: ${element.textContent}`),
  );
}
