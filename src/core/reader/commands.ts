import type { HistoryState } from '../../shared/contract/history.ts';
import type { NotePosition } from '../../shared/contract/notes.ts';
import { type QuestionName, type QuestionOf, questions } from '../../shared/contract/questions.ts';
import type { TradeGroup } from '../../shared/contract/results.ts';
import type { ListFilters, Position } from '../../shared/contract/trades.ts';
import { filterPartsOf, historyParts, periodPart } from '../../shared/orders/filter-parts.ts';
import { clockAheadOf, type HistoryList, historyLists, readUntilOf, sortFields } from '../../shared/orders/history.ts';
import { jointId } from '../../shared/orders/joint.ts';
import { type ArchiveList, tradeSortFields } from '../../shared/orders/trades.ts';
import { readTypedFilter } from '../../shared/orders/typed-filter.ts';
import { makePositionBook, missingFrom } from '../../shared/risk/position-book.ts';
import { dayOf } from '../../shared/time/days.ts';
import { OrderglassError } from '../../shared/values/errors.ts';
import type { CellKind } from '../export/fields.ts';
import { type FileColumn, isoTimes, rowColumns, statementColumns, tradeColumns } from '../export/row-texts.ts';
import { statementRows } from '../export/statement-records.ts';
import type { Answer, Command, Request } from './command.ts';
import { importCommands } from './imports.ts';
import { reconcileFile } from './reconcile.ts';

const orders: readonly HistoryList[] = ['order-history'];
const shown = {
  'order-history': 'createdAt symbol side action status price averagePrice filledQuantity pnl id',
  'plan-history': 'createdAt symbol side status triggerDirection triggerPrice price quantity filledQuantity id',
  trades: 'openedAt closedAt symbol side state largestSize entryPrice exitPrice pnl executions incomplete',
};

/** Columns of records, with their kinds if they are not texts. */
const columnsOf = {
  accounts: 'name id isStored',
  'open-plans':
    'seenAt:time createdAt:time symbol side marginMode triggerDirection triggerPrice:decimal price:decimal quantity:decimal takeProfit:decimal stopLoss:decimal leverage:decimal id',
  // A doubt is an order after which a position may be open or closed that is not said to be.
  positions: 'record symbol marginMode side quantity:decimal entryPrice:decimal since:time incomplete doubt',
  results: 'group name quote count:integer wins:integer losses:integer pnl:decimal',
  coverage:
    'list marginMode rows:integer oldest:time newest:time complete gaps:integer unreadable:integer checkedAt:time verifiedAt:time',
  gaps: 'list marginMode from:time to:time',
  notes: 'kind id text',
  reconcile: 'found line:integer id symbol field file archive',
} as const;
const fieldsOf = (name: keyof typeof columnsOf): string[] =>
  columnsOf[name].split(' ').map((column) => column.replace(/:.*/, ''));

/** The commands that ask a question of the contract, whose description they share. */
const questionCommands = {
  accounts: {
    description: 'Lists the accounts of this computer.',
    fields: fieldsOf('accounts'),
    lists: [],
    read: async ({ reader }) => records(columnsOf.accounts, reader.accounts),
  },
  orders: listCommand('order-history', 'readOrderHistory'),
  plans: listCommand('plan-history', 'readPlanHistory'),
  trades: listCommand('trades', 'readTrades'),
  'open-plans': {
    description: describe('readLastPlans'),
    fields: fieldsOf('open-plans'),
    lists: [],
    async read(request) {
      const isoTime = isoTimes(request.zone);
      const ages = new Map<string, string>();
      const answer = await ofEachAccount(request, columnsOf['open-plans'], async (account, name) => {
        const { plans, at } = await request.reader.history.ask('readLastPlans', { account });
        ages.set(
          name,
          at === null
            ? `${name}: open plan orders are not known, because they were never read.`
            : `${name}: ${plans.length} plan orders were open at ${isoTime(at)}, besides any that could not be read.`,
        );
        return { records: plans.map((plan) => ({ ...plan, seenAt: at })), whole: { plans, at } };
      });
      return { ...answer, about: () => request.accounts.flatMap(({ name }) => ages.get(name) ?? []) };
    },
  },
  positions: {
    description: describe('readPositionRisk'),
    fields: fieldsOf('positions'),
    lists: orders,
    read: (request) =>
      ofEachAccount(request, columnsOf.positions, async (account) => {
        const { reader, zone } = request;
        const risk = await reader.history.ask('readPositionRisk', { account, zone });
        const told = risk.positions.map(toldOf);
        const positions = told.map((position) => ({ record: 'position', ...position }));
        const doubts = makePositionBook(risk).doubts.map((doubt) => ({
          record: 'doubt',
          ...doubt,
          since: doubt.at,
          doubt: doubt.reason,
        }));
        return { records: [...positions, ...doubts], whole: { ...risk, positions: told } };
      }),
  },
  results: {
    description: describe('readTradeResults'),
    fields: fieldsOf('results'),
    lists: orders,
    isList: true,
    async read(request) {
      const { reader, zone, accounts } = request;
      const nameOf = (account: string) => accounts.find(({ id }) => id === account)?.name ?? account;
      const filter = await filterOf(request, 'trades');
      const question = checked('readTradeResults', { account: accountOf(request), filter, zone });
      const first = await reader.history.ask('readTradeResults', question);
      const others = first.quotes.filter((quote) => quote !== first.quote);
      const whole = [first];
      for (const quote of others) whole.push(await reader.history.ask('readTradeResults', { ...question, quote }));
      const rows = whole.flatMap(({ quote, groups, days, open, incomplete }) => {
        const { duration: durationMs, account: ofAccounts, ...others } = groups;
        const account = ofAccounts.map((group) => ({ ...group, name: nameOf(group.name) }));
        const named = Object.entries({ ...others, durationMs, account }).map(
          ([group, list]) => [group, list.map(withName)] as const,
        );
        const parts = [...named, ['day', days.map((day) => ({ ...day, name: day.day }))] as const];
        // In no group: groups are of closed and complete trades.
        const apart = Object.entries({ open, incomplete }).filter(([, { trades }]) => trades > 0);
        return [
          ...parts.flatMap(([group, list]) => list.map((part) => ({ group, quote, ...part }))),
          ...apart.map(([group, { trades, sum }]) => ({ group, quote, count: trades, pnl: sum })),
        ];
      });
      return {
        ...records(columnsOf.results, rows),
        whole,
        searched: filter.text,
        absent: await absentOf(request, 'trades', filter),
      };
    },
  },
  statement: {
    description: describe('readStatement'),
    fields: statementColumns().map(({ name }) => name),
    lists: orders,
    async read({ reader, accounts, from, to, zone }) {
      const [account, second] = accounts;
      if (account === undefined || second !== undefined)
        throw new OrderglassError('invalid-input', 'A statement is of one account. Name it.');
      if (from === undefined || to === undefined)
        throw new OrderglassError(
          'invalid-input',
          'A statement needs its first and its last day (from, to), such as 2026-01-01.',
        );
      const statement = await reader.history.ask('readStatement', { account: account.id, from, to, zone });
      const whole = { ...statement, opening: statement.opening.map(toldOf), closing: statement.closing.map(toldOf) };
      return { columns: statementColumns(), rows: statementRows(statement), whole } as unknown as Answer;
    },
  },
  coverage: {
    description: describe('readHistoryState'),
    fields: fieldsOf('coverage'),
    lists: [],
    async read(request) {
      return ofEachAccount(request, columnsOf.coverage, async (account) => {
        const states = await statesOf(request, historyLists, [account]);
        const rows = states.flatMap((state) => {
          const { list, unreadable, modes } = state;
          const checkedAt = readUntilOf(state);
          return modes.map((mode) => ({ list, unreadable, checkedAt, ...mode, gaps: mode.gaps.length }));
        });
        return { records: rows, whole: states };
      });
    },
  },
  gaps: {
    description: 'Lists the missing parts between the stored orders of each list, the newest first.',
    fields: fieldsOf('gaps'),
    lists: [],
    read: (request) =>
      ofEachAccount(request, columnsOf.gaps, async (account) => {
        const states = await statesOf(request, historyLists, [account]);
        const gaps = states.flatMap(({ list, modes }) =>
          modes.flatMap(({ marginMode, gaps }) => gaps.map((gap) => ({ list, marginMode, ...gap }))),
        );
        return { records: gaps, whole: gaps };
      }),
  },
  notes: {
    description: describe('listNotes'),
    fields: fieldsOf('notes'),
    lists: [],
    read: (request) =>
      ofEachAccount(request, columnsOf.notes, async (account) => {
        const notes = [];
        for (let from: NotePosition | null | undefined; from !== null; ) {
          const part = await request.reader.history.listNotes({ account, from: from ?? null });
          notes.push(...part.notes);
          from = part.next;
        }
        return { records: notes, whole: notes };
      }),
  },
} satisfies Readonly<Record<string, Command>>;

/** The commands that read the archive. */
export const commands: Readonly<Record<string, Command>> = {
  ...questionCommands,
  ...importCommands(questionCommands.orders),
  reconcile: {
    description: 'Compares a CSV file of the exchange, or of anybody, with the orders of one account.',
    fields: fieldsOf('reconcile'),
    lists: orders,
    words: 'FILE',
    async read(request) {
      const { findings, whole, about } = await reconcileFile(request);
      return { ...records(columnsOf.reconcile, findings), whole, about: () => about };
    },
  },
};

/** Returns a group that is named after the ends of its bin, of which docs/results.md 1.2 says to which bin they belong. */
function withName(group: TradeGroup): TradeGroup {
  if (group.bin === null) return group;
  const { from, to } = group.bin;
  const ends = from === to ? [from] : [from, to].flatMap((end) => end ?? []);
  return { ...group, name: `${from === null ? 'up to ' : to === null ? 'above ' : ''}${ends.join(' to ')}` };
}

/** Returns a position without the quantity and the entry if they cannot be told (docs/trades.md 4). */
function toldOf(position: Position) {
  return missingFrom(position) === null ? position : { ...position, quantity: null, entryPrice: null };
}

function describe(question: QuestionName): string {
  return questions[question].description;
}

/** Returns the state of each list of each account. */
export async function statesOf(
  { reader }: Pick<Request, 'reader'>,
  lists: readonly HistoryList[],
  accounts: readonly string[],
): Promise<HistoryState[]> {
  const asked = accounts.flatMap((account) => lists.map((list) => ({ account, list })));
  return Promise.all(asked.map((question) => reader.history.ask('readHistoryState', question)));
}

function listCommand(list: ArchiveList, question: QuestionName): Command {
  const everyField = {
    zone: 'UTC',
    format: 'jsonl',
    separator: 'comma',
    decimalSign: 'point',
    byteOrderMark: false,
    columns: null,
  } as const;
  return {
    description: describe(question),
    fields: (list === 'trades' ? tradeColumns(everyField) : rowColumns({ ...everyField, list })).map(
      ({ name }) => name,
    ),
    lists: list === 'trades' ? orders : [list],
    isList: true,
    async read(request) {
      const { reader, accounts, zone, form } = request;
      const names = Object.fromEntries(accounts.map(({ id, name }) => [id, name]));
      const file = { ...form, columns: null, ...(accounts.length > 1 ? { accountNames: names } : {}) };
      const filter = await filterOf(request, list);
      const query = { account: accountOf(request), filter, sort: sortOf(request, list), zone };
      const answer =
        list === 'trades'
          ? {
              columns: tradeColumns(file),
              rows: await reader.history.tradesOf(checked('readTrades', { ...query, ...nowhere })),
            }
          : {
              columns: rowColumns({ ...file, list }),
              rows: await reader.history.rowsOf({ ...checked('readOrderHistory', { ...query, ...nowhere }), list }),
            };
      const accountColumn = accounts.length > 1 ? ['account'] : [];
      const columns = [...accountColumn, ...shown[list].split(' ')];
      const absent = await absentOf(request, list, filter);
      return { ...answer, shown: columns, searched: filter.text, absent } as unknown as Answer;
    },
  };
}

/** A part of a list that no one reads: the schema of a question needs one. */
const nowhere = { from: 0, count: 0 };

function accountOf({ accounts }: Request): string {
  return jointId(accounts.map(({ id }) => id));
}

/** Checks the sort and the filter as a call of the page would be. Throws `invalid-input`. */
function checked<Name extends QuestionName>(name: Name, query: object): QuestionOf<Name> {
  const { success, data, error } = questions[name].input.safeParse(query);
  if (success) return data as QuestionOf<Name>;
  throw new OrderglassError(
    'invalid-input',
    error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'),
  );
}

/** Returns the current day by the clock of the exchange whose orders were read last, as the archive reads date presets. */
async function todayOf(request: Request): Promise<string> {
  const ids = request.accounts.map(({ id }) => id);
  const states = await statesOf(request, ['order-history'], ids);
  return dayOf(Date.now() - clockAheadOf(states), request.zone);
}

/** Throws `invalid-input` if a part of the filter is given twice, or is of another list, because it would be passed over. */
async function filterOf<List extends ArchiveList>(request: Request, list: List): Promise<ListFilters[List]> {
  const { words, filter, from, to } = request;
  const typed = words === '' ? {} : (readTypedFilter(list, words, await todayOf(request)) ?? { text: words });
  const days =
    from === undefined && to === undefined ? {} : { [periodPart[list]]: { ...(from && { from }), ...(to && { to }) } };
  const given = [typed, days, (filter ?? {}) as object];
  const names = given.flatMap(Object.keys);
  const twice = names.find((name, place) => names.indexOf(name) !== place);
  if (twice !== undefined)
    throw new OrderglassError(
      'invalid-input',
      `The words, the days, and the filter give ${twice} twice. Give it once.`,
    );
  const foreign = names.find((name) => name in historyParts && !(name in filterPartsOf(list)));
  if (foreign !== undefined)
    throw new OrderglassError('invalid-input', `This list has no ${foreign}, so it cannot be filtered by it.`);
  return Object.assign({}, ...given) as ListFilters[List];
}

/** Resolves with the values of a filter that no row of the list has, such as a symbol that is written in another way. */
async function absentOf(request: Request, list: ArchiveList, filter: object): Promise<string[]> {
  if (!['symbols', 'kinds', 'statuses'].some((part) => part in filter)) return [];
  const { version: _, ...choices } = await request.reader.history.ask('readHistoryChoices', {
    account: accountOf(request),
    list: list === 'trades' ? 'order-history' : list,
  });
  return Object.entries(filter).flatMap(([part, values]: [string, readonly string[]]) => {
    const known = Object.entries(choices).find(([name]) => name === part)?.[1];
    return known === undefined ? [] : values.filter((value) => known.every((each) => each.value !== value));
  });
}

/** Throws `invalid-input` for a field that the list does not have: the schema knows the fields of both lists of orders. */
function sortOf({ sort }: Request, list: ArchiveList) {
  const fields: readonly string[] =
    list === 'trades'
      ? tradeSortFields
      : [...sortFields[list], ...(list === 'plan-history' ? ['endedAt'] : []), 'account'];
  const sorts = sort === '' ? [] : sort.split(',');
  return sorts.map((each) => {
    const field = each.replace(/:desc$/, '');
    if (!fields.includes(field))
      throw new OrderglassError('invalid-input', `There is no field "${field}" to sort by, only ${fields.join(', ')}.`);
    return { field, direction: each.endsWith(':desc') ? 'descending' : 'ascending' };
  });
}

/** `columns`: names, with their kinds if they are not texts. */
function records(columns: string, rows: readonly object[]): Answer {
  const fileColumns = columns.split(' ').map((column): FileColumn<Record<string, unknown>> => {
    const [name = '', kind = 'text'] = column.split(':');
    return {
      name,
      heading: name,
      kind: kind as CellKind,
      textOf(row, isoTime) {
        const value = row[name] ?? null;
        if (Array.isArray(value)) return value.join(' ') || null;
        if (value === null) return null;
        return kind === 'time' && typeof value === 'number' ? isoTime(value) : String(value);
      },
    };
  });
  async function* chunks() {
    yield rows;
  }
  return { columns: fileColumns, rows: { total: rows.length, chunks: chunks() } } as unknown as Answer;
}

/** Joins the records of all accounts. */
async function ofEachAccount(
  { accounts }: Request,
  columns: string,
  read: (account: string, name: string) => Promise<{ records: readonly object[]; whole: unknown }>,
): Promise<Answer> {
  const answers = await Promise.all(
    accounts.map(async ({ id, name }) => ({ account: name, ...(await read(id, name)) })),
  );
  const rows = answers.flatMap(({ account, records }) => records.map((record) => ({ account, ...record })));
  const whole = answers.map(({ account, whole }) => ({ account, answer: whole }));
  return {
    ...records(accounts.length > 1 ? `account ${columns}` : columns, rows),
    whole: accounts.length > 1 ? whole : whole[0]?.answer,
  };
}
