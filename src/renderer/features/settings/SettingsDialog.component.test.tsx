import { expect, it, onTestFinished } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import type { UpdateStatus } from '../../../shared/contract/program.ts';
import { succeed } from '../../../shared/values/result.ts';
import { openDialog } from '../../platform/dialogs.ts';
import { notice } from '../../platform/notice.ts';
import { undoLatest } from '../../platform/undo.ts';
import { expectAccessible } from '../../testing/axe.ts';
import type { Answers } from '../../testing/fake-host.ts';
import { type Rendered, render } from '../../testing/render.tsx';
import { programAnswers } from '../../testing/samples.ts';
import { SettingsDialog } from './SettingsDialog.tsx';

const dialog = page.getByRole('dialog', { name: 'Settings' });
const about = dialog.getByRole('region', { name: 'About' });
const press = (keys: string): Promise<void> => userEvent.keyboard(keys);

async function openSettings(answers: Answers = {}): Promise<Rendered> {
  const rendered = render(<SettingsDialog />, { answers: { ...programAnswers, ...answers } });
  openDialog('settings');
  await expect.element(about.getByRole('button', { name: 'Copy diagnostics' })).toBeVisible();
  return rendered;
}

/** Imports a file with a content. Returns the question or the refusal. */
async function importFile(name: string, content: string) {
  const chosen = commands.chooseFile(name, content);
  await dialog.getByRole('button', { name: 'Import' }).click();
  await chosen;
  return page.getByRole('alertdialog');
}

const fileOf = (settings: object): string => JSON.stringify({ format: 'orderglass-settings', version: 3, settings });

/** Returns the words on the control with the focus. */
function focusedText(): string {
  const focused = document.activeElement;
  return (focused?.closest('label') ?? focused)?.textContent ?? '';
}

it.each(['English', '中文'])('scrolls in one direction only, in a small window, too: %s', async (language) => {
  onTestFinished(() => page.viewport(1440, 900));
  await openSettings();
  await dialog.getByRole('radio', { name: language }).click();
  for (const width of [1440, 480]) {
    await page.viewport(width, 500);
    const wider = () =>
      [...document.querySelectorAll('[role="dialog"], [role="dialog"] *')]
        .filter(({ scrollWidth, clientWidth }) => clientWidth > 1 && scrollWidth > clientWidth)
        .filter((element) => ['auto', 'scroll'].includes(getComputedStyle(element).overflowX))
        .map(({ className }) => className);
    await expect.poll(wider).toEqual([]);
  }
});

it('changes every setting with the keyboard alone, and restores all defaults after a question', async () => {
  const { host } = await openSettings();
  await expect.element(dialog.getByRole('button', { name: 'Close' })).toHaveFocus();
  // Tab reaches a radio group once, at its selected choice.
  const reached: string[] = [];
  for (;;) {
    await press('{Tab}');
    // A guard element after the last control moves the focus to the first one.
    await expect.poll(() => dialog.element().contains(document.activeElement)).toBe(true);
    const focused = focusedText();
    if (focused === 'Close' || reached.length > 40) break;
    reached.push(focused);
  }
  const parts = [
    'System',
    'System',
    'Normal',
    'Green up',
    '1,234.5',
    'Local',
    'Export',
    'Import',
    'Reset',
    'Copy diagnostics',
  ];
  expect(reached.filter((part) => parts.includes(part))).toEqual(parts);

  dialog.getByRole('radio', { name: 'System' }).last().element().focus();
  await press('{ArrowLeft}');
  await expect.poll(() => host.settings.theme).toBe('light');
  await press('{Tab}{ArrowRight}');
  await expect.poll(() => host.settings.density).toBe('compact');
  await expectAccessible(dialog.element());

  await dialog.getByRole('radio', { name: 'Red up' }).click();
  await dialog.getByRole('radiogroup', { name: 'Refresh every' }).getByRole('radio', { name: '10 sec' }).click();
  await expect.poll(() => host.settings.refreshEvery).toBe('10');
  await dialog.getByRole('button', { name: 'Reset' }).click();
  const question = page.getByRole('alertdialog', { name: 'Reset all settings?' });
  const lists = question.getByRole('list');
  for (const part of ['Margin mode', 'Refresh every', 'Quiet hours', 'Sound'])
    await expect.element(lists.first()).toMatchTextContent(part);
  await expect.element(lists.nth(1)).toMatchTextContent('Watchlists');
  await expectAccessible(question.element());
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(question).not.toBeInTheDocument();
  expect(host.settings).toMatchObject({ theme: 'light', density: 'compact', priceColors: 'red-up' });
  await dialog.getByRole('button', { name: 'Reset' }).click();
  await question.getByRole('button', { name: 'Reset' }).click();
  await expect.element(question).not.toBeInTheDocument();
  expect(host.settings).toMatchObject({ theme: 'system', density: 'normal', priceColors: 'green-up' });

  expect(undoLatest()?.done).toBe('Settings reset to defaults');
  await expect.poll(() => host.settings.theme).toBe('light');
  expect(host.settings).toMatchObject({ theme: 'light', density: 'compact', priceColors: 'red-up' });
});

it('corrects quiet hours as they are typed, and Escape restores a time zone before it closes the settings', async () => {
  const { host } = await openSettings();
  await dialog.getByRole('checkbox', { name: 'Quiet hours' }).click();
  const start = dialog.getByRole('textbox', { name: 'Quiet hours start' });
  await expect.element(start).toHaveValue('22:00');
  await start.fill('2330');
  await press('{Enter}');
  await expect.element(start).toHaveValue('23:30');
  await start.fill('10 pm');
  await expect.element(start).toHaveAttribute('aria-invalid', 'true');
  await press('{Tab}');
  await expect.element(start).toHaveValue('23:30');
  expect(host.settings.quietHours).toEqual({ from: '23:30', to: '07:00' });

  await dialog.getByRole('radio', { name: 'Other' }).click();
  const zone = dialog.getByRole('combobox', { name: 'Time zone name' });
  const before = (zone.element() as HTMLInputElement).value;
  await expect.element(zone).toHaveFocus();
  await press('Shang');
  await expect.element(page.getByRole('option', { name: 'Asia/Shanghai' })).toBeVisible();
  await press('{Escape}');
  await expect.element(zone).toHaveValue(before);
  await press('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(host.settings.timeZone).toBe('local');
});

it('lists what an imported file changes and what it skips, and says why a file is invalid', async () => {
  const { host } = await openSettings();
  const refusal = await importFile('theirs.json', 'not json');
  await expect.element(refusal).toMatchTextContent('it isn’t valid JSON');
  await expect.element(refusal).toMatchTextContent('Nothing was changed.');
  await expect.element(refusal.getByRole('button', { name: 'Import' })).not.toBeInTheDocument();
  await refusal.getByRole('button', { name: 'Close' }).click();
  await expect.element(refusal).not.toBeInTheDocument();

  const unknown = { theme: 'light', sparkles: true, __proto__x: 1, account: 'another', density: 12 };
  const question = await importFile('theirs.json', fileOf(unknown));
  await expect.element(question).toMatchTextContent('Not recognized or invalid, and skipped:');
  const items = question.getByRole('listitem').elements();
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'Theme',
    'sparkles',
    '__proto__x',
    'account',
    'density',
  ]);
  await expectAccessible(question.element());
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(dialog.getByRole('button', { name: 'Import' })).toHaveFocus();
  expect(host.callsOf('changeSettings')).toEqual([]);

  const again = await importFile('theirs.json', fileOf({ theme: 'light', density: 'compact' }));
  await expect.element(again).toMatchTextContent('These settings change to the values in theirs.json:');
  await again.getByRole('button', { name: 'Import' }).click();
  await expect.element(again).not.toBeInTheDocument();
  expect(host.settings).toMatchObject({ theme: 'light', density: 'compact' });
});

it('exports notes only if the user wants it, and imports them into the account of their name', async () => {
  const note = { kind: 'order' as const, id: '1', text: 'late #fomo' };
  const { host } = await openSettings({ importNotes: () => succeed({ added: 1, same: 0, kept: 0 }) });
  await dialog.getByRole('checkbox', { name: 'Include notes' }).click();
  await expect.element(dialog).toMatchTextContent('Anyone who has the file can read them');
  await expectAccessible(dialog.element());
  const question = await importFile(
    'theirs.json',
    JSON.stringify({ ...JSON.parse(fileOf({})), notes: [{ account: 'Demo account', notes: [note] }] }),
  );
  await expect.element(question).toMatchTextContent('1 note of Demo account');
  await expectAccessible(question.element());
  expect(host.callsOf('importNotes')).toEqual([]);
  await question.getByRole('button', { name: 'Import' }).click();
  await expect.poll(() => notice.get()).toBe('1 note imported');
  expect(host.callsOf('importNotes')).toEqual([{ account: 'demo', notes: [note] }]);
});

it('updates the program only if the user wants it, and shows no setting on a host that cannot', async () => {
  await openSettings();
  await expect.element(about.getByText('Automatic update checks')).not.toBeInTheDocument();
});

it.each<[UpdateStatus, string]>([
  [{ kind: 'found', version: '1.1.0' }, 'Version 1.1.0 is available.'],
  [{ kind: 'ready', version: '1.1.0', waitsForExport: false }, 'Version 1.1.0 is ready.'],
])('says what is known about updates: %o', async (status, said) => {
  const answer = () => succeed(status);
  const { host } = await openSettings({ readUpdates: answer, installUpdate: answer });
  await about.getByRole('radio', { name: 'On' }).click();
  await expect.element(about.getByRole('status')).toMatchTextContent(said);
  if (status.kind !== 'ready') return;
  await about.getByRole('button', { name: 'Restart to update' }).click();
  expect(host.callsOf('installUpdate')).toHaveLength(1);
});

it('checks for updates once the user has turned them on', async () => {
  const answer = () => succeed<UpdateStatus>({ kind: 'off' });
  const { host } = await openSettings({ readUpdates: answer, checkForUpdates: answer });
  await expect.element(about.getByRole('radio', { name: 'Off' })).toBeChecked();
  await expect.element(about.getByText('github.com once a day, not your exchange')).toBeVisible();
  await expect.element(about.getByRole('button', { name: 'Check for updates' })).not.toBeInTheDocument();
  await about.getByRole('radio', { name: 'On' }).click();
  await about.getByRole('button', { name: 'Check for updates' }).click();
  expect(host.callsOf('checkForUpdates')).toHaveLength(1);
});

it('copies a text for a bug report', async () => {
  await openSettings({ readDiagnostics: () => succeed({ text: 'Orderglass 1.0.0' }) });
  await about.getByRole('button', { name: 'Copy diagnostics' }).click();
  await expect.poll(() => notice.get() ?? '').toContain('copied');
});

it('shows what a backup would add, restores it, and takes it back', async () => {
  const parts: string[] = [];
  const adds = {
    accounts: ['Main'],
    notes: 3,
    alerts: 1,
    orders: 1200,
    plans: 0,
    settings: ['theme' as const],
    kept: { notes: 0 },
    leftOut: 2,
  };
  const { host } = await openSettings({
    readWeeklyBackups: () => succeed({ folder: null, days: ['2026-11-20'] }),
    handOverBackup: ({ part }) => {
      parts.push(part);
      return succeed({});
    },
    previewRestore: () => succeed({ kind: 'understood', createdAt: Date.UTC(2026, 10, 27), program: '0.1.0', adds }),
    restoreBackup: () => succeed(adds),
    undoRestore: () => succeed({ undone: true }),
  });
  const backup = dialog.getByRole('region', { name: 'Backup' });
  await expect.element(backup).toMatchTextContent('Latest weekly backup: 2026-11-20.');
  const chosen = commands.chooseFile('orderglass-backup-2026-11-27.zip', 'zip of a kind');
  await backup.getByRole('button', { name: 'Restore…' }).click();
  await chosen;
  const question = page.getByRole('alertdialog', { name: 'Restore this backup?' });
  for (const words of ['Accounts: Main', '3 notes', '1 alert', 'Observed executions of 1,200 orders', '1 setting'])
    await expect.element(question.getByRole('list')).toMatchTextContent(words);
  await expect.element(question).toMatchTextContent('2 lines of the file can’t be read');
  expect(atob(parts.join(''))).toBe('zip of a kind');
  await expectAccessible(question.element());
  await question.getByRole('button', { name: 'Restore' }).click();
  await expect.element(question).not.toBeInTheDocument();
  expect(host.callsOf('restoreBackup')).toHaveLength(1);
  expect(undoLatest()?.done).toBe('Backup restored');
  await expect.poll(() => notice.get()).toBe('Restore undone');
});

it('refuses a backup of a later version, and says so', async () => {
  await openSettings({
    handOverBackup: () => succeed({}),
    previewRestore: () => succeed({ kind: 'refused', reason: 'later-version' }),
  });
  const chosen = commands.chooseFile('b.zip', 'x');
  await dialog.getByRole('button', { name: 'Restore…' }).click();
  await chosen;
  const refusal = page.getByRole('alertdialog', { name: 'Couldn’t restore the file' });
  await expect.element(refusal).toMatchTextContent('b.zip was written by a newer version of Orderglass.');
  await expect.element(refusal.getByRole('button', { name: 'Restore' })).not.toBeInTheDocument();
});
