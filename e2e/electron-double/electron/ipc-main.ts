import { EventEmitter } from 'node:events';
import type { IpcMain, IpcMainEvent, IpcMainInvokeEvent, WebContents, WebFrameMain } from 'electron';
import { Double, standIn } from '../not-modeled.ts';
import { type Codec, createCodec } from '../page/codec.ts';
import type { ToProgram } from '../page/messages.ts';

type Handler = (event: IpcMainInvokeEvent, ...args: unknown[]) => unknown;
type Listener = (event: IpcMainEvent, ...args: unknown[]) => void;

/** The sender of a message. `frame` returns `null` if the frame has navigated since. */
export interface Sender {
  contents: WebContents;
  frame: () => WebFrameMain | null;
}

const codec: Codec = createCodec();

class IpcEventDouble extends Double implements Pick<IpcMainInvokeEvent, 'type' | 'sender' | 'senderFrame'> {
  readonly type = 'frame';
  readonly #sender: Sender;

  constructor(sender: Sender) {
    super();
    this.#sender = sender;
  }

  get sender(): WebContents {
    return this.#sender.contents;
  }

  get senderFrame(): WebFrameMain | null {
    return this.#sender.frame();
  }
}

class IpcMainDouble extends Double implements Pick<IpcMain, 'handle' | 'handleOnce' | 'removeHandler'> {
  readonly #handlers = new Map<string, Handler>();
  readonly #emitter = new EventEmitter();

  handle(channel: string, handler: Handler): void {
    if (this.#handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`);
    this.#handlers.set(channel, handler);
  }

  handleOnce(channel: string, handler: Handler): void {
    this.handle(channel, (event, ...args) => {
      this.removeHandler(channel);
      return handler(event, ...args);
    });
  }

  removeHandler(channel: string): void {
    this.#handlers.delete(channel);
  }

  on(channel: string, listener: Listener): this {
    this.#emitter.on(channel, listener);
    return this;
  }

  off(channel: string, listener: Listener): this {
    this.#emitter.off(channel, listener);
    return this;
  }

  once(channel: string, listener: Listener): this {
    this.#emitter.once(channel, listener);
    return this;
  }

  /** Calls a handler. Resolves with its encoded result and rejects like the page's `invoke`. */
  async invoke(message: Extract<ToProgram, { kind: 'invoke' }>, sender: Sender) {
    const { channel } = message;
    const handler = this.#handlers.get(channel);
    try {
      if (!handler) throw new Error(`No handler registered for '${channel}'`);
      const event = standIn<IpcMainInvokeEvent>(new IpcEventDouble(sender));
      return codec.encode(structuredClone(await handler(event, ...readArguments(message))));
    } catch (error) {
      throw new Error(`Error invoking remote method '${channel}': ${error}`);
    }
  }

  send(message: Extract<ToProgram, { kind: 'send' }>, sender: Sender): void {
    const event = standIn<IpcMainEvent>(new IpcEventDouble(sender));
    this.#emitter.emit(message.channel, event, ...readArguments(message));
  }
}

function readArguments(message: Extract<ToProgram, { kind: 'invoke' | 'send' }>): unknown[] {
  const args = codec.decode(message.args);
  return Array.isArray(args) ? args : [];
}

export const ipcMainDouble = new IpcMainDouble();
