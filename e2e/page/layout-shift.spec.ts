import type { Page } from '@playwright/test';
import { startFaultyExchange } from '../../src/demo-exchange/faults/index.ts';
import { chooseAccount, fillNewAccount, openAccounts } from '../accounts-dialog.ts';
import { dataRows, expect, showScreen, test } from '../test.ts';

// The market stands still: a position that opens or closes meanwhile makes the rows below it move, as it should.
test.use({ exchangeOptions: { orders: 600, plans: 100, openPlans: 8, ordersPerMinute: 0, timeScale: 0 } });

declare global {
  interface Window {
    /** What the browser has moved, and where it was. */
    moved: string[];
  }
}

/** Records every element that moves, apart from toasts and dialogs, and from parts of lines whose words get longer: sums, facts, the title bar. */
function recordMoves(): void {
  window.moved = [];
  const isLeftOut = (node: Node | null): boolean => {
    const element = node instanceof Element ? node : (node?.parentElement ?? null);
    return (
      !element?.matches('.summary, .status') &&
      element?.closest('.summary, .status, .header, .toasts, .dialog') !== null
    );
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

test('nothing moves at the first start, while a screen loads, while the history is downloaded, and when the account changes', async ({
  app,
  exchangeOptions,
}) => {
  const plans = app.getByRole('treegrid', { name: /^Open plans/ });
  const positions = plans.locator('[data-row-id^="position "]');
  const status = app.getByRole('region', { name: 'Table status' });
  const expectPositions = async (): Promise<void> => {
    await expect(dataRows(plans).first()).toBeVisible();
    await expect(positions.first()).toBeVisible();
    await expect(status).not.toContainText(unfinished);
  };

  await test.step('at the first start', async () => {
    // The browser has kept what moved before.
    await app.evaluate(recordMoves);
    await expectPositions();
    expect(await moved(app)).toEqual([]);
  });

  await app.addInitScript(recordMoves);
  await test.step('at the next start in a narrow window, with rules that come after the rows', async () => {
    await app.setViewportSize({ width: 1024, height: 700 });
    await app.evaluate(() => window.sessionStorage.clear());
    let isHolding = true;
    await app.route('**/api/call', async (route) => {
      const isHeld = isHolding && route.request().postData()?.includes('"readSymbolRules"');
      if (isHeld) await dataRows(plans).first().waitFor();
      await route.continue();
    });
    const rules = app.waitForResponse((response) => !!response.request().postData()?.includes('"readSymbolRules"'));
    await app.reload();
    await rules;
    await expectPositions();
    expect(await moved(app)).toEqual([]);
    // The route stays: Playwright loses requests that are under way while it takes the last one away, such as that for the next screen.
    isHolding = false;
  });

  // Fewer positions than the demo account has.
  const other = await startFaultyExchange({ ...exchangeOptions, seed: 3, orders: 200 });
  try {
    await test.step('in an account that is new, while its history is downloaded', async () => {
      const dialog = await openAccounts(app);
      const { baseUrl, token, secretKey } = other;
      await fillNewAccount(dialog, { name: 'Mine', baseUrl, token, secretKey });
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.getByRole('button', { name: 'Keep for this session only' }).click();
      await expect(dialog).toHaveCount(0);
      await expect(app.getByRole('treegrid', { name: 'Open plans, Mine' })).toBeVisible();
      await expectPositions();
      expect(await moved(app)).toEqual([]);
    });

    await test.step('while a screen loads, also at the start', async () => {
      await app.setViewportSize({ width: 1440, height: 900 });
      const expectStill = async (name: string): Promise<void> => {
        await expect(dataRows(app.getByRole('grid', { name: new RegExp(`^${name}, `) })).first()).toBeVisible();
        if (name !== 'Futures tickers') await expect(status).toContainText('complete');
        expect(await moved(app), name).toEqual([]);
      };
      for (const name of ['Order history', 'Trades', 'Plan history', 'Futures tickers']) {
        await showScreen(app, name);
        // Before the first one, the window has become larger.
        if (name !== 'Order history') await expectStill(name);
        await app.reload();
        await expectStill(name);
      }
    });

    await test.step('when the account changes', async () => {
      await showScreen(app, 'Order history');
      for (const account of ['Demo account', 'Mine']) {
        await chooseAccount(app, account);
        await expect(app.getByRole('grid', { name: `Order history, ${account}` })).toBeVisible();
        await expect(dataRows(app.getByRole('grid')).first()).toBeVisible();
        await expect(status).toContainText('complete');
        expect(await moved(app), account).toEqual([]);
      }
      await showScreen(app, 'Open plans');
      for (const account of ['Demo account', 'Mine', 'Demo account', 'Mine']) {
        await chooseAccount(app, account);
        await expect(app.getByRole('treegrid', { name: `Open plans, ${account}` })).toBeVisible();
        await expectPositions();
        expect(await moved(app), `Open plans, ${account}`).toEqual([]);
      }
      await app.reload();
      await expectPositions();
      expect(await moved(app), 'Open plans after a reload').toEqual([]);
    });
  } finally {
    await other.close();
  }
});
