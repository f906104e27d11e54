import type { Notification, NotificationConstructorOptions } from 'electron';
import { createEvent, EmitterDouble } from '../emitter.ts';
import { refuseOtherKeys } from '../not-modeled.ts';

interface NotificationEvents {
  show: [event: Electron.Event];
  click: [event: Electron.Event];
  close: [event: Electron.Event];
  failed: [event: Electron.Event, error: string];
}

const modeledOptions = ['title', 'body', 'silent'];

/** Shown notifications stay until a test clicks, closes or fails them. */
export class NotificationDouble
  extends EmitterDouble<Notification, NotificationEvents>
  implements Pick<Notification, 'title' | 'body' | 'silent' | 'show' | 'close'>
{
  title: string;
  body: string;
  silent: boolean;
  #isShown = false;

  static isSupported(): boolean {
    return true;
  }

  constructor(options: NotificationConstructorOptions = {}) {
    super({
      show: (notification, listener) => notification.on('show', listener),
      click: (notification, listener) => notification.on('click', listener),
      close: (notification, listener) => notification.on('close', listener),
      failed: (notification, listener) => notification.on('failed', listener),
    });
    refuseOtherKeys(options, modeledOptions, 'Notification');
    this.title = options.title ?? '';
    this.body = options.body ?? '';
    this.silent = options.silent ?? false;
  }

  show(): void {
    this.#isShown = true;
    this.emit('show', createEvent({}));
  }

  close(): void {
    if (!this.#isShown) return;
    this.#isShown = false;
    this.emit('close', createEvent({}));
  }
}
