import { z } from 'zod';
import { defineKind } from './kind.ts';

/** A list that a page shows, or another alert needs, is not fetched for some minutes. */
export const stale = defineKind('stale', {
  state: z.strictObject({ kind: z.literal('stale'), hasFired: z.boolean() }),
  initial: { kind: 'stale', hasFired: false },
  isArmed: ({ hasFired }) => !hasFired,
  // It watches the lists that others need.
  lists: () => [],
  next(event, { condition: { minutes } }, { hasFired }, { monotonicNow, polledSince, silenceOf }) {
    if (event.kind !== 'ticked') return null;
    const limitMs = minutes * 60_000;
    let isFresh = polledSince.size > 0;
    for (const [list, since] of polledSince) {
      const silence = silenceOf(list);
      if (!hasFired && Math.min(monotonicNow - since, silence) >= limitMs) {
        return { state: { kind: 'stale', hasFired: true }, fires: [{ list }] };
      }
      isFresh &&= silence < limitMs;
    }
    return hasFired && isFresh ? { state: { kind: 'stale', hasFired: false }, fires: [] } : null;
  },
});
