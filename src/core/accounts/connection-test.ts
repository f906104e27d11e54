import type { ConnectionCheck, ConnectionReport } from '../../shared/contract/accounts.ts';
import type { Failure } from '../../shared/contract/failure.ts';
import type { ErrorCode } from '../../shared/values/error-codes.ts';
import { OrderglassError } from '../../shared/values/errors.ts';
import type { AccountConnection } from './account-connection.ts';

/** Timeout of one check (ms): longer than one request may take, shorter than all its retries. */
const maxCheckMs = 20_000;

/** After these failures the request with the token is skipped: the server is unreachable, not trusted or not the exchange. */
const codesWithoutSignedCheck: ReadonlySet<ErrorCode> = new Set([
  'offline',
  'untrusted-certificate',
  'no-tls',
  'redirect-refused',
  'wrong-address',
  'not-this-service',
]);
/** If a response has one of these codes, but no errno, the server is not the exchange: the request needs no permission. */
const codesOfOtherServers: ReadonlySet<ErrorCode> = new Set([
  'bad-answer',
  'invalid-request',
  'not-authenticated',
  'no-permission',
]);

/**
 * Sends one request without credentials and one with them. If the first does not find the exchange, the second is skipped and reports
 * the same failure. Rejects only with `canceled`.
 */
export async function testConnection(connection: AccountConnection, signal: AbortSignal): Promise<ConnectionReport> {
  let proxy: string | null = null;
  // Known before the first check ends, because the checks wait for the same proxy. An unusable proxy fails the checks.
  connection.proxyName().then(
    (name) => {
      proxy = name;
    },
    () => {},
  );
  const publicCheck = await check(signal, connection, (bounded) =>
    connection.askMarket((client, options) => client.readSymbolRules({}, options), bounded),
  );
  const found: ConnectionCheck = publicCheck.ok
    ? publicCheck
    : { ok: false, error: recognizeServer(publicCheck.error) };
  const isSkipped = !found.ok && codesWithoutSignedCheck.has(found.error.code);
  return {
    public: found,
    signed: isSkipped ? found : await checkSigned(connection, signal),
    clockOffset: connection.status?.clockOffset ?? null,
    proxy,
  };
}

async function checkSigned(connection: AccountConnection, signal: AbortSignal): Promise<ConnectionCheck> {
  try {
    // Outside the check's timeout, because the user may be typing the keychain's password.
    await connection.loadCredentials(signal);
  } catch (error) {
    return failedCheck(error, signal);
  }
  return check(signal, connection, (bounded) =>
    connection.askOrders(
      (client, options) => client.readOrderHistory({ limit: 1, marginMode: 'isolated' }, options),
      bounded,
    ),
  );
}

/** Sends a request with its retries, until the timeout or the first throttling: the user wants to know of it, not wait for its end. */
async function check(
  signal: AbortSignal,
  connection: AccountConnection,
  request: (bounded: AbortSignal) => Promise<unknown>,
): Promise<ConnectionCheck> {
  const ended = new AbortController();
  const end = (code: ErrorCode, message: string) => ended.abort(new OrderglassError(code, message));
  const endIfPaused = () => {
    const { status } = connection;
    if (typeof status?.pausedUntil !== 'number') return;
    if (status.isDown) end('service-busy', 'the exchange seems to be down');
    else end('throttled', 'the exchange asked to slow down');
  };
  const timer = setTimeout(end, maxCheckMs, 'timeout', `no response within ${maxCheckMs} ms`);
  const unsubscribe = connection.subscribe(endIfPaused);
  const startedAt = performance.now();
  try {
    endIfPaused();
    await request(AbortSignal.any([signal, ended.signal]));
    return { ok: true, took: Math.round(performance.now() - startedAt) };
  } catch (error) {
    return failedCheck(ended.signal.aborted ? ended.signal.reason : error, signal);
  } finally {
    clearTimeout(timer);
    unsubscribe();
  }
}

/** Throws if the caller canceled the check, or the error is not one of ours. */
function failedCheck(error: unknown, signal: AbortSignal): ConnectionCheck {
  const isFailure = error instanceof OrderglassError && error.code !== 'canceled' && !signal.aborted;
  if (!isFailure) throw error;
  return { ok: false, error: error.toFailure() };
}

function recognizeServer(failure: Failure): Failure {
  const { code, service } = failure;
  const isOtherServer = codesOfOtherServers.has(code) && service !== undefined && service.errno === undefined;
  return isOtherServer ? { ...failure, code: 'not-this-service' } : failure;
}
