import type { MarginMode } from '../../../shared/domain.ts';
import { OrderglassError } from '../../../shared/errors.ts';
import { type ArchiveProblem, type HistoryList, historyLists } from '../../../shared/history.ts';
import type { FetchedPage } from '../archived-rows.ts';
import { ArchiveError, ArchiveFile, type KnownCoverage } from '../file/index.ts';
import type { ExpectedRow, ExpectedRows } from '../sync/late-rows.ts';
import type { Span } from '../sync/list-archive.ts';
import type { ArchiveOperations, ArchivePlace, ListStanding } from './archive-operations.ts';
import { ListKeeper } from './list-keeper.ts';
import type { Served } from './messages.ts';

const mostUnreadable = 1000;
/** Of the first time, the second and the third in a row; then no more is given up. */
const rowsPerRetreat = [200, 2000, 20_000];

interface OpenArchive {
  readonly file: ArchiveFile;
  readonly lists: { readonly [List in HistoryList]: ListKeeper<List> };
  /** How often some of a run was given up since something new came. */
  readonly retreats: Map<string, number>;
}

export interface ArchiveServiceOptions {
  /** Epoch milliseconds, for names of files. Default: the system's clock. */
  readonly now?: () => number;
  /** Called when the file turned out to be damaged, at its opening or in use: it was set aside, and the archive begins anew. */
  readonly onSetAside?: () => void;
  /** The whole file is looked through once, after nobody has asked for so many milliseconds. Default 30,000. */
  readonly checkAfterMs?: number;
}

/** Answers what a worker is asked about its archive, which is opened at the first question, and again after it could not be. */
export function createArchiveService(
  place: ArchivePlace,
  { now = Date.now, onSetAside = () => {}, checkAfterMs = 30_000 }: ArchiveServiceOptions = {},
): Served<ArchiveOperations> {
  let archive: OpenArchive | null = null;
  let problem: ArchiveProblem | null = null;
  let isToBeginAnew = place.beginsAnew;
  let { version } = place;
  let isClosed = false;
  let isChecked = false;
  let checkTimer: NodeJS.Timeout | undefined;

  function openArchive(): OpenArchive {
    if (isClosed) throw new OrderglassError('cancelled', 'the archive is closed');
    if (isToBeginAnew) ArchiveFile.remove(place.file);
    isToBeginAnew = false;
    const { file, setAside } = ArchiveFile.open({ path: place.file, now });
    if (setAside !== null) {
      problem = { kind: 'set-aside', file: setAside };
      onSetAside();
    } else if (file.readOnly !== null) problem = { kind: 'read-only', file: place.file };
    else if (problem?.kind !== 'set-aside') problem = null;
    const lists = {
      'order-history': new ListKeeper(file, 'order-history', version),
      'plan-history': new ListKeeper(file, 'plan-history', version),
    };
    return { file, lists, retreats: new Map() };
  }

  /** Takes note of why the file cannot be used. A damaged one makes room for a new one with the next question. */
  function noteFailure(error: unknown): void {
    if (!(error instanceof ArchiveError)) return;
    const { kind } = error;
    if (kind !== 'damaged') {
      problem = { kind, file: place.file };
      return;
    }
    closeArchive();
    try {
      problem = { kind: 'set-aside', file: ArchiveFile.setAside(place.file, now()) };
    } catch (failure) {
      noteFailure(failure);
      return;
    }
    onSetAside();
  }

  /** It takes seconds where there are a million rows, in which nothing else is answered. */
  function checkWhenIdle(): void {
    if (isChecked || isClosed) return;
    clearTimeout(checkTimer);
    checkTimer = setTimeout(() => {
      // While the file cannot be opened there is nothing to look through yet.
      if (archive === null) return;
      isChecked = true;
      try {
        if (!archive.file.checkIntegrity()) throw new ArchiveError('damaged', place.file, 'is damaged');
      } catch (error) {
        noteFailure(error);
      }
    }, checkAfterMs);
  }

  function closeArchive(): void {
    if (archive === null) return;
    const { file, lists } = archive;
    archive = null;
    for (const list of historyLists) lists[list].close();
    version = Math.max(...historyLists.map((list) => lists[list].version)) + 1;
    file.close();
  }

  async function use<Answer>(work: (archive: OpenArchive) => Answer | Promise<Answer>): Promise<Answer> {
    try {
      archive ??= openArchive();
      return await work(archive);
    } catch (error) {
      noteFailure(error);
      throw error;
    } finally {
      checkWhenIdle();
    }
  }

  function take<List extends HistoryList>(open: OpenArchive, page: FetchedPage<List>, goesOn: boolean) {
    const { file, lists } = open;
    const isRepeated = goesOn && comesAgain(open, page);
    let added = 0;
    if (!isRepeated) {
      const taken = file.takePage(page);
      lists[page.list].put(taken);
      ({ added } = taken);
      if (goesOn && added > 0) open.retreats.delete(retreatName(page));
    }
    if (problem?.kind !== 'set-aside') problem = null;
    return { added, isRepeated, standing: standingOf(file, lists[page.list].version, page.list) };
  }

  /**
   * Either the service does not go on from where it was asked to, or it had not been true to its order before: in case of that some of what
   * it had answered is read once more, each time more of it, but not again and again.
   */
  function comesAgain<List extends HistoryList>({ file, retreats }: OpenArchive, page: FetchedPage<List>): boolean {
    const { list, marginMode, direct, from, entries } = page;
    if (from === null) return false;
    const end = { list, marginMode, end: direct === 'prev' ? ('oldest' as const) : ('newest' as const), id: from };
    const ids = entries.flatMap(({ id }) => id ?? []);
    if (!file.isWithinRun(end, ids)) return false;
    const name = retreatName(page);
    const before = retreats.get(name) ?? 0;
    retreats.set(name, before + 1);
    const count = rowsPerRetreat[before];
    if (count !== undefined) file.retreat(end, count);
    return true;
  }

  return {
    open: () => {
      if (archive?.file.isWorthReopening) closeArchive();
      return use(({ file, lists }) => ({
        standings: perList((list) => standingOf(file, lists[list].version, list)),
        paused: perList((list) => file.recall(pausedNote(list)) === 'yes'),
        readOnly: file.readOnly?.message ?? null,
      }));
    },
    problem: () => problem,
    take: ({ page, goesOn }) => use((open) => take(open, page, goesOn)),
    newerNeighbour: ({ list, marginMode, id, distance }) =>
      use(({ file }) => file.newerNeighbour(list, marginMode, id, distance)),
    withinRun: ({ list, marginMode, oldest, ids }) =>
      use(({ file }) => ids.filter((id) => file.isWithinRun({ list, marginMode, end: 'oldest', id: oldest }, [id]))),
    unfinished: ({ list, marginMode, mostGroups }) => use(({ file }) => file.unfinished(list, marginMode, mostGroups)),
    recallExpected: ({ list, marginMode }) =>
      use(({ file }) => expectedFrom(file.recall(expectedNote(list, marginMode)))),
    rememberExpected: ({ list, marginMode, expected }) =>
      use(({ file }) => {
        const [name, text] = [expectedNote(list, marginMode), JSON.stringify(expected)];
        if (text !== file.recall(name)) file.remember(name, text);
        return null;
      }),
    placesFor: ({ list, marginMode, rows }) =>
      use(({ file }) =>
        rows
          .toSorted((one, other) => other.createdAt - one.createdAt)
          .map(({ id, createdAt }) => ({
            id,
            isKnown: file.isPlaced(list, marginMode, id),
            from: file.startFor(list, marginMode, createdAt),
          })),
      ),
    setPaused: ({ list, isPaused }) =>
      use(({ file }) => {
        file.remember(pausedNote(list), isPaused ? 'yes' : 'no');
        return null;
      }),
    window: ({ list, ...question }) => use(async ({ lists }) => await lists[list].window(question)),
    select: ({ list, question }) =>
      // A copy: what the index has may be shared, and what is handed over is gone here.
      use(async ({ lists }) => (await lists[list].index()).select(question).numbers.slice()),
    rows: ({ list, numbers }) => use(({ lists }) => lists[list].rows(numbers)),
    summarize: ({ list, filter, zone, now: time }) =>
      use(async ({ lists }) => {
        const index = await lists[list].index();
        return { ...index.summarize(filter, zone, time), version: lists[list].version };
      }),
    results: ({ filter, zone, now: time, quote }) =>
      use(async ({ lists }) => {
        const orders = lists['order-history'];
        const index = await orders.index();
        return { ...index.results(filter, zone, time, quote ?? undefined), version: orders.version };
      }),
    choices: ({ list }) =>
      use(async ({ lists }) => ({ ...(await lists[list].index()).choices(), version: lists[list].version })),
    changes: ({ list, key }) => use(({ file }) => file.changes(list, key)),
    unreadable: ({ list }) => use(({ file }) => file.unreadable(list, mostUnreadable)),
    close: () => {
      clearTimeout(checkTimer);
      closeArchive();
      isClosed = true;
      return null;
    },
  };
}

const retreatName = ({ list, marginMode, direct }: FetchedPage): string => `${list} ${marginMode} ${direct}`;
const expectedNote = (list: HistoryList, marginMode: MarginMode): string => `expected ${list} ${marginMode}`;
const pausedNote = (list: HistoryList): string => `paused ${list}`;

/** Only `rememberExpected` writes it, in an earlier version of the program without what is sure. */
function expectedFrom(text: string | null): ExpectedRows {
  const expected = JSON.parse(text ?? '[]') as ExpectedRows | readonly ExpectedRow[];
  return 'rows' in expected ? expected : { rows: expected, sureFrom: null };
}

function perList<Answer>(answer: (list: HistoryList) => Answer): Record<HistoryList, Answer> {
  return { 'order-history': answer('order-history'), 'plan-history': answer('plan-history') };
}

function standingOf(file: ArchiveFile, version: number, list: HistoryList): ListStanding {
  const coverage = file.coverage(list);
  const of = (mode: string) =>
    coverage.filter(({ marginMode }) => marginMode === mode).flatMap(({ spans }) => spans.map(spanOf));
  const checked = coverage.map(({ checkedAt }) => checkedAt);
  return {
    version,
    rows: file.count(list),
    unreadable: file.countUnreadable(list),
    modes: coverage.map(({ spans: _, checkedAt: _checkedAt, ...mode }) => mode),
    spans: { isolated: of('isolated'), cross: of('cross') },
    checkedAt: checked.every((time) => time !== null) ? Math.min(...checked) : null,
  };
}

function spanOf({ newestId, oldestId, newest, oldest, oldEndReached }: KnownCoverage['spans'][number]): Span {
  return {
    newest: { id: newestId, createdAt: newest },
    oldest: { id: oldestId, createdAt: oldest },
    isEnded: oldEndReached,
  };
}
