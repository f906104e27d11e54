import { launchChromium } from '../hosts/browser.ts';
import { rowCount, serveLongList } from '../other-browsers/long-list.ts';
import { expect, test } from '../test.ts';

const rowHeight = 28;

test('the last of a million rows can be reached on a screen with a scale of 2, and stays in sight at another scale', async () => {
  const host = await serveLongList();
  // The scale of the real screen: an emulated `deviceScaleFactor` changes no limit of Chromium.
  // Without a size, the page of a headless Chromium that is no headless shell is 193 px tall.
  const browser = await launchChromium(['--force-device-scale-factor=2', '--window-size=1440,900']);
  try {
    const page = await (await browser.newContext({ viewport: null })).newPage();
    await page.goto(host.launchUrl);
    expect(await page.evaluate(() => window.devicePixelRatio)).toBe(2);
    const grid = page.getByRole('grid', { name: /^Order history, / });
    await expect(grid.locator('[data-row-id]').first()).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Control+End');
    const last = grid.locator(`[data-position="${rowCount - 1}"]`);
    await expect(last).toContainText(`N${rowCount}-USDT`);
    await expect(last.locator('[data-active]')).toBeInViewport({ ratio: 1 });
    const missed = await grid.evaluate((element) => element.scrollHeight - element.scrollTop - element.clientHeight);
    expect(Math.abs(missed)).toBeLessThan(4);

    await grid.hover();
    await page.mouse.wheel(0, -700);
    await expect(last).toHaveCount(0);
    const firstDrawn = (): Promise<number> =>
      grid
        .locator('[data-position]')
        .evaluateAll((rows) => Math.min(...rows.map((row) => Number((row as HTMLElement).dataset.position))));
    const capacity = await grid.evaluate((element, height) => element.clientHeight / height, rowHeight);
    // A wheel passes less than twice as many rows as in a short list.
    expect(await firstDrawn()).toBeGreaterThan(rowCount - capacity - (2 * 700) / rowHeight - 10);

    await page.keyboard.press('Control+End');
    await expect(last.locator('[data-active]')).toBeInViewport({ ratio: 1 });
    const devTools = await page.context().newCDPSession(page);
    await devTools.send('Emulation.setDeviceMetricsOverride', {
      ...{ width: 0, height: 0, mobile: false },
      deviceScaleFactor: 3,
    });
    await expect.poll(() => grid.evaluate(({ scrollHeight }) => scrollHeight)).toBeLessThan(11_001_000);
    await expect(last.locator('[data-active]')).toBeInViewport({ ratio: 1 });
  } finally {
    await browser.close();
    await host.close();
  }
});
