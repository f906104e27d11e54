import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startDemoExchange } from '../../src/demo-exchange/index.ts';
import { startHostProcess } from '../hosts/browser.ts';
import { engines } from '../other-browsers/driver.ts';
import { rowCount, serveLongList } from '../other-browsers/long-list.ts';
import { expect, test } from '../test.ts';

for (const { name, missing, launch } of engines) {
  test(`${name} opens dialogs, moves and shows the active cell, copies, and reaches the last of a million rows`, async () => {
    const lack = missing();
    test.skip(lack !== null, `not on this machine: ${lack}`);
    const dataDirectory = await mkdtemp(path.join(tmpdir(), 'orderglass-e2e-'));
    const exchange = await startDemoExchange({ orders: 60, plans: 30, ordersPerMinute: 0, timeScale: 0 });
    const host = await startHostProcess({ dataDirectory, exchange: exchange.baseUrl });
    const long = await serveLongList();
    const browser = await launch();
    const textOf = (selector: string) =>
      browser.run((found) => document.querySelector(found)?.textContent ?? '', selector);
    try {
      await browser.open(host.url);
      await expect.poll(() => browser.run(() => document.querySelectorAll('[data-row-id]').length)).toBeGreaterThan(3);
      await browser.press('Control+k');
      await expect.poll(() => textOf('[role="dialog"]')).toContain('Open plans');
      await browser.press('Escape');
      await expect.poll(() => textOf('[role="dialog"]')).toBe('');
      const focusRing = () =>
        browser.run(() => {
          const focused = document.activeElement;
          return focused?.closest('[role="dialog"]') ? getComputedStyle(focused).outlineStyle : 'no dialog';
        });
      const scrollsSideways = () =>
        browser.run(() =>
          [...document.querySelectorAll('[role="dialog"], [role="dialog"] *')]
            .filter(({ scrollWidth, clientWidth }) => clientWidth > 1 && scrollWidth > clientWidth)
            .filter((element) => ['auto', 'scroll'].includes(getComputedStyle(element).overflowX))
            .map(({ className }) => className),
        );
      let sideways: string[] = [];
      await expect(async () => {
        await browser.click('.navigation-foot button');
        await expect.poll(focusRing).not.toBe('no dialog');
        await browser.press('Shift');
        const ring = await focusRing();
        sideways = await scrollsSideways();
        await browser.press('Escape');
        await expect.poll(() => textOf('[role="dialog"]')).toBe('');
        // On a busy computer a dialog sometimes takes the focus itself when it opens, and has no ring.
        expect(ring).toBe('solid');
      }).toPass();
      expect(sideways).toEqual([]);

      const showHistory = async (): Promise<void> => {
        await browser.press('Control+2');
        await expect.poll(() => textOf('[aria-current="page"]')).toContain('Order history');
        await expect.poll(() => browser.run(() => document.activeElement?.className)).toBe('table');
        await expect.poll(() => textOf('[data-position="0"]')).toContain('-USDT');
      };
      await showHistory();
      await browser.click('[data-position="0"] [data-col="symbol"]');
      const ring = () =>
        browser.run(() => {
          const cell = document.querySelector('.table-cell[data-active]');
          const row = cell?.closest<HTMLElement>('.table-row')?.dataset.position;
          return cell ? `${getComputedStyle(cell).outlineStyle} at row ${row}` : 'no cell';
        });
      await expect.poll(ring).toBe('none at row 0');
      await browser.press('ArrowDown');
      await expect.poll(ring).toBe('solid at row 1');
      // The last click is not in the table.
      await browser.click('header');
      await showHistory();
      await browser.press('ArrowDown');
      await browser.press('Control+c');
      await expect.poll(() => textOf('body')).toMatch(/Copied [A-Z]+-USDT/);

      await browser.open(long.launchUrl);
      await expect.poll(() => browser.run(() => document.querySelectorAll('[data-row-id]').length)).toBeGreaterThan(3);
      await browser.press('ArrowDown');
      await browser.press('Control+End');
      // The middle may lie below a scroll bar.
      const seenAsActive = () =>
        browser.run(() => {
          const box = document.querySelector('[data-active]')?.getBoundingClientRect();
          return box ? document.elementFromPoint(box.x + box.width / 2, box.y + 6)?.textContent : null;
        });
      await expect.poll(seenAsActive).toBe(`N${rowCount}-USDT`);
      await browser.press('Control+a');
      await browser.press('Control+c');
      await expect.poll(() => textOf('body')).toContain('Copied 10,000 rows');

      const presence = () => long.fake.callsOf('reportPresence').at(-1)?.isInFront;
      await expect.poll(presence).toBe(true);
      await browser.open('about:blank');
      await expect.poll(presence).toBe(false);
    } finally {
      await browser.close();
      await host.stop();
      await long.close();
      await exchange.close();
      await rm(dataDirectory, { recursive: true, force: true });
    }
  });
}
