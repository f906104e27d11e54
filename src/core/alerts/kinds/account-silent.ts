import { z } from 'zod';
import { liveLists } from '../../../shared/market/market.ts';
import { needsUser } from '../../market/poll-retry-policy.ts';
import { defineKind } from './kind.ts';

/** Milliseconds of failed polls after which an account is reported as silent, whatever the failure. */
const silentAfterMs = 60_000;

/** The requests of the account fail. */
export const accountSilent = defineKind('account-silent', {
  /** `firedFor`: the list for which the alert has fired, until the list is fetched again. */
  state: z.strictObject({ kind: z.literal('account-silent'), firedFor: z.enum(liveLists).nullable() }),
  initial: { kind: 'account-silent', firedFor: null },
  isArmed: ({ firedFor }) => firedFor === null,
  lists: () => ['open-plans'],
  next(event, _alert, { firedFor }, { monotonicNow, failing }) {
    if (event.kind === 'rows') {
      return event.list === firedFor ? { state: { kind: 'account-silent', firedFor: null }, fires: [] } : null;
    }
    if (event.kind === 'orphans' || firedFor !== null) return null;
    for (const [list, { since, failure, isConfirmed }] of failing) {
      // Tickers do not depend on the account. The `stale` alert reports old ones.
      const isSilent = list === 'open-plans' && monotonicNow - since >= silentAfterMs;
      if (!isSilent && !(needsUser(failure) && isConfirmed)) continue;
      return { state: { kind: 'account-silent', firedFor: list }, fires: [{ list, failure: failure.code }] };
    }
    return null;
  },
});
