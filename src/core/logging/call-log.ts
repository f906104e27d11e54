import { z } from 'zod';
import { type ChannelName, contract } from '../../shared/contract.ts';
import type { Result } from '../../shared/result.ts';
import type { Dispatch } from '../dispatcher.ts';
import type { Log } from './entries.ts';
import { failureFields } from './failure-fields.ts';
import type { Observations } from './observations.ts';

export interface CallLogOptions {
  readonly log: Log;
  readonly observations: Observations;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Milliseconds from some beginning, never set back. Default: the system's. */
  readonly monotonicNow?: () => number;
}

const slowMs = 5000;
/** How long it takes is up to its rows, and to the user who chooses a place for the file meanwhile. */
const takesItsTime: ReadonlySet<ChannelName> = new Set(['exportHistory']);
const withAccount = z.looseObject({ account: z.string() });
const withId = z.looseObject({ id: z.string() });

/** Takes note of the calls that fail or take long. Of one that came out well and in time there is none. */
export function logCalls(dispatch: Dispatch, options: CallLogOptions): Dispatch {
  const { log, observations, now, monotonicNow = () => performance.now() } = options;

  function notice(channel: ChannelName, input: unknown, answer: Result<unknown>, milliseconds: number): void {
    if (!answer.ok && answer.error.code === 'cancelled') return;
    const account = observations.accounts.of(accountOf(input));
    if (!answer.ok) {
      observations.noteKeychain(answer.error, now());
      log({ event: 'request-failed', channel, account, ...failureFields(answer.error) });
    }
    if (milliseconds > slowMs && !takesItsTime.has(channel)) {
      const outcome = answer.ok ? 'ok' : answer.error.code;
      log({ event: 'request-slow', channel, account, milliseconds: Math.round(milliseconds), outcome });
    }
  }

  return async (channel, input, context) => {
    const start = monotonicNow();
    const answer = await dispatch(channel, input, context);
    if (isChannel(channel)) notice(channel, input, answer, monotonicNow() - start);
    return answer;
  };
}

/** Of a call that is about an account, its id; otherwise ''. */
function accountOf(input: unknown): string {
  try {
    return withAccount.safeParse(input).data?.account ?? withId.safeParse(input).data?.id ?? '';
  } catch {
    // It throws when it is looked at, and was refused for that.
    return '';
  }
}

function isChannel(name: string): name is ChannelName {
  return Object.hasOwn(contract, name);
}
