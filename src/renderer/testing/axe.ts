import axe from 'axe-core';
import { expect } from 'vitest';

const colorRules = ['color-contrast', 'link-in-text-block'];

/** Expects no serious or critical findings of axe in an element: of all rules in the current theme, of colors in both. */
export async function expectAccessible(element: Element): Promise<void> {
  const { dataset } = document.documentElement;
  const current = dataset.theme;
  // Animations change the contrast. Their findings are not those of the page at rest.
  await expect.poll(() => document.getAnimations().filter(({ playState }) => playState === 'running')).toEqual([]);
  const found = await findings(element, {});
  dataset.theme = current === 'light' ? 'dark' : 'light';
  const foundThere = await findings(element, { runOnly: colorRules });
  dataset.theme = current;
  expect([...found, ...foundThere]).toEqual([]);
}

async function findings(element: Element, options: axe.RunOptions): Promise<string[]> {
  const { violations } = await axe.run(element, { ...options, resultTypes: ['violations'], iframes: false });
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}
