import type { Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';

/** Every cell costs axe time, and a table's twentieth row is like its second. */
const furtherRows = ['.table-row:nth-child(n + 5)', ':is(.calendar, .figure-table) tbody tr:nth-child(n + 3)'];
/** The rules that a theme can break. */
const colourRules = ['color-contrast', 'link-in-text-block'];
const withoutColourRules = Object.fromEntries(colourRules.map((rule) => [rule, { enabled: false }]));

export interface Look {
  /** These parts of the page alone. */
  include?: string;
  /** Without these parts. */
  exclude?: string;
  /** Without what depends on colours alone: where a page has been looked at, and has other words now. */
  withoutColours?: boolean;
}

/**
 * What axe finds serious or critical, in words: by every rule in the theme that is in force, and in the other one by those
 * about colours. A theme is one attribute of the document that chooses the colours, so nothing else can differ.
 *
 * axe runs in the page. Its package for Playwright sends it there anew for each run, and all that it has seen, faults or
 * not, through a second page, for the sake of frames from elsewhere: that takes ten times as long.
 */
export async function graveFindings(page: Page, look: Look = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const found = await findingsAtRest(page, look);
  // An answer that came in between has dimmed what it replaces for as long as that was there.
  return found.length === 0 ? found : findingsAtRest(page, look);
}

async function findingsAtRest(page: Page, look: Look): Promise<string[]> {
  await page.waitForFunction(
    () =>
      !document.querySelector('[data-outdated], [data-old]') &&
      document.getAnimations().every(({ playState }) => playState !== 'running'),
  );
  if (look.withoutColours) return run(page, look, { rules: withoutColourRules });
  const found = await run(page, look, {});
  const theme = (await page.locator('html').getAttribute('data-theme')) === 'light' ? 'light' : 'dark';
  const other = theme === 'light' ? 'dark' : 'light';
  await setTheme(page, other);
  const foundThere = await run(page, look, { runOnly: colourRules });
  await setTheme(page, theme);
  return [...found, ...foundThere.map((finding) => `${other}: ${finding}`)];
}

async function setTheme(page: Page, theme: 'dark' | 'light'): Promise<void> {
  await page.evaluate((theme) => {
    document.documentElement.dataset.theme = theme;
  }, theme);
}

async function run(page: Page, { include, exclude }: Look, options: RunOptions): Promise<string[]> {
  const context = {
    include: [include ?? 'html'],
    exclude: exclude === undefined ? furtherRows : [...furtherRows, exclude],
  };
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
