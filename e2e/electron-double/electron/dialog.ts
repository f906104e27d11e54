import type {
  BaseWindow,
  Dialog,
  MessageBoxOptions,
  MessageBoxReturnValue,
  SaveDialogOptions,
  SaveDialogReturnValue,
} from 'electron';
import { Double, NotModeled, refuseOtherKeys } from '../not-modeled.ts';

type Modeled = 'showErrorBox' | 'showMessageBox' | 'showSaveDialog';

/** Dialogs stay open, unless a test replaces these functions. `ELECTRON_DOUBLE_BUTTON` is the number of the button that message boxes return. */
export class DialogDouble extends Double implements Pick<Dialog, Modeled> {
  showErrorBox(title: string, content: string): void {
    process.stderr.write(`${title}\n${content}\n`);
  }

  showMessageBox(window: BaseWindow, options: MessageBoxOptions): Promise<MessageBoxReturnValue>;
  showMessageBox(options: MessageBoxOptions): Promise<MessageBoxReturnValue>;
  showMessageBox(): Promise<MessageBoxReturnValue> {
    const button = process.env.ELECTRON_DOUBLE_BUTTON;
    if (button === undefined) return new Promise(() => {});
    return Promise.resolve({ response: Number(button), checkboxChecked: false });
  }

  showSaveDialog(window: BaseWindow, options: SaveDialogOptions): Promise<SaveDialogReturnValue>;
  showSaveDialog(options: SaveDialogOptions): Promise<SaveDialogReturnValue>;
  showSaveDialog(window: BaseWindow | SaveDialogOptions, options?: SaveDialogOptions): Promise<SaveDialogReturnValue> {
    if (options === undefined) throw new NotModeled('a save dialog that belongs to no window');
    if (!('isDestroyed' in window) || window.isDestroyed()) throw new TypeError('Object has been destroyed');
    refuseOtherKeys(options, ['defaultPath', 'filters', 'properties'], 'a save dialog');
    return new Promise(() => {});
  }
}
