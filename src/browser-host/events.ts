import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HostEvent } from '../shared/contract.ts';
import type { HostedCore } from './core.ts';

export interface EventStreams {
  /** Answers with a stream of server-sent events that lasts until one of the two sides ends it. */
  serve(request: IncomingMessage, response: ServerResponse): void;
  /** Ends every stream. */
  close(): void;
}

export interface EventStreamsOptions {
  /** A comment is sent this often, in milliseconds: a page whose host is gone without a word finds out. */
  heartbeatMs?: number;
  /** A page that does not read is cut off when this many bytes wait for it; it connects anew by itself. */
  maxWaitingBytes?: number;
}

/** Hands the core's events to every page that listens. */
export function createEventStreams(core: HostedCore, options: EventStreamsOptions = {}): EventStreams {
  const { heartbeatMs = 15_000, maxWaitingBytes = 8 * 1024 * 1024 } = options;
  const streams = new Set<ServerResponse>();

  function send(text: string): void {
    for (const stream of streams) {
      if (stream.writableLength > maxWaitingBytes) stream.destroy();
      else stream.write(text);
    }
  }

  const unsubscribe = core.subscribe((event: HostEvent) => send(`data: ${JSON.stringify(event)}\n\n`));
  const heartbeat = setInterval(() => send(':\n\n'), heartbeatMs);
  heartbeat.unref();

  return {
    serve(request, response) {
      request.resume();
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
      // Something at once: the page learns that it is connected before the first event.
      response.write(':\n\n');
      streams.add(response);
      response.once('close', () => streams.delete(response));
    },
    close() {
      clearInterval(heartbeat);
      unsubscribe();
      for (const stream of streams) stream.end();
      streams.clear();
    },
  };
}
