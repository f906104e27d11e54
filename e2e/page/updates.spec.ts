import type { Page } from '@playwright/test';
import type { UpdateStatus } from '../../src/shared/updates.ts';
import { expect, test } from '../test.ts';

/** Stands in for a host that updates the program, and returns the names of the calls about updates. */
async function hostWithUpdates(page: Page, status: UpdateStatus): Promise<string[]> {
  const called: string[] = [];
  await page.route('**/api/call', async (route) => {
    const { channel } = JSON.parse(route.request().postData() ?? '{}') as { channel: string };
    if (!['readUpdates', 'checkForUpdates', 'installUpdate'].includes(channel)) return route.continue();
    called.push(channel);
    return route.fulfill({ json: { ok: true, data: status } });
  });
  await page.reload();
  await page.getByRole('button', { name: 'Settings' }).click();
  return called;
}

test('a host that cannot update the program shows no setting for it', async ({ sharedApp: app }) => {
  await app.getByRole('button', { name: 'Settings' }).click();
  const about = app.getByRole('region', { name: 'About' });
  await expect(about.getByRole('button', { name: 'Copy diagnostics' })).toBeVisible();
  await expect(about.getByText('Look for updates')).toHaveCount(0);
});

test('updates are off until they are turned on, and can then be looked for', async ({ sharedApp: app }) => {
  const called = await hostWithUpdates(app, { kind: 'off' });
  const about = app.getByRole('region', { name: 'About' });
  await expect(about.getByRole('radio', { name: 'Off' })).toBeChecked();
  await expect(about.getByText('github.com, another server than your exchange')).toBeVisible();
  await expect(about.getByRole('button', { name: 'Check for updates' })).toHaveCount(0);
  await about.getByRole('radio', { name: 'On' }).click();
  await about.getByRole('button', { name: 'Check for updates' }).click();
  await expect.poll(() => called).toContain('checkForUpdates');
});

test.describe('turned on', () => {
  test.use({ settings: { updates: true } });

  test('a downloaded version is installed by a button', async ({ app }) => {
    const called = await hostWithUpdates(app, { kind: 'ready', version: '1.1.0', waitsForExport: false });
    await expect(app.getByRole('status').filter({ hasText: 'Version 1.1.0 is ready.' })).toBeVisible();
    await app.getByRole('button', { name: 'Restart to update' }).click();
    await expect.poll(() => called).toContain('installUpdate');
  });

  test('a version that the user must install is told', async ({ app }) => {
    await hostWithUpdates(app, { kind: 'found', version: '1.1.0' });
    await expect(app.getByText('Version 1.1.0 is available.')).toBeVisible();
  });
});
