import type { Bridge, HostEvent } from '../../shared/contract.ts';
import { fail, type Result } from '../../shared/result.ts';

/** The bridge of the browser host: calls are posted, events arrive as server-sent events. */
export function createHttpBridge(): Bridge {
  const listeners = new Set<(event: HostEvent) => void>();
  const underWay = new Map<string, AbortController>();
  let source: EventSource | null = null;

  function listen(): void {
    source = new EventSource('/api/events');
    source.onmessage = (message: MessageEvent<string>) => {
      const event = JSON.parse(message.data) as HostEvent;
      for (const listener of listeners) listener(event);
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
        source?.close();
        source = null;
      };
    },
  };
}
