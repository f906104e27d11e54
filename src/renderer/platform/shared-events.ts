import type { HostEvent } from '../../shared/contract/index.ts';

/** Milliseconds after which a page whose event stream was refused opens it again. */
const reconnectDelayMs = 3000;
/** Milliseconds between two checks of a visible page on the page that has the stream. */
const checkIntervalMs = 5000;

/** Name of the lock of the page that has the stream, and of the channel on which that page passes the events on. */
const name = 'orderglass-events';
const request = 'is the stream open?';

interface Passed {
  /** Names the connection; `null` while there is none. Events may be lost between two of them. */
  stream: string | null;
  /** JSON of a `HostEvent`. */
  event?: string;
}

/**
 * Receives the events of the browser host until the returned function is called. `onListening`: called before the first event.
 *
 * All pages of a browser share one stream, because browsers open at most six connections to a host. The page that holds the lock has the
 * stream. Once that page ends, the browser gives the lock to the next one. A visible page takes the lock from one that has stopped responding,
 * such as a frozen one. After each change of the stream every page receives `eventsMissed`.
 * `onBroken`: called when the stream has ended, and after each failed attempt to open it again.
 */
export function receiveSharedEvents(
  emit: (event: HostEvent) => void,
  onListening: () => void,
  onBroken: () => void,
): () => void {
  const channel = new BroadcastChannel(name);
  /** Ends the wait for the lock. */
  let waiting = new AbortController();
  let known: string | null = null;
  let endLead: (() => void) | null = null;
  let answer = (): void => {};
  let isAsking = false;

  function receive({ stream, event }: Passed): void {
    isAsking = false;
    if (stream === null) {
      // Before the first stream, the calls of the page tell.
      if (known !== null) onBroken();
      return;
    }
    const isFirst = known === null;
    if (stream !== known) {
      known = stream;
      if (isFirst) onListening();
      else emit({ name: 'eventsMissed', data: {} });
    }
    if (event !== undefined) emit(JSON.parse(event) as HostEvent);
  }

  /** Opens the stream. Resolves when the page no longer needs it. */
  function lead(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    let source: EventSource;
    let timer = 0;
    let stream: string | null = null;
    const pass = (passed: Passed): void => {
      channel.postMessage(passed);
      receive(passed);
    };
    const connect = (): void => {
      source = new EventSource('/api/events');
      source.onopen = () => {
        stream = crypto.randomUUID();
        pass({ stream });
      };
      source.onmessage = ({ data }: MessageEvent<string>) => pass({ stream, event: data });
      source.onerror = () => {
        stream = null;
        pass({ stream });
        // The browser reconnects on its own unless it was refused, as by a restarted host until the page has a session.
        if (source.readyState === EventSource.CLOSED) timer = window.setTimeout(connect, reconnectDelayMs);
      };
    };
    connect();
    answer = () => channel.postMessage({ stream } satisfies Passed);
    endLead = () => {
      endLead = null;
      answer = () => {};
      window.clearTimeout(timer);
      source.close();
      resolve();
    };
    return promise;
  }

  async function follow(options: LockOptions): Promise<void> {
    try {
      await navigator.locks.request(name, options, lead);
    } catch {
      // Another page has taken the lock. Otherwise this page no longer waits for it, or is being left.
      if (options.signal?.aborted || endLead === null) return;
      endLead();
      void follow({ signal: waiting.signal });
    }
  }

  function check(): void {
    if (endLead !== null || document.visibilityState !== 'visible') isAsking = false;
    else if (isAsking) takeOver();
    else {
      isAsking = true;
      channel.postMessage(request);
    }
  }

  function takeOver(): void {
    isAsking = false;
    waiting.abort();
    waiting = new AbortController();
    void follow({ steal: true });
  }

  channel.onmessage = ({ data }: MessageEvent<Passed | typeof request>) => {
    if (data === request) answer();
    else receive(data);
  };
  void follow({ signal: waiting.signal });
  channel.postMessage(request);
  const timer = window.setInterval(check, checkIntervalMs);
  return () => {
    window.clearInterval(timer);
    waiting.abort();
    endLead?.();
    channel.close();
  };
}
