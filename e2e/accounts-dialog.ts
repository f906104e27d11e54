import type { Locator, Page } from '@playwright/test';

export interface NewAccount {
  name: string;
  baseUrl: string;
  token: string;
  secretKey: string;
}

async function openAccountMenu(app: Page): Promise<void> {
  await app
    .getByRole('banner')
    .getByRole('button', { name: /^Account/ })
    .click();
}

export async function openAccounts(app: Page): Promise<Locator> {
  await openAccountMenu(app);
  await app.getByRole('menuitem', { name: 'Accounts' }).click();
  return app.getByRole('dialog', { name: 'Accounts' });
}

export async function chooseAccount(app: Page, name: string): Promise<void> {
  await openAccountMenu(app);
  await app.getByRole('menuitemradio', { name }).click();
}

/** Fills in the form of a new account without saving or testing it. */
export async function fillNewAccount(dialog: Locator, account: NewAccount): Promise<void> {
  await dialog.getByRole('button', { name: 'Add account' }).click();
  await dialog.getByLabel('Account name').fill(account.name);
  await dialog.getByLabel('Base URL').fill(account.baseUrl);
  await dialog.getByLabel('Access token').fill(account.token);
  await dialog.getByLabel('Secret key').fill(account.secretKey);
}
