import type { ConnectionCheck, ConnectionReport } from '../../shared/domain.ts';
import { type ErrorCode, type Failure, OrderglassError } from '../../shared/errors.ts';
import type { AccountConnection } from './account-connection.ts';

/** Somebody waits in front of a form: longer than one request may take, shorter than all its retries. */
const longestCheckMs = 20_000;

/** After these there is nothing at the address to which a token should be shown. */
const strangerCodes: ReadonlySet<ErrorCode> = new Set([
  'offline',
  'untrusted-certificate',
  'redirect-refused',
  'wrong-address',
  'not-this-service',
]);
/** A service that says one of these by HTTP alone, to a request that needs no permission, is another one. */
const foreignCodes: ReadonlySet<ErrorCode> = new Set([
  'bad-answer',
  'invalid-request',
  'not-authenticated',
  'no-permission',
]);

/**
 * One request without credentials, and then one with them; that one is not sent where the first found something else than the service,
 * and has the same failure. Rejects with `cancelled` alone.
 */
export async function testConnection(line: AccountConnection, signal: AbortSignal): Promise<ConnectionReport> {
  const publicCheck = await check(signal, line, (limited) =>
    line.askMarket((client, options) => client.readSymbolRules({}, options), limited),
  );
  const found: ConnectionCheck = publicCheck.ok ? publicCheck : { ok: false, error: asStranger(publicCheck.error) };
  return {
    public: found,
    signed: !found.ok && strangerCodes.has(found.error.code) ? found : await checkSigned(line, signal),
    clockOffset: line.state?.clockOffset ?? null,
  };
}

async function checkSigned(line: AccountConnection, signal: AbortSignal): Promise<ConnectionCheck> {
  try {
    // Not within the time of the check: the user may be typing the keychain's password.
    await line.knowCredentials(signal);
  } catch (error) {
    return failed(error, signal);
  }
  return check(signal, line, (limited) =>
    line.askOrders(
      (client, options) => client.readOrderHistory({ limit: 1, marginMode: 'isolated' }, options),
      limited,
    ),
  );
}

/**
 * Sends a request with its retries, until the time is over or the exchange asks to slow down: whoever tests wants to be told of that,
 * not to wait for the pause to end.
 */
async function check(
  signal: AbortSignal,
  line: AccountConnection,
  ask: (limited: AbortSignal) => Promise<unknown>,
): Promise<ConnectionCheck> {
  const ended = new AbortController();
  const end = (code: ErrorCode, message: string) => ended.abort(new OrderglassError(code, message));
  const endWherePaused = () => {
    if (typeof line.state?.pausedUntil === 'number') end('throttled', 'the exchange asked to slow down');
  };
  const timer = setTimeout(end, longestCheckMs, 'timeout', `no answer within ${longestCheckMs} ms`);
  const unsubscribe = line.subscribe(endWherePaused);
  const started = performance.now();
  try {
    endWherePaused();
    await ask(AbortSignal.any([signal, ended.signal]));
    return { ok: true, took: Math.round(performance.now() - started) };
  } catch (error) {
    return failed(ended.signal.aborted ? ended.signal.reason : error, signal);
  } finally {
    clearTimeout(timer);
    unsubscribe();
  }
}

function failed(error: unknown, signal: AbortSignal): ConnectionCheck {
  const isAnswer = error instanceof OrderglassError && error.code !== 'cancelled' && !signal.aborted;
  if (!isAnswer) throw error;
  return { ok: false, error: error.toFailure() };
}

function asStranger(failure: Failure): Failure {
  const { service } = failure;
  const isStranger = foreignCodes.has(failure.code) && service !== undefined && service.errno === undefined;
  return isStranger ? { ...failure, code: 'not-this-service' } : failure;
}
