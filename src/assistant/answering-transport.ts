import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isJSONRPCRequest, type JSONRPCMessage, type RequestId, type Transport } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';

/** The standard input and output. If the input ends or fails, the transport closes once every request that was read has its response. */
export class AnsweringTransport implements Transport {
  onmessage?: (message: JSONRPCMessage) => void;
  onerror?: (error: Error) => void;
  onclose?: () => void;
  /** Resolves once the transport is closed. */
  readonly closed: Promise<void>;
  readonly #stdio: StdioServerTransport;
  /** Requests without a response. */
  readonly #open = new Set<RequestId>();
  #onResponse = () => {};

  constructor() {
    this.#stdio = new StdioServerTransport(Readable.from(this.#untilAnswered()));
    this.#stdio.onmessage = (message) => {
      this.#note(message);
      this.onmessage?.(message);
    };
    this.#stdio.onerror = (error) => this.onerror?.(error);
    this.closed = new Promise((resolve) => {
      this.#stdio.onclose = () => {
        this.onclose?.();
        resolve();
      };
    });
  }

  start(): Promise<void> {
    return this.#stdio.start();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    try {
      await this.#stdio.send(message);
    } finally {
      if (!('method' in message) && message.id !== undefined) this.#settle(message.id);
    }
  }

  close(): Promise<void> {
    return this.#stdio.close();
  }

  async *#untilAnswered() {
    try {
      yield* process.stdin;
    } finally {
      // The messages of the last chunk are received by then.
      await nextTurn();
      while (this.#open.size > 0) {
        await new Promise<void>((resolve) => {
          this.#onResponse = resolve;
        });
      }
    }
  }

  #note(message: JSONRPCMessage): void {
    // A subscription has its response when the transport closes.
    if (isJSONRPCRequest(message)) {
      if (message.method !== 'subscriptions/listen') this.#open.add(message.id);
    } else if ('method' in message && message.method === 'notifications/cancelled') {
      // A canceled request gets no response.
      this.#settle(message.params?.requestId as RequestId);
    }
  }

  #settle(request: RequestId): void {
    this.#open.delete(request);
    this.#onResponse();
  }
}
