import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type MarginMode, marginModes } from '../../shared/domain.ts';
import { OrderglassError } from '../../shared/errors.ts';

const version = 1;
const id = z.string().min(1).max(200);
const fingerprint = z.string().regex(/^[\w-]{16}$/);

/** Up to where a margin mode is known towards the present. */
const newestSchema = z.strictObject({
  /** Its newest row; `null` while it has none. */
  id: id.nullable(),
  /** The fingerprint of the row before that one: a service that answers it as newer does not do as it was asked. */
  before: fingerprint.nullable(),
});

/** Up to where a margin mode has been read towards the past. */
const olderSchema = z.strictObject({
  /** The row that was handed on last; `null` before the first. */
  at: id.nullable(),
  ended: z.boolean(),
  /** When the next row was created, where that is known: the mode need not be read while the other one is newer. */
  nextTime: z.number().int().nullable(),
  /** The fingerprint of a row that can only come again if the service goes round in a circle. */
  mustNotCome: fingerprint.nullable(),
  newest: newestSchema,
});

export type NewestPosition = z.output<typeof newestSchema>;
export type OlderPosition = z.output<typeof olderSchema>;
export type Positions<Position> = ReadonlyMap<MarginMode, Position>;

/** What a cursor belongs to. It is of no use for anything else. */
export interface CursorScope {
  readonly account: string;
  readonly list: string;
  readonly symbol: string | undefined;
  readonly marginModes: readonly MarginMode[];
}

export interface CursorCodec<Position> {
  /** An opaque text for the page. It holds positions, and of what it belongs to a fingerprint only. */
  write(scope: CursorScope, positions: Positions<Position>): string;
  /** Throws `invalid-input` for whatever `write` did not make for the same scope. */
  read(scope: CursorScope, cursor: string): Positions<Position>;
}

export const olderCursors = createCodec('older', olderSchema);
export const newerCursors = createCodec('newer', newestSchema);

function createCodec<Position>(direction: string, position: z.ZodType<Position>): CursorCodec<Position> {
  const schema = z.strictObject({
    v: z.literal(version),
    for: fingerprint,
    modes: z.partialRecord(z.enum(marginModes), position),
  });
  return {
    write(scope, positions) {
      const modes = Object.fromEntries(positions);
      const text = JSON.stringify({ v: version, for: scopeMark(direction, scope), modes });
      return Buffer.from(text).toString('base64url');
    },
    read(scope, cursor) {
      const parsed = schema.safeParse(parseOrNull(Buffer.from(cursor, 'base64url').toString()));
      if (!parsed.success) throw invalid('not a cursor of this program');
      if (parsed.data.for !== scopeMark(direction, scope)) throw invalid('it belongs to another list');
      const positions = new Map<MarginMode, Position>();
      for (const marginMode of scope.marginModes) {
        const found = parsed.data.modes[marginMode];
        if (found === undefined) throw invalid('it lacks a margin mode');
        positions.set(marginMode, found);
      }
      return positions;
    },
  };
}

function scopeMark(direction: string, { account, list, symbol, marginModes: modes }: CursorScope): string {
  const parts = JSON.stringify([direction, account, list, symbol ?? null, modes]);
  return createHash('sha256').update(parts).digest('base64url').slice(0, 16);
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function invalid(reason: string): OrderglassError {
  return new OrderglassError('invalid-input', `cursor: ${reason}`);
}
