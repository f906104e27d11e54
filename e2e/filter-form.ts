import type { Locator, Page } from '@playwright/test';

/** Opens the form of the filter at a field, which may be listed under "More". */
export async function openFilterAt(app: Page, field: string): Promise<Locator> {
  await app.getByRole('button', { name: /^Filter/ }).click();
  const form = app.getByRole('dialog', { name: 'Filter' });
  const tab = form.getByRole('tab', { name: field });
  const more = form.getByRole('button', { name: 'More' });
  await tab.or(more).first().waitFor();
  if ((await tab.count()) === 0) await more.click();
  await tab.click();
  return form;
}
