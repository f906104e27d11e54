import type { Page } from '@playwright/test';
import axe from 'axe-core';
import { dataRows, expect, showScreen, test } from '../test.ts';

// The criteria of WCAG 2.2 that are hard for a program of tables (docs/accessibility.md). Dragging (2.5.7) and messages (4.1.3) are
// proven on the table, in DataTable.component.test.tsx.

const screens = ['Open plans', 'Order history', 'Plan history', 'Trades', 'Futures tickers', 'Trading rules'];

/** What stands in the way: the middle of the focused element belongs to another one. */
const whatCoversFocus = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const focused = document.activeElement ?? document.body;
    const active = document.getElementById(focused.getAttribute('aria-activedescendant') ?? '') ?? focused;
    const { left, top, width, height } = active.getBoundingClientRect();
    const found = document.elementFromPoint(left + width / 2, top + height / 2);
    if (found && (active.contains(found) || found.contains(active))) return null;
    return `${active.getAttribute('aria-label') ?? active.textContent} under ${found?.className}`;
  });

test('2.5.8: targets have 24 pixels or room, and 1.4.10: only tables scroll sideways in 320 pixels', async ({
  sharedApp: app,
}) => {
  await app.evaluate(axe.source);
  for (const name of screens) {
    await app.setViewportSize({ width: 1440, height: 900 });
    const row = dataRows(await showScreen(app, name)).first();
    await row.click();
    const found = await app.evaluate(async () => {
      const { violations } = await (Reflect.get(window, 'axe') as typeof axe).run('html', {
        runOnly: ['target-size'],
        resultTypes: ['violations'],
        iframes: false,
      });
      // A row of the table opens the same details as a mark of the ladder.
      const nodes = violations.flatMap((violation) => violation.nodes);
      return nodes.map(({ target }) => target.join(' ')).filter((target) => !target.includes('.ladder-label'));
    });
    expect.soft(found, name).toEqual([]);
    await app.keyboard.press('Escape');
    await app.setViewportSize({ width: 320, height: 512 });
    const outside = await app.evaluate(() => {
      const controls = [...document.querySelectorAll<HTMLElement>('button, input, [role="radio"], [role="combobox"]')];
      const cut = controls.filter((control) => {
        const { left, right, width } = control.getBoundingClientRect();
        return width > 1 && (left < 0 || right > window.innerWidth) && !control.closest('[role="grid"]');
      });
      const names = cut.map((control) => control.getAttribute('aria-label') ?? control.textContent ?? '');
      return document.documentElement.scrollWidth > window.innerWidth ? ['the page', ...names] : names;
    });
    expect.soft(outside, name).toEqual([]);
  }
});

test('2.4.11: nothing covers the focus, in the tools and in the table', async ({ sharedApp: app }) => {
  await app.setViewportSize({ width: 1024, height: 700 });
  const grid = await showScreen(app, 'Order history');
  await expect(dataRows(grid).first()).toBeVisible();
  for (let step = 0; step < 30; step++) {
    await app.keyboard.press('Tab');
    expect.soft(await whatCoversFocus(app)).toBeNull();
  }
  await grid.focus();
  const keys = ['ArrowDown', 'End', 'Home', 'PageDown', 'Control+End', 'ArrowUp', 'Control+Home', 'ArrowRight'];
  for (const key of keys) {
    await app.keyboard.press(key);
    await expect.poll(() => whatCoversFocus(app), key).toBeNull();
  }
});
