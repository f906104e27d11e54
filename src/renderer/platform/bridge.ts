import type { Bridge, ChannelName, HostEvent } from '../../shared/contract/index.ts';
import { fail, type Result } from '../../shared/values/result.ts';
import { receiveSharedEvents } from './shared-events.ts';

declare global {
  interface Window {
    /** Set by Electron's preload; missing in the browser host. */
    orderglass?: Bridge;
  }
}

// The only place that knows which host the page runs on.
export const inBrowser = window.orderglass === undefined;
export const bridge: Bridge = window.orderglass ?? createHttpBridge();

/** Channels that save something. Their calls reach the host even if the page is closed or reloaded at once. */
const saving: ReadonlySet<string> = new Set<ChannelName>(['changeSettings', 'saveNote', 'reportPresence']);
/** Maximum bytes of all running calls that can outlive the page: browsers refuse more than 64 KiB together. */
const maxLastingBytes = 60_000;

/** The bridge of the browser host: calls are POST requests, events arrive as server-sent events. */
function createHttpBridge(): Bridge {
  const listeners = new Set<(event: HostEvent) => void>();
  const running = new Map<string, AbortController>();
  let lastingBytes = 0;
  let end: (() => void) | null = null;

  function emit(event: HostEvent): void {
    for (const listener of listeners) listener(event);
  }

  return {
    async call(channel, input, callId) {
      const controller = new AbortController();
      running.set(callId, controller);
      const body = new TextEncoder().encode(JSON.stringify({ channel, input }));
      const keepalive = saving.has(channel) && lastingBytes + body.length <= maxLastingBytes;
      if (keepalive) lastingBytes += body.length;
      try {
        const response = await fetch('/api/call', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body,
          keepalive,
          signal: controller.signal,
        });
        return (await response.json()) as Result<unknown>;
      } catch (error) {
        if (controller.signal.aborted) return fail('canceled', 'The page ended the call.');
        return fail('host-gone', error instanceof Error ? error.message : 'The host did not respond.');
      } finally {
        running.delete(callId);
        if (keepalive) lastingBytes -= body.length;
      }
    },
    cancel: (callId) => running.get(callId)?.abort(),
    subscribe(listener, onListening) {
      listeners.add(listener);
      end ??= receiveSharedEvents(emit, () => onListening?.());
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        end?.();
        end = null;
      };
    },
  };
}
