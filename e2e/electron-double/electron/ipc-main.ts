import type { IpcMain, IpcMainInvokeEvent, WebContents, WebFrameMain } from 'electron';
import { Double, standIn } from '../not-modeled.ts';
import { type Codec, createCodec } from '../page/codec.ts';
import type { ToProgram } from '../page/messages.ts';

type Handler = (event: IpcMainInvokeEvent, ...args: unknown[]) => unknown;

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

class IpcMainDouble extends Double implements Pick<IpcMain, 'handle'> {
  readonly #handlers = new Map<string, Handler>();

  handle(channel: string, handler: Handler): void {
    if (this.#handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`);
    this.#handlers.set(channel, handler);
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
}

function readArguments(message: Extract<ToProgram, { kind: 'invoke' }>): unknown[] {
  const args = codec.decode(message.args);
  return Array.isArray(args) ? args : [];
}

export const ipcMainDouble = new IpcMainDouble();
