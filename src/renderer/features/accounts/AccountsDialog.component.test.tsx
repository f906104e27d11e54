import { Dialog } from '@base-ui/react/dialog';
import { useSelector } from '@tanstack/react-store';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { closeDialog, dialog, openDialog } from '../../platform/dialogs.ts';
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
