import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Core } from '../core/index.ts';
import type { HostEvent } from '../shared/contract/index.ts';

export interface EventStreams {
  /** Responds with a stream of server-sent events, which lasts until one side ends it. */
  serve(request: IncomingMessage, response: ServerResponse): void;
  /** Ends every stream. */
  close(): void;
}

export interface EventStreamsOptions {
  /** Milliseconds between two comments, by which a page notices that its host is gone. */
  heartbeatMs?: number;
  /** A stream with more unread bytes is disconnected. The page connects again automatically. */
  maxQueuedBytes?: number;
}

/** Sends the events of the core to every page that is connected. */
export function createEventStreams(core: Pick<Core, 'subscribe'>, options: EventStreamsOptions = {}): EventStreams {
  const { heartbeatMs = 15_000, maxQueuedBytes = 8 * 1024 * 1024 } = options;
  const streams = new Set<ServerResponse>();

  function send(text: string): void {
    for (const stream of streams) {
      if (stream.writableLength > maxQueuedBytes) stream.destroy();
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
      // A first comment, so that the page knows immediately that it is connected.
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
