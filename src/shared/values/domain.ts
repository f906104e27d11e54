/**
 * Words of the domain. Names are those of the field; the names of the wire stay in `exchange`. A missing value is `null`, never "" or 0.
 * The sections are those of docs/service.md.
 */

import type { VocabularyName } from '../orders/order-fields.ts';

/** A decimal number in plain notation with all digits of the exchange: "-0.00000490". Never a binary float. See `decimal.ts`. */
export type Decimal = string;

/** Epoch milliseconds, UTC. */
export type Timestamp = number;

/** Calendar day in the time zone of the query: "2025-03-02". */
export type Day = string;

/** An enumeration value that docs/service.md does not list, as received: "unknown:7". */
export type Unknown = `unknown:${string}`;

export const marginModes = ['isolated', 'cross'] as const;
/** Margin mode of the query that returned the row, because rows do not contain it (docs/service.md 10.3). */
export type MarginMode = (typeof marginModes)[number];

export const sides = ['buy', 'sell'] as const;
export type Side = (typeof sides)[number];

/** Section 3.1. */
export const orderStatuses = [
  'pending',
  'partially-filled',
  'filled',
  'canceling',
  'partially-canceled',
  'canceled',
] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** True for a status after which nothing of the order is executed any more. */
export function isFinalStatus(status: OrderStatus | Unknown): boolean {
  return status === 'filled' || status === 'partially-canceled' || status === 'canceled';
}

/** Statuses of orders of which at least a part was executed. */
export const executedStatuses = ['filled', 'partially-filled', 'partially-canceled'] as const satisfies OrderStatus[];

/** Section 3.2. */
export const planStatuses = [
  'pending',
  'placing-order',
  'partially-executed',
  'fully-executed',
  'failed',
  'canceled',
] as const;
export type PlanStatus = (typeof planStatuses)[number];

/** Section 3.3. */
const triggerStatuses = ['not-triggered', 'triggered'] as const;
export type TriggerStatus = (typeof triggerStatuses)[number];

/** `rises-to`: triggers at a price >= the trigger price. `falls-to`: at a price <= the trigger price. Section 2.3. */
const triggerDirections = ['rises-to', 'falls-to'] as const;

const positionActions = ['open', 'close'] as const;

/** Enumerations of the words in `orderFields`. `firstCode`: number of the first word on the wire; `null` if the wire has the words. */
export const vocabularies = {
  action: { words: positionActions, firstCode: null },
  orderStatus: { words: orderStatuses, firstCode: 1 },
  planStatus: { words: planStatuses, firstCode: 0 },
  triggerDirection: { words: triggerDirections, firstCode: 1 },
  triggerStatus: { words: triggerStatuses, firstCode: 0 },
} as const satisfies Record<VocabularyName, { words: readonly string[]; firstCode: number | null }>;

/** Returns the words of an enumeration by their values on the wire. */
export function wordsByCode(vocabulary: VocabularyName): ReadonlyMap<string, string> {
  const { words, firstCode } = vocabularies[vocabulary];
  return new Map(words.map((word, index) => [firstCode === null ? word : String(firstCode + index), word]));
}

/** Sort order of the parts of a signature. The service's public samples differ (docs/service.md 10.1). */
export const signingVariants = ['bytewise', 'case-insensitive'] as const;
export type SigningVariant = (typeof signingVariants)[number];

/** ID of the built-in account. */
export const demoAccountId = 'demo';
export const demoAccountName = 'Demo account';

/** Files of the data folder. `alerts`: alerts and activities of an account. `window`: bounds of a window. */
export const dataFiles = ['settings', 'accounts', 'alerts', 'window'] as const;
export type DataFile = (typeof dataFiles)[number];
/** `later-version`: written by a later version of the program. `earlier-version`: by a development version that was never released. */
export const fileProblems = ['damaged', 'later-version', 'earlier-version'] as const;
