import type { WebContents } from 'electron';
import type { Frame } from '../chromium/frame-tree.ts';
import type { PageTarget } from '../chromium/page-target.ts';
import type { Encoded } from '../page/codec.ts';
import type { ToPage, ToProgram } from '../page/messages.ts';
import { reportFault } from '../runtime.ts';
import { ipcMainDouble } from './ipc-main.ts';
import type { Permissions } from './permissions.ts';
import { webFrameOf } from './web-frame-main.ts';

export interface PageMessagesOptions {
  page: () => PageTarget;
  contents: WebContents;
  permissions: Permissions;
  openWindow(url: string, frameName: string, features: string): void;
}

/** Transfers messages between the program and the isolated worlds of a page's frames. */
export class PageMessages {
  readonly #options: PageMessagesOptions;

  constructor(options: PageMessagesOptions) {
    this.#options = options;
  }

  /** Receives a message. `isThere` returns true while the sending document exists. */
  receive(message: ToProgram, frame: Frame, isThere: () => boolean): void {
    const { contents, permissions, openWindow } = this.#options;
    const sender = { contents, frame: () => (isThere() ? webFrameOf(frame) : null) };
    switch (message.kind) {
      case 'invoke':
        this.#answer(message.id, ipcMainDouble.invoke(message, sender), frame, isThere);
        break;
      case 'permission': {
        const decided = permissions.ask(message, frame).then(() => null);
        this.#answer(message.id, decided, frame, isThere);
        break;
      }
      case 'open-window':
        openWindow(message.url, message.frameName, message.features);
    }
  }

  /** Does nothing if the document no longer exists. */
  tell(message: ToPage, frame: Frame, isThere: () => boolean): void {
    if (!isThere()) return;
    this.#options
      .page()
      .evaluate(frame, 'isolatedWorld', `electronDouble.receive(${JSON.stringify(message)})`)
      .catch(reportFault);
  }

  #answer(id: number, work: Promise<Encoded>, frame: Frame, isThere: () => boolean): void {
    work.then(
      (value) => this.tell({ kind: 'answer', id, value }, frame, isThere),
      (error: Error) => this.tell({ kind: 'failure', id, message: error.message }, frame, isThere),
    );
  }
}
