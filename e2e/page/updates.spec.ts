import type { Page } from '@playwright/test';
import type { UpdateStatus } from '../../src/shared/contract/program.ts';
import { expect, test } from '../test.ts';

/** Stands in for a host that updates the program: answers with the status, and keeps the names of the calls. */
async function hostWithUpdates(page: Page): Promise<{ called: string[]; tell(status: UpdateStatus): Promise<void> }> {
  const called: string[] = [];
  let told: UpdateStatus = { kind: 'off' };
  await page.route('**/api/call', async (route) => {
    const { channel } = JSON.parse(route.request().postData() ?? '{}') as { channel: string };
    if (!['readUpdates', 'checkForUpdates', 'installUpdate'].includes(channel)) return route.continue();
    called.push(channel);
    return route.fulfill({ json: { ok: true, data: told } });
  });
  const tell = async (status: UpdateStatus): Promise<void> => {
    told = status;
    await page.reload();
    await page.getByRole('button', { name: 'Settings' }).click();
  };
  return { called, tell };
}

test('a host that can update the program does so only if the user wants it, and other hosts show no setting for it', async ({
  sharedApp: app,
}) => {
  await app.getByRole('button', { name: 'Settings' }).click();
  const about = app.getByRole('region', { name: 'About' });
  await expect(about.getByRole('button', { name: 'Copy diagnostics' })).toBeVisible();
  await expect(about.getByText('Automatic update checks')).toHaveCount(0);

  const { called, tell } = await hostWithUpdates(app);
  await tell({ kind: 'off' });
  await expect(about.getByRole('radio', { name: 'Off' })).toBeChecked();
  await expect(about.getByText('github.com once a day, not your exchange')).toBeVisible();
  await expect(about.getByRole('button', { name: 'Check for updates' })).toHaveCount(0);
  await about.getByRole('radio', { name: 'On' }).click();
  await about.getByRole('button', { name: 'Check for updates' }).click();
  await expect.poll(() => called).toContain('checkForUpdates');

  await test.step('a version that the user must install is told', async () => {
    await tell({ kind: 'found', version: '1.1.0' });
    await expect(app.getByText('Version 1.1.0 is available.')).toBeVisible();
  });

  await test.step('a downloaded version is installed by a button', async () => {
    await tell({ kind: 'ready', version: '1.1.0', waitsForExport: false });
    await expect(app.getByRole('status').filter({ hasText: 'Version 1.1.0 is ready.' })).toBeVisible();
    await app.getByRole('button', { name: 'Restart to update' }).click();
    await expect.poll(() => called).toContain('installUpdate');
  });
});
