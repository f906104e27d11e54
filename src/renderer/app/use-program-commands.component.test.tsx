import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { registerCommand } from '../platform/commands.ts';
import { closeDialog, openDialog } from '../platform/dialogs.ts';
import { render } from '../testing/render.tsx';
import { useKeys } from './use-program-commands.ts';

function Keys() {
  useKeys();
  return null;
}

it('gives no key to the program from the moment in which a dialog opens, even before the dialog has the focus', async () => {
  render(<Keys />);
  let runs = 0;
  const end = registerCommand('show-shortcuts', () => void runs++);
  openDialog('settings');
  expect(document.activeElement).toBe(document.body);
  await userEvent.keyboard('?');
  expect(runs).toBe(0);
  closeDialog('settings');
  await userEvent.keyboard('?');
  expect(runs).toBe(1);
  end();
});
