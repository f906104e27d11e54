import type { Bridge, ChannelName, HostEvent } from '../../shared/contract/index.ts';
import { fail, type Result } from '../../shared/values/result.ts';
import { hostGone } from './host-gone.ts';
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

  const httpBridge: Bridge = {
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
        const result = (await response.json()) as Result<unknown>;
        hostGone.set(false);
        return result;
      } catch (error) {
        if (controller.signal.aborted) return fail('canceled', 'The page ended the call.');
        hostGone.set(true);
        return fail('host-gone', error instanceof Error ? error.message : 'The host did not respond.');
      } finally {
        running.delete(callId);
        if (keepalive) lastingBytes -= body.length;
      }
    },
    cancel: (callId) => running.get(callId)?.abort(),
    subscribe(listener, onListening) {
      listeners.add(listener);
      end ??= receiveSharedEvents(
        emit,
        () => onListening?.(),
        // Tells whether the program has stopped, or has only closed the stream.
        () => void httpBridge.call('readAbout', {}, crypto.randomUUID()),
      );
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        end?.();
        end = null;
      };
    },
  };
  return httpBridge;
}
