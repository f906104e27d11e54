import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { ResolvedOptions } from '../options.ts';
import type { World } from '../world.ts';
import { Authentication } from './authentication.ts';
import { deliverToBrokenRequest, sendDelayed, sendReply } from './delivery.ts';
import type { ServiceAccess } from './interceptor.ts';
import { operations } from './operations.ts';
import { parseQuery } from './query.ts';
import { rateLimitKeys, ServerRateLimiter } from './rate-limiter.ts';
import { failureReply, failures, type Reply, RequestRefused, successReply } from './reply.ts';
import type { TrafficRecord } from './traffic.ts';

/** The server runs in the program's process, whose file descriptors other programs could otherwise use up. */
const maxConnections = 128;

/** Creates the HTTP server of the exchange, not yet listening. */
export function createHttpServer(world: World, options: ResolvedOptions, traffic: TrafficRecord): Server {
  const { now, tls, credentials, latencyMs, interceptor } = options;
  const authentication = new Authentication(credentials, options.signingVariant);
  const limiter = new ServerRateLimiter(options.requestsPerWindow, options.windowMs);

  const access: ServiceAccess = {
    credentials,
    now,
    resultOf: (path, parameters) => operations.get(path)?.answer(world, parameters) ?? 'null',
  };

  function answer(request: IncomingMessage, path: string, query: string): Reply {
    const operation = operations.get(path);
    const address = request.socket.remoteAddress ?? 'unknown';
    const endpoint = operation === undefined ? undefined : path;
    const names = rateLimitKeys(request.headers, credentials.token, address, endpoint);
    if (!limiter.admit(names, now())) throw new RequestRefused(failures.busy, undefined, 429);
    if (request.method !== 'GET')
      return failureReply(failures.requestFailure, 405, { allow: 'GET', connection: 'close' });
    if (operation === undefined) throw new RequestRefused(failures.addressUnknown);
    const parameters = operation.isSigned ? authentication.check(request.headers, query, now()) : parseQuery(query);
    return successReply(operation.answer(world, parameters));
  }

  const listener: RequestListener = (request, response) => {
    const { path, query } = splitTarget(request.url ?? '');
    let reply: Reply;
    try {
      reply = answer(request, path, query);
    } catch (error) {
      reply =
        error instanceof RequestRefused
          ? failureReply(error.failure, error.httpStatus)
          : failureReply(failures.systemError);
    }
    const { headers, method = '' } = request;
    traffic.add({ method, path, query, headers, httpStatus: reply.httpStatus, errno: reply.errno });
    const intercepted = interceptor?.({ path, query, headers }, reply, access);
    sendDelayed(response, latencyMs, intercepted ?? (() => sendReply(response, reply, now)));
  };
  const server = tls === undefined ? createServer(listener) : createSecureServer(tls, listener);
  server.maxConnections = maxConnections;
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    deliverToBrokenRequest(socket, error.code, now);
  });
  return server;
}

function splitTarget(target: string): { path: string; query: string } {
  const separator = target.indexOf('?');
  if (separator < 0) return { path: target, query: '' };
  return { path: target.slice(0, separator), query: target.slice(separator + 1) };
}
