import type { ElectronHost } from '../hosts/host.ts';
import { expect } from '../test.ts';
import { test } from './electron-test.ts';

function menuOf({ evaluate }: ElectronHost): Promise<string[]> {
  return evaluate(({ Menu }) => (Menu.getApplicationMenu()?.items ?? []).map(({ label }) => label));
}

test.use({ environment: { ...process.env, LC_ALL: 'zh_CN.UTF-8', LANGUAGE: 'zh_CN' } });

test('the native menu has the language of the system from the start, and then the one selected in the page', async ({
  program,
}) => {
  const { page } = program;
  await expect(page.getByRole('treegrid').first()).toBeVisible();
  expect(await menuOf(program)).toEqual(expect.arrayContaining(['编辑', '查看', '窗口', '帮助']));

  // The page of the double has the language of its Chromium.
  await page.getByRole('button', { name: /^(Settings|设置)$/ }).click();
  await page.getByRole('radio', { name: 'English' }).click();
  await expect.poll(() => menuOf(program)).toEqual(expect.arrayContaining(['Edit', 'View', 'Window', 'Help']));

  await page.getByRole('radio', { name: '简体中文' }).click();
  await expect.poll(() => menuOf(program)).toEqual(expect.arrayContaining(['编辑', '查看', '窗口', '帮助']));
});
