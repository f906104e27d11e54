import type { Notification, NotificationConstructorOptions } from 'electron';
import { createEvent, EmitterDouble } from '../emitter.ts';
import { refuseOtherKeys } from '../not-modelled.ts';

interface NotificationEvents {
  show: [event: Electron.Event];
  click: [event: Electron.Event];
  close: [event: Electron.Event];
}

const modelledOptions = ['title', 'body', 'silent'];

/** Nobody sits before the double: a notification that is shown stays until a test clicks or closes it. */
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
      show: (notification, hear) => notification.on('show', hear),
      click: (notification, hear) => notification.on('click', hear),
      close: (notification, hear) => notification.on('close', hear),
    });
    refuseOtherKeys(options, modelledOptions, 'Notification');
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
