import type { ElectronHost } from '../hosts/host.ts';
import { expect } from '../test.ts';
import { test } from './electron-test.ts';

function menuOf({ evaluate }: ElectronHost): Promise<string[]> {
  return evaluate(({ Menu }) => (Menu.getApplicationMenu()?.items ?? []).map(({ label }) => label));
}

test('the native menu uses the language selected in the page', async ({ sharedProgram: program }) => {
  const { page } = program;
  await expect(page.getByRole('grid').first()).toBeVisible();
  await expect.poll(() => menuOf(program)).toEqual(expect.arrayContaining(['Edit', 'View', 'Window', 'Help']));

  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('radio', { name: '简体中文' }).click();
  await expect.poll(() => menuOf(program)).toEqual(expect.arrayContaining(['编辑', '查看', '窗口', '帮助']));

  await page.getByRole('radio', { name: 'English' }).click();
  await expect.poll(() => menuOf(program)).toEqual(expect.arrayContaining(['Edit', 'View', 'Window', 'Help']));
});

test.describe('on a system in Chinese', () => {
  test.use({ environment: { ...process.env, LC_ALL: 'zh_CN.UTF-8', LANGUAGE: 'zh_CN' } });

  test('the native menu is in Chinese from the start', async ({ program }) => {
    await expect(program.page.getByRole('grid').first()).toBeVisible();
    expect(await menuOf(program)).toEqual(expect.arrayContaining(['编辑', '查看', '窗口', '帮助']));
  });
});
