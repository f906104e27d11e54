import { existsSync, readdirSync } from 'node:fs';
import { cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { runElectronDouble } from '../hosts/electron-double.ts';
import { expect } from '../test.ts';
import { chooseInMenu, test } from './electron-test.ts';

const cancel = 0;
const remove = 1;

test('the menu asks in the page, and --remove-data on the system, before the data folder is removed', async ({
  host,
  chromium,
  program,
  dataDirectory,
  environment,
}, testInfo) => {
  test.skip(host === 'electron', 'a dialog of the system would stay open');
  const temporary = testInfo.outputPath('temporary');
  const copy = testInfo.outputPath('copy');
  await mkdir(temporary, { recursive: true });
  const isolated = { ...environment, TMPDIR: temporary };
  const removeData = (folder: string, button: number): Promise<number | null> =>
    runElectronDouble(chromium, { dataDirectory: folder, environment: isolated }, { args: ['--remove-data'], button });
  const { page } = program;
  await expect(page).toHaveTitle(/Orderglass$/);

  await test.step('a running program keeps its data', async () => {
    expect(await removeData(dataDirectory, remove)).toBe(1);
    expect(existsSync(path.join(dataDirectory, 'data-folder.lock'))).toBe(true);
    // Chromium removes and renames files of its profile meanwhile.
    await expect(async () => {
      await rm(copy, { recursive: true, force: true });
      await cp(dataDirectory, copy, { recursive: true });
    }).toPass();
  });

  await test.step('from the menu the program restarts to remove its data, without another question', async () => {
    await writeFile(path.join(dataDirectory, 'other.txt'), 'a file of the user');
    await chooseInMenu(program, 'Remove all data…');
    const question = page.getByRole('alertdialog', { name: 'Remove Orderglass’ data from this computer?' });
    await expect(question).toContainText(`${dataDirectory}`);
    await expect(question).toContainText('data-folder.lock');
    await expect(question).toContainText('chromium-profile');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(question).toBeHidden();
    expect(existsSync(path.join(dataDirectory, 'data-folder.lock'))).toBe(true);

    await chooseInMenu(program, 'Remove all data…');
    // The program ends, perhaps before the click is answered.
    await question
      .getByRole('button', { name: 'Remove' })
      .click()
      .catch(() => {});
    await expect.poll(() => readdirSync(dataDirectory)).toEqual(['other.txt']);
  });

  await test.step('--remove-data removes the folder of a program that has ended', async () => {
    // Chromium has files of these names, but only in a folder of its own.
    const foreign = ['Preferences', 'Cookies', 'other.txt'];
    for (const name of foreign) await writeFile(path.join(copy, name), 'a file of the user');
    expect(existsSync(path.join(copy, 'chromium-profile'))).toBe(true);
    expect(await removeData(copy, cancel)).toBe(1);
    expect(existsSync(path.join(copy, 'data-folder.lock'))).toBe(true);
    expect(await removeData(copy, remove)).toBe(0);
    expect((await readdir(copy)).sort()).toEqual(foreign.sort());
    const left = (await readdir(temporary)).filter((name) => name.startsWith('orderglass-'));
    expect(left, 'folders for the files of Chromium').toEqual([]);
  });
});
