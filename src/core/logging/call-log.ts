import { z } from 'zod';
import type { ChannelName } from '../../shared/contract/index.ts';
import type { Result } from '../../shared/values/result.ts';
import type { Log } from './log-events.ts';

const slowMs = 5000;
/** The duration of an export depends on its rows, and on the user who chooses a file meanwhile. */
const neverSlow: ReadonlySet<string> = new Set<ChannelName>(['exportHistory', 'exportTrades', 'exportStatement']);

/** A call of the contract that has ended. `duration` in milliseconds. */
export interface EndedCall {
  readonly channel: ChannelName;
  readonly input: unknown;
  readonly result: Result<unknown>;
  readonly duration: number;
}

/** Logs a call if it failed, and if it took longer than 5 s. */
export function logCall(log: Log, { channel, input, result, duration }: EndedCall): void {
  if (!result.ok && result.error.code === 'canceled') return;
  const account = accountIn(input);
  if (!result.ok) log({ event: 'request-failed', channel, account, failure: result.error });
  if (duration <= slowMs || neverSlow.has(channel)) return;
  const outcome = result.ok ? 'ok' : result.error.code;
  log({ event: 'request-slow', channel, account, milliseconds: Math.round(duration), outcome });
}

const withAccount = z.looseObject({ account: z.string() });
const withId = z.looseObject({ id: z.string() });

/** The account ID in the input of a call; `undefined` if there is none. */
function accountIn(input: unknown): string | undefined {
  try {
    return withAccount.safeParse(input).data?.account ?? withId.safeParse(input).data?.id;
  } catch {
    // The input throws when it is read. The dispatcher has rejected it.
    return undefined;
  }
}
