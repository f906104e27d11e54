import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { BrowserContext, Locator } from '@playwright/test';
import { isolatedEnvironment } from '../../src/core/credentials/testing/private-session.ts';
import { type FaultyExchange, startFaultyExchange } from '../../src/demo-exchange/faults/index.ts';
import type { SettingsChange } from '../../src/shared/contract/settings.ts';
import { chooseAccount, fillNewAccount, openAccounts } from '../accounts-dialog.ts';
import { canaries, leakedSecret, secretKey, token, wrongSecretKey } from '../canary/canaries.ts';
import { type Elsewhere, startElsewhere } from '../canary/elsewhere.ts';
import { Evidence } from '../canary/evidence.ts';
import { expectNothingOfThem, expectTokenInItsHeaderOnly } from '../canary/exchange-side.ts';
import { startLeakyPage } from '../canary/leaky-page.ts';
import { recordPage } from '../canary/page-recorder.ts';
import { addProcesses } from '../canary/processes.ts';
import { startWatched, type WatchedProgram } from '../canary/program.ts';
import { createSearch, formsOf } from '../canary/search.ts';
import { test as base, columnTexts, dataRows, expect, showScreen, tryAgain } from '../test.ts';

const newName = '第二个账户';
const screens = ['Open plans', 'Order history', 'Plan history', 'Futures tickers', 'Spot tickers', 'Trading rules'];
const canaryExchange = { seed: 7, orders: 60, plans: 30, ordersPerMinute: 0, credentials: { token, secretKey } };

/** Each screen requests its list when it appears. Later polls would only repeat it. */
const slow: SettingsChange = { refreshEvery: '60' };

interface Fixtures {
  /** An exchange that accepts only the canaries as credentials. */
  own: FaultyExchange;
  elsewhere: Elsewhere;
  evidence: Evidence;
  /** Contains every folder that the program may write to. Searched after the program has ended. */
  folder: string;
  program: WatchedProgram;
}

const test = base.extend<Fixtures>({
  exchangeOptions: { orders: 60, plans: 30, ordersPerMinute: 0, requestsPerWindow: 100_000 },
  settings: slow,
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern
  own: async ({}, use) => {
    const own = await startFaultyExchange(canaryExchange);
    await use(own);
    await own.close();
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above
  elsewhere: async ({}, use) => {
    const elsewhere = await startElsewhere();
    await use(elsewhere);
    await elsewhere.close();
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above
  evidence: async ({}, use) => use(new Evidence(canaries)),
  // biome-ignore lint/correctness/noEmptyPattern: as above
  folder: async ({}, use) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'orderglass-watched-'));
    await use(folder);
    await rm(folder, { recursive: true, force: true });
  },
  program: async ({ exchange, folder, settings, keychain, environment, evidence }, use) => {
    const dataDirectory = path.join(folder, 'data-folder');
    await mkdir(dataDirectory);
    await writeFile(path.join(dataDirectory, 'settings.json'), JSON.stringify(settings));
    const isolated = keychain === 'private' ? environment : isolatedEnvironment(path.join(folder, 'home'));
    const temporary = await mkdtemp(path.join(folder, 'temporary-'));
    const program = await startWatched(
      folder,
      { dataDirectory, exchange: exchange.baseUrl, environment: { ...isolated, TMPDIR: temporary } },
      evidence,
    );
    await use(program);
    await program.close();
  },
});

test.setTimeout(120_000);

/** Asserts that no canary was found and that something of every kind was searched. */
async function expectNoLeak(program: WatchedProgram, evidence: Evidence, folders: readonly string[]): Promise<void> {
  await program.close();
  for (const folder of folders) await evidence.addFolder('file', folder);
  expect(evidence.leaks).toEqual([]);
  expect(program.recorder.unread, 'answers that could not be read').toEqual([]);
  const linuxOnly = process.platform === 'linux' ? ['environment'] : [];
  const always = ['request', 'response', 'event', 'document', 'storage', 'address', 'process list', 'output', 'file'];
  for (const kind of [...always, ...linuxOnly]) expect(evidence.searched(kind), kind).toBeGreaterThan(0);
}

async function expectEmptyKeys(dialog: Locator): Promise<void> {
  await expect(dialog.getByLabel('Access token')).toHaveValue('');
  await expect(dialog.getByLabel('Secret key')).toHaveValue('');
}

/**
 * Tests the connection of the form: with the wrong key, against an exchange that quotes keys, with a redirect, and with
 * the right key.
 */
async function testConnections(program: WatchedProgram, dialog: Locator, own: FaultyExchange, elsewhere: Elsewhere) {
  const typing = { typing: true };
  const result = dialog.getByRole('status');
  const button = dialog.getByRole('button', { name: 'Test connection' });
  await button.click();
  await expect(result).toContainText('The exchange rejected the signature.');
  await program.look('tested with the wrong key', typing);
  await dialog.getByLabel('Secret key').fill(secretKey);

  own.faults.set({ rules: [{ fault: 'errmsg-credentials' }] });
  await button.click();
  await expect(result).toContainText('refused: ');
  await program.look('tested against an exchange that quotes keys', typing);

  own.faults.set({ rules: [{ fault: 'redirect' }], redirectTo: elsewhere.origin });
  await button.click();
  await expect(result).not.toContainText('refused: ');
  await program.look('tested where it is redirected', typing);

  own.faults.set(null);
  await button.click();
  await expect(result).toContainText(/Your orders OK/);
  await program.look('tested with the right key', typing);
}

async function walkThroughScreens({ page, look }: WatchedProgram): Promise<void> {
  for (const screen of screens) {
    const grid = await showScreen(page, screen);
    await dataRows(grid).first().dblclick();
    await expect(page.getByRole('complementary', { name: 'Details' })).toBeVisible();
    await look(`details of ${screen}`);
    await page.getByRole('button', { name: 'Close details' }).click();
  }
}

/** Provokes each failure for a request with credentials, and the indiscreet one for a request without them. */
async function provokeFailures({ page, look }: WatchedProgram, own: FaultyExchange, elsewhere: Elsewhere) {
  const failure = page.getByRole('alert');
  const provoked = {
    'Trading rules': ['errmsg-credentials'],
    'Order history': ['errmsg-credentials', 'html-502', 'redirect'],
  } as const;
  for (const [screen, faults] of Object.entries(provoked)) {
    const grid = await showScreen(page, screen);
    for (const fault of faults) {
      await expect(dataRows(grid).first()).toBeVisible();
      own.faults.set({ rules: [{ fault }], redirectTo: elsewhere.origin });
      await page.getByRole('button', { name: 'Refresh' }).click();
      await expect(failure).toBeVisible();
      await look(`${fault} on ${screen}`);
      own.faults.set(null);
      await tryAgain(page);
    }
  }
}

/** Pastes the clipboard into a page, like a user who sends the text to someone. */
async function pasteElsewhere(context: BrowserContext): Promise<string> {
  const letter = await context.newPage();
  await letter.setContent('<textarea></textarea>');
  const field = letter.locator('textarea');
  await field.focus();
  await letter.keyboard.press('ControlOrMeta+V');
  await expect(field).not.toHaveValue('');
  const pasted = await field.inputValue();
  await letter.close();
  return pasted;
}

async function copyDiagnostics({ page, look }: WatchedProgram, evidence: Evidence): Promise<void> {
  await page.getByRole('button', { name: 'Settings' }).click();
  const dialog = page.getByRole('dialog', { name: 'Settings' });
  await dialog.getByRole('button', { name: 'Copy diagnostics' }).click();
  await expect(page.getByText('Diagnostics copied')).toBeVisible();
  await look('diagnostics copied');
  evidence.add('clipboard', 'diagnostics', await pasteElsewhere(page.context()));
  await dialog.getByRole('button', { name: 'Close' }).click();
}

test('the search finds every encoding of a canary and five characters of it, but not the four that may be shown', async ({
  folder,
  evidence,
}) => {
  const search = createSearch(canaries);
  const around = (bytes: Buffer) => Buffer.concat([Buffer.from('{"text":"'), bytes, Buffer.from('around it"}')]);
  for (const { name, value } of canaries) {
    for (const [form, bytes] of Object.entries(formsOf(value))) {
      expect(search('here', around(bytes)), `${name}, ${form}`).toContainEqual(
        expect.objectContaining({ canary: name, where: 'here' }),
      );
      expect(search('here', gzipSync(around(bytes))), `${name}, ${form}, packed`).not.toEqual([]);
    }
    for (const prefix of ['', 'a', 'ab', 'abc']) {
      const inside = Buffer.from(`${prefix}${value}${prefix}`).toString('base64');
      expect(search('here', inside), `${name} after "${prefix}" in base64`).not.toEqual([]);
    }
    for (let from = 0; from <= value.length - 5; from++) {
      expect(search('here', `…${value.slice(from, from + 5)}…`), `${name} from ${from}`).not.toEqual([]);
    }
    expect(search('here', `ends in …${value.slice(-4)}`)).toEqual([]);
    await mkdir(path.join(folder, 'below', name), { recursive: true });
    await writeFile(path.join(folder, 'below', name, 'file'), around(Buffer.from(value)));
  }
  await evidence.addFolder('file', folder);
  expect(evidence.leaks.map(({ canary }) => canary)).toEqual(expect.arrayContaining(canaries.map(({ name }) => name)));
});

test('the recorder finds a canary wherever a page or a process leaks it', async ({ chromium }) => {
  const evidence = new Evidence([leakedSecret]);
  const leaky = await startLeakyPage(leakedSecret.value);
  const page = await chromium.newPage();
  try {
    const recorder = await recordPage(page, evidence);
    await page.goto(leaky.url);
    await expect(page).toHaveTitle('Everything was leaked');
    await recorder.look('all at once');
    await recorder.finish();
    await addProcesses(evidence, 'all at once', leaky.process.pid ?? 0);
    const places = new Set(evidence.leaks.map(({ where }) => where.split(':', 1)[0]));
    const linuxOnly = process.platform === 'linux' ? ['environment'] : [];
    expect([...places].sort()).toEqual(
      [
        'address',
        'console',
        'document',
        'event',
        'process list',
        'request',
        'response',
        'storage',
        ...linuxOnly,
      ].sort(),
    );
    expect(recorder.entered).toEqual(['saveAccount']);
  } finally {
    await page.close();
    await leaky.close();
  }
});

test.describe('with a keychain', () => {
  test.use({ keychain: 'private', settings: { ...slow, screen: 'symbol-rules' } });

  test('credentials are only in the keychain and in one header of requests to their exchange', async ({
    program,
    own,
    elsewhere,
    exchange,
    evidence,
    environment,
    folder,
  }) => {
    const { page, look } = program;
    await look('opened');
    let dialog = await openAccounts(page);
    await fillNewAccount(dialog, { name: 'Watched', baseUrl: own.baseUrl, token, secretKey: wrongSecretKey });
    await testConnections(program, dialog, own, elsewhere);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toHaveCount(0);
    dialog = await openAccounts(page);
    await expect(dialog.getByText(/Saved on \d{4}-\d\d-\d\d.*Zt9/)).toBeVisible();
    await expectEmptyKeys(dialog);
    await look('saved');

    await dialog.getByLabel('Account name').fill(newName);
    await dialog.getByLabel('Access token').fill(token);
    await dialog.getByLabel('Secret key').fill(secretKey);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByRole('navigation', { name: 'Accounts' })).toContainText(newName);
    await expectEmptyKeys(dialog);
    await dialog.getByRole('button', { name: 'Test connection' }).click();
    await expect(dialog.getByRole('status')).toContainText(/Your orders OK/);
    await look('edited');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('img', { name: /kept for this session only/ })).toBeHidden();

    await walkThroughScreens(program);
    await provokeFailures(program, own, elsewhere);
    await copyDiagnostics(program, evidence);

    await own.close();
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(page.getByRole('alert')).toContainText('Can’t reach the exchange.');
    await look('exchange gone');
    const again = await startFaultyExchange({ ...canaryExchange, port: own.port });
    try {
      await tryAgain(page);
      await look('exchange back');

      const grid = page.getByRole('grid', { name: /^Order history, / });
      const ofOwn = await columnTexts(grid, 'id');
      await chooseAccount(page, 'Demo account');
      await expect(page.getByRole('banner')).toContainText('DEMO');
      await expect.poll(() => columnTexts(grid, 'id')).not.toEqual(ofOwn);
      await look('switched to the demo account');
      await program.endHost('SIGTERM');
      const before = expectTokenInItsHeaderOnly(again);
      await program.startHost();
      await chooseAccount(page, newName);
      // The keys that it signs with now come from the keychain.
      await expect(dataRows(grid).first()).toBeVisible();
      await expect.poll(() => expectTokenInItsHeaderOnly(again)).toBeGreaterThan(before);
      await look('started again');

      dialog = await openAccounts(page);
      await dialog.getByRole('button', { name: newName }).click();
      await dialog.getByRole('button', { name: 'Remove account' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Remove', exact: true }).click();
      await expect(dialog.getByRole('navigation', { name: 'Accounts' })).not.toContainText(newName);
      await look('removed');
      await expectNoLeak(program, evidence, [folder, environment.HOME ?? '']);
    } finally {
      await again.close();
    }
    const tests = Array.from({ length: 4 }, () => 'testConnection');
    expect(program.recorder.entered).toEqual([...tests, 'saveAccount', 'saveAccount']);
    expect(expectTokenInItsHeaderOnly(own)).toBeGreaterThan(0);
    expectNothingOfThem(exchange);
    expect(elsewhere.arrived).toEqual([]);
  });
});

test('credentials of one session are only in memory, and lost when the host is killed, unlike the last known open plans', async ({
  program,
  own,
  elsewhere,
  exchange,
  evidence,
  folder,
}) => {
  const { page, look } = program;
  let dialog = await openAccounts(page);
  await fillNewAccount(dialog, { name: 'Watched', baseUrl: own.baseUrl, token, secretKey });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toContainText('No keychain service is running on this computer.');
  await expect(dialog.getByRole('navigation', { name: 'Accounts' })).not.toContainText('Watched');
  await look('refused by the keychain', { typing: true });
  await dialog.getByRole('button', { name: 'Keep for this session only' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Account: Watched' })).toBeVisible();
  await expect(page.getByRole('img', { name: /kept for this session only/ })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Status' })).toContainText('Its keys are kept for this session only.');
  const plans = page.getByRole('treegrid', { name: 'Open plans, Watched' });
  await expect(dataRows(plans).first()).toBeVisible();
  await expect(plans).not.toHaveAttribute('data-stale');
  // The host stores open plans a second after they appear. A killed one would lose those that this view does not show yet.
  await dataRows(plans).first().dblclick();
  const details = page.getByRole('complementary', { name: 'Details' });
  await expect(details.getByRole('region', { name: 'Recorded on this computer' })).toContainText('First seen');
  await page.getByRole('button', { name: 'Close details' }).click();
  dialog = await openAccounts(page);
  await expectEmptyKeys(dialog);
  await look('kept for the session');
  await dialog.getByRole('button', { name: 'Close' }).click();

  own.faults.set({ rules: [{ fault: 'errmsg-credentials' }] });
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByRole('alert')).toContainText('refused: ');
  await look('the exchange quotes keys');
  await copyDiagnostics(program, evidence);
  own.faults.set(null);

  await program.endHost('SIGKILL');
  await evidence.addFolder('file', folder);
  await expect(page.getByText('Orderglass has stopped.')).toBeVisible();
  await look('host killed');
  await program.startHost();
  await expect(dataRows(plans).first()).toBeVisible();
  await expect(plans).toHaveAttribute('data-stale');
  await expect(page.getByRole('banner')).toContainText('Not live');
  await expect(page.getByRole('banner')).not.toContainText('DEMO');
  await expect(page.getByRole('alert')).toHaveText(
    /^Watched: The keys aren’t stored on this computer\.\s*Enter them again\. +Showing data from \d{4}-\d\d-\d\d \d\d:\d\d:\d\d\./,
  );
  // Without the distance of a plan order, which is old. Plans of the moving market may have triggered meanwhile.
  await expect(page).toHaveTitle(/^(\(\d+\) )?Open plans – Orderglass$/);
  await look('started again');

  await expectNoLeak(program, evidence, [folder]);
  expect(program.recorder.entered).toEqual(['saveAccount', 'saveAccount']);
  expect(expectTokenInItsHeaderOnly(own)).toBeGreaterThan(0);
  expectNothingOfThem(exchange);
  expect(elsewhere.arrived).toEqual([]);
});
