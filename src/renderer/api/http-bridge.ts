import type { Bridge, HostEvent } from '../../shared/contract.ts';
import { fail, type Result } from '../../shared/result.ts';

/** The bridge of the browser host: calls are posted, events arrive as server-sent events. */
export function createHttpBridge(): Bridge {
  const listeners = new Set<(event: HostEvent) => void>();
  let source: EventSource | null = null;

  function listen(): void {
    source = new EventSource('/api/events');
    source.onmessage = (message: MessageEvent<string>) => {
      const event = JSON.parse(message.data) as HostEvent;
      for (const listener of listeners) listener(event);
    };
  }

  return {
    async call(channel, input) {
      let response: Response;
      try {
        response = await fetch('/api/call', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ channel, input }),
        });
        return (await response.json()) as Result<unknown>;
      } catch (error) {
        return fail('host-gone', error instanceof Error ? error.message : 'The host did not answer.');
      }
    },
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
