import { existsSync, readdirSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { runElectronDouble } from '../hosts/electron-double.ts';
import { expect } from '../test.ts';
import { chooseInMenu, test } from './electron-test.ts';

const cancel = 0;
const remove = 1;

test('--remove-data asks, and then removes the data folder', async ({
  host,
  chromium,
  program,
  dataDirectory,
  environment,
}) => {
  test.skip(host === 'electron', 'a dialog of the system would stay open');
  const temporary = path.join(dataDirectory, 'temporary');
  await mkdir(temporary);
  const options = { dataDirectory, environment: { ...environment, TMPDIR: temporary } };
  await expect(program.page).toHaveTitle(/Orderglass$/);
  expect(await runElectronDouble(chromium, options, { args: ['--remove-data'], button: remove })).toBe(1);
  expect(existsSync(path.join(dataDirectory, 'data-folder.lock')), 'a running program keeps its data').toBe(true);

  await program.close();
  // Chromium has files of these names, but only in a folder of its own.
  const foreign = ['Preferences', 'Cookies', 'other.txt'];
  for (const name of foreign) await writeFile(path.join(dataDirectory, name), 'a file of the user');
  expect(existsSync(path.join(dataDirectory, 'chromium-profile'))).toBe(true);
  expect(await runElectronDouble(chromium, options, { args: ['--remove-data'], button: cancel })).toBe(1);
  expect(existsSync(path.join(dataDirectory, 'data-folder.lock'))).toBe(true);
  expect(await runElectronDouble(chromium, options, { args: ['--remove-data'], button: remove })).toBe(0);
  expect((await readdir(dataDirectory)).sort()).toEqual([...foreign, 'temporary'].sort());
  const left = (await readdir(temporary)).filter((name) => name.startsWith('orderglass-'));
  expect(left, 'folders for the files of Chromium').toEqual([]);
});

test('the menu asks in the page, and the program restarts to remove its data, without another question', async ({
  host,
  program,
  dataDirectory,
}) => {
  test.skip(host === 'electron', 'a dialog of the system would stay open');
  const { page } = program;
  await writeFile(path.join(dataDirectory, 'other.txt'), 'a file of the user');
  await expect(page).toHaveTitle(/Orderglass$/);
  await chooseInMenu(program, 'Remove all data…');
  const question = page.getByRole('alertdialog', { name: 'Remove Orderglass’ data from this computer?' });
  await expect(question).toContainText(`${dataDirectory}`);
  await expect(question).toContainText('data-folder.lock');
  await expect(question).toContainText('chromium-profile');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  expect(existsSync(path.join(dataDirectory, 'data-folder.lock'))).toBe(true);

  await chooseInMenu(program, 'Remove all data…');
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect.poll(() => readdirSync(dataDirectory)).toEqual(['other.txt']);
});
