import type { Locator, Page } from '@playwright/test';

/** Opens the form of the filter, and shows a field in it. */
export async function openFilterAt(app: Page, field: string): Promise<Locator> {
  await app.getByRole('button', { name: /^Filter/ }).click();
  const form = app.getByRole('dialog', { name: 'Filter' });
  await showField(form, field);
  return form;
}

/** Shows a field in the form of the filter, which may be listed under "More". */
export async function showField(form: Locator, field: string): Promise<void> {
  const tab = form.getByRole('tab', { name: field });
  const more = form.getByRole('button', { name: 'More' });
  await tab.or(more).first().waitFor();
  if ((await tab.count()) === 0) await more.click();
  await tab.click();
}
