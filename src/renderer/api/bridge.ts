import type { Bridge, HostEvent } from '../../shared/contract.ts';
import { fail, type Result } from '../../shared/result.ts';

declare global {
  interface Window {
    /** Put there by Electron's preload; absent in the browser host. */
    orderglass?: Bridge;
  }
}

// The one place that knows on which host the page runs.
export const inBrowser = window.orderglass === undefined;
export const bridge: Bridge = window.orderglass ?? createHttpBridge();

/** Milliseconds after which a page that was refused asks for events once more. */
const listenAnewAfter = 3000;

/** The bridge of the browser host: calls are posted, events arrive as server-sent events. */
function createHttpBridge(): Bridge {
  const listeners = new Set<(event: HostEvent) => void>();
  const underWay = new Map<string, AbortController>();
  let source: EventSource | null = null;
  let timer = 0;
  let hasMissed = false;

  function tell(event: HostEvent): void {
    for (const listener of listeners) listener(event);
  }

  function listen(): void {
    const stream = new EventSource('/api/events');
    source = stream;
    stream.onmessage = (message: MessageEvent<string>) => tell(JSON.parse(message.data) as HostEvent);
    stream.onopen = () => {
      if (hasMissed) tell({ name: 'eventsMissed', data: {} });
      hasMissed = false;
    };
    stream.onerror = () => {
      hasMissed = true;
      // A browser connects anew by itself, but not where it was refused: by a host that was started anew, until the page has its session.
      if (stream.readyState === EventSource.CLOSED) timer = window.setTimeout(listen, listenAnewAfter);
    };
  }

  return {
    async call(channel, input, callId) {
      const ending = new AbortController();
      underWay.set(callId, ending);
      try {
        const response = await fetch('/api/call', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ channel, input }),
          signal: ending.signal,
        });
        return (await response.json()) as Result<unknown>;
      } catch (error) {
        if (ending.signal.aborted) return fail('cancelled', 'The page does not wait for the answer any more.');
        return fail('host-gone', error instanceof Error ? error.message : 'The host did not answer.');
      } finally {
        underWay.delete(callId);
      }
    },
    cancel: (callId) => underWay.get(callId)?.abort(),
    subscribe(listener) {
      listeners.add(listener);
      if (!source) listen();
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        window.clearTimeout(timer);
        source?.close();
        source = null;
      };
    },
  };
}
