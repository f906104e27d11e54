/**
 * The questions that an account's local history answers, immediately and offline, and the few commands that it obeys. The worker of the
 * history answers each by its name (`history/worker`), and the core forwards it by its name. `title` and `description` are for a person.
 */
import { z } from 'zod';
import type { Channel } from './channel.ts';
import {
  historyChoicesSchema,
  historyStateSchema,
  historySummarySchema,
  listQuerySchema,
  resultsQuerySchema,
  resultsSchema,
  rowChangeSchema,
  rowQuerySchema,
  summaryQuerySchema,
  syncQuerySchema,
  windowQuerySchema,
  windowSchema,
} from './history.ts';
import {
  importedNotesSchema,
  noteChangeSchema,
  noteImportSchema,
  noteListQuerySchema,
  noteOutcomeSchema,
  notePartSchema,
  planNotesQuerySchema,
  planNotesSchema,
  tagCountSchema,
  tagQuerySchema,
} from './notes.ts';
import { orderSchema, planOrderSchema, unreadableRowSchema } from './orders.ts';
import { planLifeQuerySchema, planLifeSchema, plansOfDayQuerySchema, plansOfDaySchema } from './plans.ts';
import { statementQuerySchema, statementSchema } from './statement.ts';
import { tradeResultsQuerySchema, tradeResultsSchema } from './trade-results.ts';
import {
  contractSizeQuerySchema,
  contractSizeSchema,
  positionsQuerySchema,
  positionsSchema,
  tradeOrdersQuerySchema,
  tradeOrdersSchema,
  tradeSummaryQuerySchema,
  tradeSummarySchema,
  tradeWindowQuerySchema,
  tradeWindowSchema,
} from './trades.ts';
import { accountIdSchema, countSchema } from './values.ts';

interface Question extends Channel {
  readonly title: string;
  /** One sentence. */
  readonly description: string;
}

export const questions = {
  readOrderHistory: {
    title: 'Order history',
    description: 'Lists the past orders that match a filter, in any sort order, a part at a time.',
    input: windowQuerySchema,
    output: windowSchema(orderSchema),
  },
  readPlanHistory: {
    title: 'Plan history',
    description: 'Lists the past plan orders that match a filter, in any sort order, a part at a time.',
    input: windowQuerySchema,
    output: windowSchema(planOrderSchema),
  },
  readHistoryState: {
    title: 'Coverage and sync',
    description: 'Shows how far back a history is stored, where rows are missing, and what its sync is doing.',
    input: listQuerySchema,
    output: historyStateSchema,
  },
  syncHistory: {
    title: 'Sync',
    description:
      'Refreshes, pauses, resumes, or verifies a history, and returns its state without waiting for the end.',
    input: syncQuerySchema,
    output: historyStateSchema,
  },
  summarizeHistory: {
    title: 'Totals of a history',
    description: 'Counts the orders or plan orders that match a filter, and adds up their PnL per quote currency.',
    input: summaryQuerySchema,
    output: historySummarySchema,
  },
  readResults: {
    title: 'PnL of orders',
    description: 'Breaks the PnL of the orders that match a filter down by day, symbol, tag, weekday, and hour.',
    input: resultsQuerySchema,
    output: resultsSchema,
  },
  readTrades: {
    title: 'Trades',
    description: 'Lists the trades that match a filter, in any sort order, a part at a time.',
    input: tradeWindowQuerySchema,
    output: tradeWindowSchema,
  },
  summarizeTrades: {
    title: 'Totals of trades',
    description: 'Counts the trades that match a filter, and adds up their PnL per quote currency.',
    input: tradeSummaryQuerySchema,
    output: tradeSummarySchema,
  },
  readTradeResults: {
    title: 'Results of trades',
    description: 'Shows win rate, expectancy, streaks, drawdown, and groups of the closed trades that match a filter.',
    input: tradeResultsQuerySchema,
    output: tradeResultsSchema,
  },
  readTradeOrders: {
    title: 'Orders of a trade',
    description: 'Lists the orders of one trade, with the size of the position after each.',
    input: tradeOrdersQuerySchema,
    output: tradeOrdersSchema,
  },
  readContractSize: {
    title: 'Contract size',
    description: 'Shows the size of a contract of a symbol, as observed in the trades.',
    input: contractSizeQuerySchema,
    output: contractSizeSchema,
  },
  readPositions: {
    title: 'Open positions',
    description: 'Lists the open positions, as far as the stored orders show them.',
    input: positionsQuerySchema,
    output: positionsSchema,
  },
  readStatement: {
    title: 'Statement',
    description: 'Adds up gains, losses, and positions of a period of days.',
    input: statementQuerySchema,
    output: statementSchema,
  },
  readHistoryChoices: {
    title: 'Filter values',
    description: 'Lists the symbols, order types, and statuses that occur in a history, with their numbers of rows.',
    input: listQuerySchema,
    output: historyChoicesSchema,
  },
  readRowChanges: {
    title: 'Earlier versions of a row',
    description: 'Lists the earlier versions of an order or a plan order, the latest change first.',
    input: rowQuerySchema,
    output: z.array(rowChangeSchema),
  },
  readUnreadableRows: {
    title: 'Unreadable rows',
    description: 'Lists the latest 1,000 rows of a history that the program could not read, the latest first.',
    input: listQuerySchema,
    output: z.array(unreadableRowSchema),
  },
  readPlanLife: {
    title: 'Life of a plan order',
    description: 'Shows how an open plan order changed while this computer watched it, and what became of it.',
    input: planLifeQuerySchema,
    output: planLifeSchema.nullable(),
  },
  readPlansOfDay: {
    title: 'Plan orders of a day',
    description: 'Lists the plan orders that were waiting on a day, as far as this computer watched.',
    input: plansOfDayQuerySchema,
    output: plansOfDaySchema,
  },
  readPlanNotes: {
    title: 'Notes on plan orders',
    description: 'Returns the notes on the given plan orders that have one.',
    input: planNotesQuerySchema,
    output: planNotesSchema,
  },
  saveNote: {
    title: 'Save a note',
    description:
      'Saves a note on an order, a plan order, or a trade on this computer, and never sends it to the exchange.',
    input: noteChangeSchema,
    output: noteOutcomeSchema,
  },
  readTags: {
    title: 'Tags',
    description: 'Lists the tags of the notes, those of the most notes first.',
    input: tagQuerySchema,
    output: z.array(tagCountSchema),
  },
  listNotes: {
    title: 'All notes',
    description:
      'Lists all notes of an account, also those that were written under its earlier keys, a part at a time.',
    input: noteListQuerySchema,
    output: notePartSchema,
  },
  countNotes: {
    title: 'Number of notes',
    description: 'Counts all notes of an account, also those that were written under its earlier keys.',
    input: z.strictObject({ account: accountIdSchema }),
    output: z.strictObject({ notes: countSchema }),
  },
  importNotes: {
    title: 'Import notes',
    description: 'Adds notes to orders, plan orders, and trades, and keeps a different note that exists.',
    input: noteImportSchema,
    output: importedNotesSchema,
  },
} satisfies Record<string, Question>;
