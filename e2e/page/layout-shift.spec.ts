import type { Page } from '@playwright/test';
import { startFaultyExchange } from '../../src/demo-exchange/faults/index.ts';
import { chooseAccount, fillNewAccount, openAccounts } from '../accounts-dialog.ts';
import { dataRows, expect, showScreen, test } from '../test.ts';

// The market stands still: a position that opens or closes meanwhile makes the rows below it move, as it should.
test.use({ exchangeOptions: { orders: 3000, plans: 300, openPlans: 8, ordersPerMinute: 0, timeScale: 0 } });

declare global {
  interface Window {
    /** What the browser has moved, and where it was. */
    moved: string[];
  }
}

/** Records every element that moves, apart from the toasts, and from parts of lines whose words get longer: sums, facts, the title bar. */
function recordMoves(): void {
  window.moved = [];
  const isLeftOut = (node: Node | null): boolean => {
    const element = node instanceof Element ? node : (node?.parentElement ?? null);
    return !element?.matches('.summary, .status') && element?.closest('.summary, .status, .header, .toasts') !== null;
  };
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { sources } = entry as PerformanceEntry & {
        sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
      };
      for (const { node, previousRect, currentRect } of sources) {
        // A text that is replaced by one of another length stays where it was.
        const stays = previousRect.left === currentRect.left && previousRect.top === currentRect.top;
        if (stays || isLeftOut(node)) continue;
        const name = node instanceof Element ? node.className : node?.textContent;
        window.moved.push(`${name}: ${JSON.stringify(previousRect)} to ${JSON.stringify(currentRect)}`);
      }
    }
  });
  observer.observe({ type: 'layout-shift', buffered: true });
}

/** The same words say that an account has orders which were not downloaded yet. */
const unfinished = /may be missing|Loading/;

const moved = (app: Page): Promise<string[]> => app.evaluate(() => window.moved);

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 1024, height: 700 },
]) {
  test.describe(() => {
    test.use({ viewport });

    test(`nothing moves in the open plans at the first start, in ${viewport.width}x${viewport.height}`, async ({
      app,
    }) => {
      const counts: number[] = [];
      app.on('request', (request) => {
        const [, count] = /"positionCounts":\{"demo":(\d+)/.exec(request.postData() ?? '') ?? [];
        if (count !== undefined) counts.push(Number(count));
      });
      // The browser has kept what moved before.
      await app.evaluate(recordMoves);
      const grid = app.getByRole('grid', { name: /^Open plans/ });
      const positions = app.getByRole('region', { name: 'Open positions' });
      await expect(dataRows(grid).first()).toBeVisible();
      await expect(dataRows(positions).first()).toBeVisible();
      await expect(positions).not.toContainText(unfinished, { timeout: 30_000 });
      expect(await moved(app)).toEqual([]);
      // The next start makes room for the number that was saved.
      await expect.poll(() => counts.length).toBeGreaterThan(0);
      const title = await positions.getByRole('button', { name: /^Open positions \(/ }).textContent();
      expect(counts.filter((count) => !title?.includes(`(${count})`))).toEqual([]);

      // Rules that come after the rows.
      await app.evaluate(() => window.sessionStorage.clear());
      await app.addInitScript(recordMoves);
      await app.route('**/api/call', async (route) => {
        if (route.request().postData()?.includes('"readSymbolRules"')) await dataRows(grid).first().waitFor();
        await route.continue();
      });
      const rules = app.waitForResponse((response) => !!response.request().postData()?.includes('"readSymbolRules"'));
      await app.reload();
      await rules;
      await expect(dataRows(positions).first()).toBeVisible();
      await expect(positions).not.toContainText(unfinished, { timeout: 30_000 });
      expect(await moved(app)).toEqual([]);
    });
  });
}

test('nothing moves while a screen loads, while the history is downloaded, and when the account changes', async ({
  app,
  exchangeOptions,
}) => {
  await app.addInitScript(recordMoves);
  const status = app.getByRole('region', { name: 'Table status' });
  for (const name of ['Order history', 'Trades', 'Plan history', 'Futures tickers']) {
    const grid = await showScreen(app, name);
    await app.reload();
    await expect(dataRows(grid).first()).toBeVisible();
    if (name !== 'Futures tickers') await expect(status).toContainText('complete', { timeout: 30_000 });
    expect(await moved(app), name).toEqual([]);
  }

  // Fewer positions than the demo account has, and fewer than an account gets room for before their number is known.
  const other = await startFaultyExchange({ ...exchangeOptions, seed: 3, orders: 300 });
  try {
    await showScreen(app, 'Order history');
    const dialog = await openAccounts(app);
    await fillNewAccount(dialog, {
      name: 'Mine',
      baseUrl: other.baseUrl,
      token: other.token,
      secretKey: other.secretKey,
    });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('button', { name: 'Keep for this session only' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(app.getByRole('grid', { name: 'Order history, Mine' })).toBeVisible();
    await expect(status).toContainText('complete', { timeout: 30_000 });
    // The dialog is not of interest here.
    await app.evaluate(() => {
      window.moved = [];
    });
    for (const account of ['Demo account', 'Mine', 'Demo account']) {
      await chooseAccount(app, account);
      await expect(app.getByRole('grid', { name: `Order history, ${account}` })).toBeVisible();
      await expect(dataRows(app.getByRole('grid')).first()).toBeVisible();
      await expect(status).toContainText('complete');
      expect(await moved(app), account).toEqual([]);
    }
    const positions = app.getByRole('region', { name: 'Open positions' });
    const title = positions.getByRole('button', { name: /^Open positions \(/ });
    const plans = await showScreen(app, 'Open plans');
    const titles: (string | null)[] = [];
    // Each account is shown for the first time, with its number of positions, and with its room of this page.
    for (const account of ['Demo account', 'Mine', 'Demo account', 'Mine', 'Demo account', 'Mine']) {
      await chooseAccount(app, account);
      await expect(app.getByRole('grid', { name: `Open plans, ${account}` })).toBeVisible();
      await expect(dataRows(plans).first()).toBeVisible();
      await expect(dataRows(positions).first()).toBeVisible();
      await expect(positions).not.toContainText(unfinished);
      titles.push(await title.textContent());
      expect(await moved(app), `Open plans, ${account}, ${titles.join()}`).toEqual([]);
    }
    expect(new Set(titles).size, titles.join()).toBe(2);
    await app.reload();
    await expect(dataRows(plans).first()).toBeVisible();
    await expect(dataRows(positions).first()).toBeVisible();
    expect(await moved(app), 'Open plans after a reload').toEqual([]);
  } finally {
    await other.close();
  }
});
