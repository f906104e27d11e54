/** The open positions of an account with everything that their risk is calculated from, beside prices and the open plan orders (docs/risk.md). */
import { z } from 'zod';
import { maxRiskPlans } from '../orders/history.ts';
import { orphanReasons } from '../orders/trades.ts';
import { marginModes, sides } from '../values/domain.ts';
import type { Question } from './channel.ts';
import { versionSchema } from './lists.ts';
import { orderSchema } from './orders.ts';
import { contractSizeSchema, orderDoubtSchema, positionSchema } from './trades.ts';
import {
  accountIdSchema,
  countSchema,
  decimalSchema,
  keySchema,
  symbolSchema,
  timestampSchema,
  timeZoneSchema,
} from './values.ts';

/** An open plan order, as far as the orphan rule needs it. */
const riskPlanSchema = z.strictObject({
  key: keySchema,
  symbol: symbolSchema,
  marginMode: z.enum(marginModes),
  side: z.enum(sides).nullable(),
  quantity: decimalSchema.nullable(),
  createdAt: timestampSchema,
});
export interface RiskPlan extends z.output<typeof riskPlanSchema> {}

/** What the orders tell of a plan order of the question. */
const planPositionsSchema = z.strictObject({
  key: keySchema,
  /** True if a position that the plan order could close was open when it was created. */
  wasOpen: z.boolean(),
  /** See `orphanOf`. */
  orphan: z.union([
    z.enum(orphanReasons),
    z.literal(false),
    z.strictObject({ cannotBeTold: z.literal('unknown-positions') }),
  ]),
});
export interface PlanPositions extends z.output<typeof planPositionsSchema> {}

/** A number of trades. `least`: as far as it is certain. `most`: with those of which it cannot be told. */
const tradeCountSchema = z.strictObject({ least: countSchema, most: countSchema });
export type TradeCount = z.output<typeof tradeCountSchema>;

const positionRiskSchema = z.strictObject({
  /** That of the order history. */
  version: versionSchema,
  /** All open positions, by symbol. */
  positions: z.array(positionSchema),
  /** Orders after which a position may be open or closed that is not said to be, and those that the user has settled, the newest first. */
  doubts: z.array(orderDoubtSchema),
  /** The names of the positions for those symbols that were renamed, as the user says (docs/trades.md 6.1). */
  renamed: z.record(z.string(), z.string()),
  /** Margin modes whose order history is stored to its first order, without a gap; none if an order could not be read. */
  wholeModes: z.array(z.enum(marginModes)),
  /** Orders that are not filled, the newest first; at most 1,000. */
  orders: z.array(orderSchema),
  /** Contracts of the positions, the plan orders of the question and the orders that are not filled. */
  contracts: z.array(contractSizeSchema.extend({ symbol: z.string() })),
  /** Those of the question, in its order. */
  plans: z.array(planPositionsSchema),
  /** PnL of the orders that were created today, by quote currency. `null`: it cannot be told, or the question has no time zone. */
  today: z.array(z.strictObject({ quote: z.string(), sum: decimalSchema })).nullable(),
  /** Trades that were opened today, and the latest closed trades that are losses in a row. Missing without a zone. */
  trading: z.strictObject({ opened: tradeCountSchema, losses: tradeCountSchema }).optional(),
});
export interface PositionRisk extends z.output<typeof positionRiskSchema> {}

export const positionQuestions = {
  readPositionRisk: {
    title: 'Open positions',
    description: 'Lists the open positions, as far as the stored orders show them, and what their risk depends on.',
    input: z.strictObject({
      account: accountIdSchema,
      plans: z.array(riskPlanSchema).max(maxRiskPlans).optional(),
      /** Of the days of `today`. */
      zone: timeZoneSchema.optional(),
    }),
    output: positionRiskSchema,
  },
} satisfies Record<string, Question>;
