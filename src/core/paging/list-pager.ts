import type { PageQuery } from '../../shared/contract.ts';
import { type MarginMode, marginModes, type Page, type Timestamp, type UnreadableRow } from '../../shared/domain.ts';
import { OrderglassError } from '../../shared/errors.ts';
import {
  type CursorScope,
  type NewestPosition,
  newerCursors,
  type OlderPosition,
  olderCursors,
  type Positions,
} from './cursor.ts';
import { Leftovers } from './leftovers.ts';
import type { ListReader, TimedRow } from './list-reader.ts';
import { merge, newestFirst, oldestFirst } from './merge.ts';
import { type Leftover, ModeStream } from './mode-stream.ts';
import { fingerprint, type Step } from './steps.ts';

/** A page is complete with this many rows; a service that gives few at once is asked again until then. */
const rowsPerPage = 100;
/** Of one margin mode for one page: what is not read then is read with the next page. */
const requestsPerPage = 20;
/**
 * Where there is no id to read on from: for a mode that had no row, which is read back to its beginning, and for one of which
 * nothing was handed on, which is read down to where it was. 20,000 rows at the most.
 */
const requestsPerBacklog = 200;

export interface ListPagerOptions {
  /** Its name: a cursor of another list is of no use. */
  readonly list: string;
  /** Epoch milliseconds. */
  readonly now: () => Timestamp;
  /** Pages of which the rows that belong to the next one are kept for a while. Default 32. */
  readonly keptLeftovers?: number;
}

/**
 * Pages of one of the three order lists, newest first, over one margin mode or both merged by time, without loss or repeat. All that it must remember
 * from page to page is in the cursors; within a margin mode rows stay in the service's order.
 */
export class ListPager<Row extends TimedRow> {
  readonly #list: string;
  readonly #leftovers: Leftovers<Row>;

  constructor({ list, now, keptLeftovers = 32 }: ListPagerOptions) {
    this.#list = list;
    this.#leftovers = new Leftovers(now, keptLeftovers);
  }

  /**
   * `older` answers the rows after those of the cursor's page, or the newest ones; `newer` the rows that have come since. The
   * cursor `older` of a newer page leads to what follows that page. Rejects with `invalid-input` for a cursor that is not
   * this list's, with `bad-answer` where the service goes round in a circle, and with whatever a request fails with.
   */
  read(read: ListReader<Row>, query: PageQuery): Promise<Page<Row>> {
    const modes = query.marginMode === 'all' ? marginModes : [query.marginMode];
    const scope = { account: query.account, list: this.#list, symbol: query.symbol, marginModes: modes };
    if (query.direction === 'older') return this.#readOlder(read, scope, query.cursor);
    return query.cursor === undefined
      ? this.#readOlder(read, scope, undefined)
      : this.#readNewer(read, scope, query.cursor);
  }

  async #readOlder(read: ListReader<Row>, scope: CursorScope, cursor: string | undefined): Promise<Page<Row>> {
    const before = cursor === undefined ? startOf(scope) : olderCursors.read(scope, cursor);
    const streams = [...before].map(([marginMode, position]) => {
      const leftover = cursor === undefined ? undefined : this.#leftovers.find(cursor, marginMode);
      return olderStream(read, marginMode, position, leftover);
    });
    const steps = await merge(streams, newestFirst, rowsPerPage);
    const after = mapStreams(streams, before, olderAfter);
    const isWhole = streams.every((stream) => stream.isOver);
    const older = isWhole ? null : olderCursors.write(scope, after);
    if (older !== null) this.#leftovers.keep(older, leftoversOf(streams));
    const newest = new Map([...after].map(([marginMode, position]) => [marginMode, position.newest]));
    return { ...contentOf(steps, streams), older, newer: newerCursors.write(scope, newest) };
  }

  async #readNewer(read: ListReader<Row>, scope: CursorScope, cursor: string): Promise<Page<Row>> {
    const before = newerCursors.read(scope, cursor);
    const streams = await Promise.all(
      [...before].map(([marginMode, position]) => newerStream(read, marginMode, position)),
    );
    const steps = await merge(streams, oldestFirst, Number.POSITIVE_INFINITY);
    const after = mapStreams(streams, before, newestAfter);
    const beneath = mapStreams(streams, after, olderBeneath);
    return {
      ...contentOf(steps.toReversed(), streams),
      older: olderCursors.write(scope, beneath),
      newer: newerCursors.write(scope, after),
    };
  }
}

function startOf({ marginModes: modes }: CursorScope): Positions<OlderPosition> {
  const newest = { id: null, before: null };
  return new Map(modes.map((mode) => [mode, { at: null, ended: false, nextTime: null, mustNotCome: null, newest }]));
}

function olderStream<Row extends TimedRow>(
  read: ListReader<Row>,
  marginMode: MarginMode,
  { at, ended, nextTime, mustNotCome, newest }: OlderPosition,
  leftover: Leftover<Row> | undefined,
): ModeStream<Row> {
  const begin = at === null && newest.id !== null ? { id: newest.id, time: nextTime } : null;
  return new ModeStream(read, {
    marginMode,
    direct: 'prev',
    at,
    begin,
    hasEnded: ended,
    nextTime,
    mustNotCome: at === null ? [] : [mustNotCome, newest.id && fingerprint(newest.id)].filter((mark) => mark !== null),
    leftover,
    maximumRequests: begin === null ? requestsPerPage : requestsPerBacklog,
  });
}

/** A mode that has no row yet cannot be asked for what follows one: its rows are read from the newest back to its beginning. */
async function newerStream<Row extends TimedRow>(
  read: ListReader<Row>,
  marginMode: MarginMode,
  { id, before }: NewestPosition,
): Promise<ModeStream<Row>> {
  if (id !== null) {
    const mustNotCome = before === null ? [] : [before];
    return new ModeStream(read, { marginMode, direct: 'next', at: id, mustNotCome, maximumRequests: requestsPerPage });
  }
  const backlog = new ModeStream(read, { marginMode, direct: 'prev', at: null, maximumRequests: requestsPerBacklog });
  const steps: Step<Row>[] = [];
  while (!backlog.isOver) {
    if (!backlog.mayFetch) throw new OrderglassError('bad-answer', 'more new rows than can be read at once');
    await backlog.fetch();
    for (let step = backlog.take(); step !== null; step = backlog.take()) steps.push(step);
  }
  const leftover = { steps: steps.reverse(), fetchedAt: backlog.fetchedAt ?? 0 };
  return new ModeStream(read, { marginMode, direct: 'next', at: null, hasEnded: true, leftover, maximumRequests: 0 });
}

function olderAfter<Row extends TimedRow>(stream: ModeStream<Row>, before: OlderPosition): OlderPosition {
  const [first, second] = stream.firstIds;
  const isFirstReading = before.newest.id === null && first !== undefined;
  return {
    at: stream.handedOn.last,
    ended: stream.isOver,
    nextTime: stream.nextTime,
    mustNotCome: stream.mustNotCome === null ? before.mustNotCome : fingerprint(stream.mustNotCome),
    newest: isFirstReading ? { id: first, before: second === undefined ? null : fingerprint(second) } : before.newest,
  };
}

function newestAfter<Row extends TimedRow>({ handedOn }: ModeStream<Row>, before: NewestPosition): NewestPosition {
  if (handedOn.first === null) return before;
  return { id: handedOn.last, before: handedOn.previous === null ? null : fingerprint(handedOn.previous) };
}

/** What stands under the rows of a newer page: where it brought none, all that was there before. */
function olderBeneath<Row extends TimedRow>({ handedOn }: ModeStream<Row>, newest: NewestPosition): OlderPosition {
  return { at: handedOn.first, ended: false, nextTime: null, mustNotCome: null, newest };
}

function mapStreams<Row extends TimedRow, Before, After>(
  streams: readonly ModeStream<Row>[],
  before: Positions<Before>,
  change: (stream: ModeStream<Row>, before: Before) => After,
): Positions<After> {
  const after = new Map<MarginMode, After>();
  for (const stream of streams) {
    const position = before.get(stream.marginMode);
    if (position !== undefined) after.set(stream.marginMode, change(stream, position));
  }
  return after;
}

function leftoversOf<Row extends TimedRow>(
  streams: readonly ModeStream<Row>[],
): ReadonlyMap<MarginMode, Leftover<Row>> {
  const leftovers = new Map<MarginMode, Leftover<Row>>();
  for (const { marginMode, leftover } of streams) if (leftover !== null) leftovers.set(marginMode, leftover);
  return leftovers;
}

function contentOf<Row extends TimedRow>(
  steps: readonly Step<Row>[],
  streams: readonly ModeStream<Row>[],
): { rows: Row[]; unreadable: UnreadableRow[]; fetchedAt: Timestamp } {
  const rows: Row[] = [];
  const unreadable: UnreadableRow[] = [];
  for (const step of steps) {
    if (step.row !== null) rows.push(step.row);
    unreadable.push(...step.unreadable);
  }
  const times = streams.map((stream) => stream.fetchedAt).filter((time) => time !== null);
  return { rows, unreadable, fetchedAt: Math.min(...times) };
}
