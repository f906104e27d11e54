import { Dialog } from '@base-ui/react/dialog';
import { useSelector } from '@tanstack/react-store';
import { expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import type { AccountSummary } from '../../../shared/contract/accounts.ts';
import { succeed } from '../../../shared/values/result.ts';
import { closeDialog, dialog, openDialog } from '../../platform/dialogs.ts';
import { expectAccessible } from '../../testing/axe.ts';
import { render } from '../../testing/render.tsx';
import { demoAccount } from '../../testing/samples.ts';
import { AccountsDialog } from './AccountsDialog.tsx';

/** A dialog that focuses its field as the palette does. */
function OtherDialog() {
  return (
    <Dialog.Root open={useSelector(dialog) === 'palette'}>
      <Dialog.Portal>
        <Dialog.Popup>
          <input ref={(input) => input?.focus()} aria-label="Other" />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

it('leaves the focus to a dialog that opens at once after it has closed', async () => {
  render(
    <>
      <AccountsDialog accounts={[demoAccount]} current={demoAccount} onChoose={() => {}} />
      <OtherDialog />
    </>,
  );
  openDialog('new-account');
  await expect.element(page.getByLabelText('Account name')).toHaveFocus();
  closeDialog('new-account');
  await new Promise((resolve) => setTimeout(resolve));
  openDialog('palette');
  // The closed dialog is drawn, and gone, by then.
  for (let frame = 0; frame < 5; frame++) await new Promise(requestAnimationFrame);
  await expect.element(page.getByLabelText('Other')).toHaveFocus();
});

it('opens with the selected account after the form of a new one was left', async () => {
  render(<AccountsDialog accounts={[demoAccount]} current={demoAccount} onChoose={() => {}} />);
  openDialog('new-account');
  await expect.element(page.getByLabelText('Account name')).toHaveFocus();
  closeDialog('new-account');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  openDialog('accounts');
  await expect.element(page.getByRole('region', { name: demoAccount.name })).toBeVisible();
});

it('deletes the archive of a removed account on request, after its notes were saved', async () => {
  const mine: AccountSummary = { ...demoAccount, id: 'mine', kind: 'live', name: 'Mine' };
  const offered = Promise.withResolvers<string>();
  const createObjectUrl = URL.createObjectURL;
  onTestFinished(() => void Object.assign(URL, { createObjectURL: createObjectUrl }));
  URL.createObjectURL = (file: Blob) => {
    offered.resolve(file.text());
    return '#';
  };
  const { host } = render(<AccountsDialog accounts={[demoAccount, mine]} current={demoAccount} onChoose={() => {}} />, {
    answers: {
      countNotes: () => succeed({ notes: 1 }),
      listNotes: () => succeed({ notes: [{ kind: 'order', id: '1', text: 'late' }], next: null }),
      removeAccount: () => succeed([demoAccount]),
    },
  });
  openDialog('accounts');
  await page.getByRole('button', { name: 'Mine' }).click();
  await page.getByRole('button', { name: 'Remove account' }).click();
  const question = page.getByRole('alertdialog');
  await expect.element(question.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await question.getByRole('checkbox', { name: /archive/ }).click();
  await expect.element(question).toMatchTextContent('The archive has 1 note of yours.');
  await expectAccessible(question.element());
  const remove = question.getByRole('button', { name: 'Remove', exact: true });
  await expect.element(remove).not.toBeInTheDocument();
  await question.getByRole('button', { name: 'Save notes' }).click();
  const { notes } = JSON.parse(await offered.promise);
  expect(notes).toMatchObject([{ account: 'Mine', notes: [{ kind: 'order', text: 'late' }] }]);
  await remove.click();
  await expect.element(question).not.toBeInTheDocument();
  expect(host.callsOf('removeAccount')).toEqual([{ id: 'mine', withArchive: true }]);
});
