import type { Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';

/** Rows that axe skips: their cells repeat those of the first rows and cost time. */
const furtherRows = ['.table-row:nth-child(n + 5)', ':is(.calendar, .figure-table) tbody tr:nth-child(n + 3)'];
/** Rules whose result depends on the theme. */
const colorRules = ['color-contrast', 'link-in-text-block'];

export interface Look {
  /** Selector of the part to check. Default: the whole page. */
  include?: string;
}

/**
 * Returns the serious and critical findings of axe: of all rules in the current theme, and of the color rules in the
 * other theme.
 * axe runs in the page. @axe-core/playwright transfers axe and all its results for each run, which takes ten times as
 * long.
 */
export async function seriousFindings(page: Page, look: Look = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const found = await findingsAtRest(page, look);
  // New data dims the old figures for a moment. Findings of that moment are not findings of the page at rest.
  return found.length === 0 ? found : findingsAtRest(page, look);
}

async function findingsAtRest(page: Page, look: Look): Promise<string[]> {
  await page.waitForFunction(
    () =>
      !document.querySelector('[data-outdated], [data-old]') &&
      document.getAnimations().every(({ playState }) => playState !== 'running'),
  );
  const found = await run(page, look, {});
  const theme = (await page.locator('html').getAttribute('data-theme')) === 'light' ? 'light' : 'dark';
  const other = theme === 'light' ? 'dark' : 'light';
  await setTheme(page, other);
  const foundThere = await run(page, look, { runOnly: colorRules });
  await setTheme(page, theme);
  return [...found, ...foundThere.map((finding) => `${other}: ${finding}`)];
}

async function setTheme(page: Page, theme: 'dark' | 'light'): Promise<void> {
  await page.evaluate((theme) => {
    document.documentElement.dataset.theme = theme;
  }, theme);
}

async function run(page: Page, { include }: Look, options: RunOptions): Promise<string[]> {
  const context = { include: [include ?? 'html'], exclude: furtherRows };
  return page.evaluate(
    async ({ context, options }) => {
      const { violations } = await (Reflect.get(window, 'axe') as typeof axe).run(context, {
        ...options,
        resultTypes: ['violations'],
        iframes: false,
      });
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
    },
    { context, options },
  );
}
