import type { BaseWindow, Dialog, MessageBoxOptions, MessageBoxReturnValue } from 'electron';
import { Double } from '../not-modelled.ts';

/** Nobody sits before the double: a message stays unanswered, unless a test puts its own function in the place. */
export class DialogDouble extends Double implements Pick<Dialog, 'showErrorBox' | 'showMessageBox'> {
  showErrorBox(title: string, content: string): void {
    process.stderr.write(`${title}\n${content}\n`);
  }

  showMessageBox(window: BaseWindow, options: MessageBoxOptions): Promise<MessageBoxReturnValue>;
  showMessageBox(options: MessageBoxOptions): Promise<MessageBoxReturnValue>;
  showMessageBox(): Promise<MessageBoxReturnValue> {
    return new Promise(() => {});
  }
}
