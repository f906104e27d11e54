import { createHash, type Hash } from 'node:crypto';
import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';
import { type FileColumn, isoTimes } from '../core/export/row-texts.ts';
import { rowsIn } from '../core/history/history-service.ts';
import type { Answer as CommandAnswer } from '../core/reader/command.ts';
import { type Asked, commandOf, isIncomplete, isLocked, lockedText, prepare } from '../core/reader/prepare.ts';
import { openReader, type Reader, type ReaderOptions } from '../core/reader/reader.ts';
import type { HistoryState } from '../shared/contract/history.ts';
import { questions } from '../shared/contract/questions.ts';
import { timeZoneSchema } from '../shared/contract/values.ts';
import { historyLists, readUntilOf } from '../shared/orders/history.ts';
import { OrderglassError } from '../shared/values/errors.ts';
import { AnsweringTransport } from './answering-transport.ts';

/** Bytes of an answer. Clients cut longer ones: 60 KB of figures are less than the 25,000 tokens that the strictest one takes. */
const maxAnswerBytes = 60_000;
/** Milliseconds without a call after which the archives are closed. The next call reads what is stored then. */
const idleMs = 5_000;
/** Milliseconds after which a call reads the archives again, though calls have followed each other. */
const maxAgeMs = 60_000;
/** Characters of a text of the exchange. */
const maxTextLength = 300;
/** Characters of an error's text, which may have the names of all accounts. */
const maxErrorLength = 2_000;
/** Bytes of the coverage, of which an account needs 500 to 2,000. The rest of an answer is for rows. */
const maxCoverageBytes = 20_000;
/** Bytes of the names of accounts that have the same orders. */
const maxSameBytes = 4_000;
/** Gaps of a list in the coverage. */
const maxGaps = 10;
/** Fields that no assistant gets: the text as received. The user's words need the user's leave. */
const withheld = ['key', 'raw'];
const noteFields = ['note', 'tags'];
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Tools with their titles and the commands whose rows they have. */
const tools: Readonly<Record<string, readonly [title: string, ...commands: string[]]>> = {
  list_accounts: ['Accounts', 'accounts'],
  read_coverage: ['Coverage', 'coverage', 'gaps'],
  list_orders: ['Orders', 'orders'],
  list_plan_orders: ['Plan orders', 'plans'],
  list_trades: ['Trades', 'trades'],
  read_positions: ['Open positions', 'positions'],
  read_results: ['Results of trades', 'results'],
  read_statement: ['Statement', 'statement'],
};

/** The tools as a manifest names them. */
export function assistantTools(): { name: string; description: string }[] {
  return Object.entries(tools).map(([name, [, ...commands]]) => ({ name, description: describe(commands) }));
}

function describe(commands: readonly string[]): string {
  const descriptions = commands.map((command) => commandOf(command).description).join(' ');
  return `${descriptions} Figures are exact decimal texts: null is not zero, and a price of 0 is none. PnL is before fees and funding, which the exchange does not send.`;
}

const coverageSchema = z.strictObject({
  account: z.string(),
  list: z.enum(historyLists),
  marginMode: z.string(),
  rows: z.number(),
  oldest: z.string().nullable(),
  newest: z.string().nullable(),
  complete: z.boolean().describe('False if older orders may be missing.'),
  gaps: z
    .array(z.strictObject({ from: z.string(), to: z.string() }))
    .describe('Orders between these times may be missing: the longest gaps, the newest first.'),
  gapsTotal: z.number().describe('Number of all gaps of the list. Rows of read_coverage have the others, too.'),
  unreadable: z.number().describe('Rows of the list that could not be read. They are in no answer.'),
  checkedAt: z
    .string()
    .nullable()
    .describe('When the newest orders were last read from the exchange: later ones are missing.'),
});

interface Arguments extends Omit<Asked, 'accounts' | 'directory'> {
  readonly account?: string | undefined;
  readonly cursor?: string | undefined;
}

/**
 * Serves the archives to an assistant on the standard input and output (Model Context Protocol, revision 2026-07-28 and those with a handshake),
 * until the input has ended and every question of it has its answer. Reads files alone: see `Reader`.
 */
export async function serveAssistant(
  options: ReaderOptions,
  { version, withNotes }: { version: string; withNotes: boolean },
): Promise<void> {
  const archives = new Archives({ ...options, leavesNotes: !withNotes });
  const transport = new AnsweringTransport();
  const newServer = () => {
    const server = new McpServer({ name: 'orderglass', version });
    for (const [name, [title, ...commands]] of Object.entries(tools)) {
      server.registerTool(
        name,
        {
          title,
          description: describe(commands),
          inputSchema: inputOf(commands[0]),
          outputSchema: outputOf(commands),
          annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
        },
        async (input: unknown) => {
          try {
            const answer = await archives.use((reader) => answerOf(reader, commands, input as Arguments, withNotes));
            return { content: [{ type: 'text', text: JSON.stringify(answer) }], structuredContent: answer };
          } catch (error) {
            return { content: [{ type: 'text', text: explain(error) }], isError: true };
          }
        },
      );
    }
    return server;
  };
  serveStdio(newServer, { transport });
  await transport.closed;
  archives.close();
}

interface OpenArchives {
  readonly reader: Promise<Reader>;
  readonly openedAt: number;
  calls: number;
}

/** The archives, as they were when the first of some calls read them. Closed once no call uses them. */
class Archives {
  readonly #options: ReaderOptions;
  /** Those that the next call uses. */
  #open: OpenArchives | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: ReaderOptions) {
    this.#options = options;
  }

  async use<Result>(work: (reader: Reader) => Promise<Result>): Promise<Result> {
    clearTimeout(this.#timer);
    if (this.#open !== null && Date.now() - this.#open.openedAt > maxAgeMs) this.close();
    this.#open ??= { reader: openReader(this.#options), openedAt: Date.now(), calls: 0 };
    const archives = this.#open;
    archives.calls++;
    try {
      return await work(await archives.reader);
    } catch (error) {
      // It may be over by the next call, which opens the archives again.
      if (this.#open === archives) this.#open = null;
      throw error;
    } finally {
      archives.calls--;
      if (this.#open !== archives) closeUnused(archives);
      else if (archives.calls === 0) this.#timer = setTimeout(() => this.close(), idleMs);
    }
  }

  /** The last call that uses the archives closes them. */
  close(): void {
    clearTimeout(this.#timer);
    const archives = this.#open;
    this.#open = null;
    if (archives !== null) closeUnused(archives);
  }
}

/** What the assistant hears of an error. The message of any error that is not ours may have paths of this computer. */
function explain(error: unknown): string {
  if (isLocked(error)) return lockedText;
  if (error instanceof OrderglassError) return cut(error.message, maxErrorLength);
  process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
  return 'The answer failed because of an error in Orderglass.';
}

function closeUnused({ calls, reader }: OpenArchives): void {
  if (calls === 0)
    reader.then(
      (opened) => opened.close(),
      () => {},
    );
}

function inputOf(command: string | undefined) {
  const filters = {
    orders: questions.readOrderHistory.input.shape.filter,
    plans: questions.readPlanHistory.input.shape.filter,
    trades: questions.readTrades.input.shape.filter,
    results: questions.readTradeResults.input.shape.filter,
  };
  const filter = Object.entries(filters).find(([name]) => name === command)?.[1];
  const isList = filter !== undefined && command !== 'results';
  return z.strictObject({
    ...(command === 'accounts'
      ? {}
      : { account: z.string().max(200).optional().describe('Name or ID. Default: all accounts.') }),
    ...(filter === undefined
      ? {}
      : {
          words: z.string().max(200).optional().describe('Words of the search field, such as "last month loss btc".'),
          filter: filter
            .optional()
            .describe('Parts of a filter, which a row must all meet, with values as rows have them: BTC-USDT, filled.'),
        }),
    ...(isList ? { sort: z.string().max(200).optional().describe('Such as "pnl" or "pnl:desc,createdAt".') } : {}),
    ...(filter !== undefined || command === 'statement'
      ? {
          from: z.iso.date().optional().describe('First day.'),
          to: z.iso.date().optional().describe('Last day.'),
        }
      : {}),
    zone: timeZoneSchema.optional().describe('Time zone of days and times. Default: that of the settings.'),
    cursor: z.string().max(500).optional().describe('The nextCursor of the answer before.'),
  });
}

function outputOf(commands: readonly string[]) {
  const fields = commands.flatMap((command) => commandOf(command).fields).filter((field) => !withheld.includes(field));
  const row = Object.fromEntries(fields.map((field) => [field, z.string().nullable().optional()]));
  return z.strictObject({
    zone: z.string(),
    asOf: z.string().describe('When the answer was made.'),
    coverage: z
      .array(coverageSchema)
      .describe('What is stored. Orders outside of it are unknown, not none. Lists that may lack orders come first.'),
    coverageTotal: z
      .number()
      .describe('Number of all lists of the coverage. Rows of read_coverage have the others, too.'),
    isComplete: z.boolean().describe('False if the answer may lack orders.'),
    sameOrders: z
      .array(z.array(z.string()))
      .describe('Groups of accounts that have the same orders: sums of several count them more than once.'),
    searched: z
      .string()
      .nullable()
      .describe('What of the words is no known condition: the answer has only rows with this text.'),
    absent: z.array(z.string()).describe('Values of the filter that no row has: another spelling may be meant.'),
    total: z.number().describe('Rows of the whole answer.'),
    returned: z.number().describe('Rows of this part.'),
    nextCursor: z.string().nullable().describe('For the next part; null after the last one.'),
    rows: z.array(z.strictObject({ account: z.string().optional(), ...row })),
  });
}

type Answer = z.output<ReturnType<typeof outputOf>>;

async function answerOf(
  reader: Reader,
  commands: readonly string[],
  input: Arguments,
  withNotes: boolean,
): Promise<Answer> {
  const { account, cursor, ...question } = input;
  const [name = ''] = commands;
  const { request, states, sameOrders } = await prepare(reader, name, {
    ...question,
    accounts: account === undefined ? undefined : [account],
  });
  const { zone } = request;
  const answers = await Promise.all(commands.map((command) => commandOf(command).read(request)));
  const isoTime = isoTimes(zone);
  const start = startOf(cursor, name, input);
  const coverage = states
    .flatMap((state) => coverageOf(state, reader.accounts, isoTime))
    .toSorted((one, other) => Number(isWhole(one)) - Number(isWhole(other)));
  const answer: Answer = {
    zone,
    asOf: isoTime(Date.now()),
    coverage: ofBytes(coverage, maxCoverageBytes),
    coverageTotal: coverage.length,
    isComplete: !states.some(isIncomplete),
    sameOrders: ofBytes(
      sameOrders.map((names) => ofBytes(names, maxSameBytes / 2)),
      maxSameBytes,
    ),
    searched: answers.find(({ searched }) => searched !== undefined)?.searched ?? null,
    absent: ofBytes(
      answers.flatMap(({ absent = [] }) => absent),
      maxSameBytes,
    ),
    total: answers.reduce((sum, { rows }) => sum + rows.total, 0),
    returned: 0,
    nextCursor: null,
    rows: [],
  };
  let bytes = Buffer.byteLength(JSON.stringify(answer)) + 500;
  let place = 0;
  const seen = createHash('sha256');
  for await (const texts of rowsOf(answers, withNotes, isoTime)) {
    for (const row of texts) {
      const text = JSON.stringify(row);
      if (place === start.place && place > 0 && digestOf(seen) !== start.seen) throw rowsHaveChanged();
      if (place >= start.place) {
        bytes += Buffer.byteLength(text) + 1;
        if (bytes > maxAnswerBytes && answer.rows.length > 0) {
          answer.nextCursor = cursorOf(place, digestOf(seen), name, input);
          return { ...answer, returned: answer.rows.length };
        }
        answer.rows.push(row);
      }
      seen.update(text);
      place++;
    }
  }
  if (place <= start.place && start.place > 0) throw rowsHaveChanged();
  return { ...answer, returned: answer.rows.length };
}

function isWhole({ complete, unreadable }: z.output<typeof coverageSchema>): boolean {
  return complete && unreadable === 0;
}

/** The first items whose JSON has no more bytes than `max`. */
function ofBytes<Item>(items: readonly Item[], max: number): Item[] {
  let left = max;
  return items.filter((item) => {
    left -= Buffer.byteLength(JSON.stringify(item)) + 1;
    return left >= 0;
  });
}

/** Yields the rows of some commands, one command after the other. */
async function* rowsOf(answers: readonly CommandAnswer[], withNotes: boolean, isoTime: (time: number) => string) {
  for (const { columns, rows } of answers) {
    const shown = columns.filter(
      (column) => !withheld.includes(column.name) && (withNotes || !noteFields.includes(column.name)),
    );
    for await (const chunk of rows.chunks) yield rowsIn(chunk).map((row) => textsOf(row, shown, isoTime));
  }
}

/** The fields of a row as in a JSON Lines file. A text of the exchange cannot be long, or contain what is not seen. Figures are never cut. */
function textsOf<Row>(row: Row, columns: readonly FileColumn<Row>[], isoTime: (time: number) => string) {
  return Object.fromEntries(
    columns.map(({ name, kind, textOf }) => {
      const text = textOf(row, isoTime);
      if (text === null || kind !== 'text' || noteFields.includes(name)) return [name, text];
      return [name, cut(text.replace(invisible, ' '), maxTextLength)];
    }),
  );
}

function cut(text: string, max: number): string {
  return text.length > max ? `${text.slice(0, max).toWellFormed()}…` : text;
}

function coverageOf(
  { account, list, modes, unreadable, checkedAt, clockAhead }: HistoryState,
  accounts: Reader['accounts'],
  isoTime: (time: number) => string,
) {
  const timeOf = (time: number | null) => (time === null ? null : isoTime(time));
  const name = accounts.find(({ id }) => id === account)?.name ?? account;
  return modes.map(({ marginMode, rows, oldest, newest, complete, gaps }) => ({
    account: name,
    list,
    marginMode,
    rows,
    oldest: timeOf(oldest),
    newest: timeOf(newest),
    complete,
    gaps: longest(gaps).map(({ from, to }) => ({ from: isoTime(from), to: isoTime(to) })),
    gapsTotal: gaps.length,
    unreadable,
    checkedAt: timeOf(readUntilOf({ checkedAt, clockAhead })),
  }));
}

function longest(gaps: HistoryState['modes'][number]['gaps']) {
  return gaps
    .toSorted((one, other) => other.to - other.from - (one.to - one.from))
    .slice(0, maxGaps)
    .toSorted((one, other) => other.to - one.to);
}

/** A cursor holds for one question, and as long as all rows before it are the same: otherwise, parts would repeat or lack rows. */
function cursorOf(place: number, seen: string, name: string, input: Arguments): string {
  return Buffer.from(JSON.stringify([place, seen, questionOf(name, input)])).toString('base64url');
}

function startOf(cursor: string | undefined, name: string, input: Arguments): { place: number; seen: string } {
  if (cursor === undefined) return { place: 0, seen: '' };
  const cursorSchema = z.tuple([z.number().int().min(1), z.string(), z.literal(questionOf(name, input))]);
  try {
    const [place, seen] = cursorSchema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    return { place, seen };
  } catch {
    throw new OrderglassError(
      'invalid-input',
      'The cursor is not of this question. Ask again without a cursor, or with the arguments of the answer that it is from.',
    );
  }
}

function rowsHaveChanged(): OrderglassError {
  return new OrderglassError(
    'invalid-input',
    'The rows have changed since that cursor was made. Ask again without a cursor.',
  );
}

function questionOf(name: string, { cursor: _, ...input }: Arguments): string {
  return digestOf(createHash('sha256').update(JSON.stringify([name, input])));
}

/** The hash can be updated further. */
function digestOf(hash: Hash): string {
  return hash.copy().digest('base64url').slice(0, 16);
}
