// Takes the screenshots of the README: `npm run screenshots`.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { launchChromium, startHostProcess } from '../e2e/hosts/browser.ts';
import { buildIfStale } from './lib/build.mjs';
import { provideChromium } from './lib/provide-chromium.mjs';

if (!(await provideChromium()) || !(await buildIfStale())) process.exit(1);

const folder = path.resolve(import.meta.dirname, '../resources/screenshots');
const dataDirectory = await mkdtemp(path.join(tmpdir(), 'orderglass-screenshots-'));
const host = await startHostProcess({ dataDirectory });
const browser = await launchChromium();
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, colorScheme: 'dark' });
  await page.goto(host.url);
  const show = async (screen: string): Promise<void> => {
    await page.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name: screen }).click();
    await page
      .getByRole(screen === 'Open plans' ? 'treegrid' : 'grid', { name: new RegExp(`^${screen}`) })
      .locator('[data-position="8"]')
      .waitFor();
  };

  await show('Order history');
  await page.locator('[data-position="6"]').click();
  await page.getByRole('complementary', { name: 'Details' }).waitFor();
  await page.screenshot({ path: path.join(folder, 'order-history.png') });

  await show('Futures tickers');
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('radio', { name: 'Light' }).click();
  await page.getByRole('button', { name: 'Close' }).click();
  await page.screenshot({ path: path.join(folder, 'futures-tickers-light.png') });
} finally {
  await browser.close();
  await host.stop();
  await rm(dataDirectory, { recursive: true, force: true });
}
