import { Dialog } from '@base-ui/react/dialog';
import { useSelector } from '@tanstack/react-store';
import { useLayoutEffect } from 'react';
import { expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { CommandName } from '../../shared/settings/commands.ts';
import { registerCommand, useCommand } from '../platform/commands.ts';
import { closeDialog, dialog, openDialog, typedAhead } from '../platform/dialogs.ts';
import { render } from '../testing/render.tsx';
import { useKeys } from './use-program-commands.ts';

function Keys() {
  useKeys();
  return null;
}

it('takes keys from the first paint on', async () => {
  let runs = 0;
  function Part() {
    useKeys();
    useCommand('show-shortcuts', () => void runs++);
    return null;
  }
  function Painted() {
    // Before the paint, and before effects of the parts that wait for it.
    useLayoutEffect(
      () => void document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '?', bubbles: true })),
      [],
    );
    return <Part />;
  }
  render(<Painted />);
  await expect.poll(() => runs).toBe(1);
});

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

it('gives a text field its letters and the keys of the page, apart from those that lead elsewhere, and a menu its letters', async () => {
  render(
    <>
      <Keys />
      <input aria-label="Search" />
      <div role="menu" aria-label="Menu" tabIndex={-1} />
      <button type="button">Elsewhere</button>
    </>,
  );
  const ran: CommandName[] = [];
  const names = ['show-shortcuts', 'switch-theme', 'next-account', 'open-palette', 'show-spot-tickers'] as const;
  const ends = names.map((name) => registerCommand(name, () => void ran.push(name)));
  const pressAll = async (): Promise<CommandName[]> => {
    ran.length = 0;
    await userEvent.keyboard(
      '?{Control>}{Shift>}l{/Shift}{/Control}{Alt>}{ArrowDown}{/Alt}{Control>}k{/Control}{Control>}7{/Control}',
    );
    return [...ran];
  };
  await page.getByRole('textbox', { name: 'Search' }).click();
  expect(await pressAll()).toEqual(['open-palette', 'show-spot-tickers']);
  await expect.element(page.getByRole('textbox', { name: 'Search' })).toHaveValue('?');
  (page.getByRole('menu', { name: 'Menu' }).element() as HTMLElement).focus();
  expect(await pressAll()).toEqual([]);
  (page.getByRole('button', { name: 'Elsewhere' }).element() as HTMLElement).focus();
  expect(await pressAll()).toEqual([...names]);
  openDialog('settings');
  expect(await pressAll()).toEqual([]);
  closeDialog('settings');
  for (const end of ends) end();
});

it('keeps letters that follow Ctrl+K for the palette until it appears', async () => {
  render(
    <>
      <Keys />
      <button type="button">Elsewhere</button>
    </>,
  );
  let runs = 0;
  const ends = [
    registerCommand('open-palette', () => openDialog('palette')),
    registerCommand('show-activity', () => void runs++),
  ];
  // The component listens once it has been rendered.
  await page.getByRole('button', { name: 'Elsewhere' }).click();
  await userEvent.keyboard('{Control>}k{/Control}al');
  expect(typedAhead.get()).toBe('al');
  expect(runs).toBe(0);
  closeDialog('palette');
  expect(typedAhead.get()).toBe('');
  await userEvent.keyboard('a');
  expect(runs).toBe(1);
  for (const end of ends) end();
});

function ClosableDialog() {
  return (
    <Dialog.Root open={useSelector(dialog) === 'alerts'} onOpenChange={() => closeDialog('alerts')}>
      <Dialog.Portal>
        <Dialog.Popup>
          <Dialog.Close>Close</Dialog.Close>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

it('loses no key while a closed dialog is still in the page, which it is until the next frame', async () => {
  render(
    <>
      <Keys />
      <ClosableDialog />
    </>,
  );
  let runs = 0;
  onTestFinished(registerCommand('open-palette', () => void runs++));
  openDialog('alerts');
  await expect.element(page.getByRole('button', { name: 'Close' })).toHaveFocus();
  // Like on a busy computer, no frame is drawn before the key. Base UI waits for its frame for as long as the page is open.
  const { requestAnimationFrame } = window;
  const waiting: FrameRequestCallback[] = [];
  window.requestAnimationFrame = (callback) => waiting.push(callback);
  onTestFinished(() => {
    window.requestAnimationFrame = requestAnimationFrame;
    waiting.forEach((callback) => void requestAnimationFrame(callback));
  });
  await userEvent.keyboard('{Enter}{Control>}k{/Control}');
  expect(document.querySelector('[role="dialog"]')).not.toBeNull();
  expect(runs).toBe(1);
});
