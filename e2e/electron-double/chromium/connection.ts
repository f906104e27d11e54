import { EventEmitter } from 'node:events';
import type { Answer, Command, EventName, Parameter, Payload } from './protocol.ts';

/** A session with a target of Chromium: a page, a frame in its own process, or the browser. */
export interface Session {
  readonly id: string;
  send<Name extends Command>(method: Name, parameters?: Parameter<Name>): Promise<Answer<Name>>;
  on<Name extends EventName>(event: Name, listener: (payload: Payload<Name>) => void): void;
}

interface Message {
  id?: number;
  sessionId?: string;
  method?: string;
  params?: unknown;
  result?: unknown;
  error?: { message: string };
}

interface Waiting {
  method: string;
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/** The page or document of a command no longer exists. Chromium has no error codes for these cases. */
export class TargetGone extends Error {}
const goneTexts =
  /Cannot find context|Session with given id not found|No target with given id|Inspected target navigated|Target closed|Target crashed|Execution context was destroyed|Not attached to an active page|Invalid InterceptionId/;

/** A DevTools connection to a running Chromium, beside Playwright's own. */
export class Connection {
  /** The session with the browser. */
  readonly browser: Session;
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, Waiting>();
  readonly #sessions = new Map<string, EventEmitter>();
  #lastId = 0;

  private constructor(socket: WebSocket, whenClosed: () => void) {
    this.#socket = socket;
    this.browser = this.session('');
    socket.addEventListener('message', ({ data }) => this.#receive(JSON.parse(String(data))));
    socket.addEventListener('close', whenClosed);
  }

  /** Connects to a WebSocket URL. Pending commands stay unsettled after `whenClosed`. */
  static async open(endpoint: string, whenClosed: () => void): Promise<Connection> {
    const socket = new WebSocket(endpoint);
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve, { once: true });
      socket.addEventListener('error', () => reject(new Error(`Cannot connect to Chromium at ${endpoint}.`)));
    });
    return new Connection(socket, whenClosed);
  }

  session(id: string): Session {
    const events = this.#sessions.get(id) ?? new EventEmitter();
    this.#sessions.set(id, events);
    return {
      id,
      send: (method, parameters) => this.#send(id, method, parameters),
      on: (event, listener) => {
        events.on(event, listener);
      },
    };
  }

  #send<Name extends Command>(session: string, method: Name, params: Parameter<Name>): Promise<Answer<Name>> {
    this.#lastId += 1;
    const id = this.#lastId;
    const answer = new Promise<unknown>((resolve, reject) => this.#waiting.set(id, { method, resolve, reject }));
    this.#socket.send(JSON.stringify({ id, method, params, ...(session === '' ? {} : { sessionId: session }) }));
    // Chromium's protocol defines the type of the response.
    return answer as Promise<Answer<Name>>;
  }

  #receive({ id, sessionId = '', method, params, result, error }: Message): void {
    if (id === undefined) {
      if (method !== undefined) this.#sessions.get(sessionId)?.emit(method, params);
      return;
    }
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (!waiting) return;
    if (!error) waiting.resolve(result);
    else {
      const text = `${waiting.method}: ${error.message}`;
      waiting.reject(goneTexts.test(text) ? new TargetGone(text) : new Error(text));
    }
  }
}
