/** Values that several subjects of the contract have. */
import { z } from 'zod';
import { accountsIn, maxJointAccounts, maxJointId } from '../orders/joint.ts';
import { isTimeZone } from '../time/time.ts';
import { readDecimal } from '../values/decimal.ts';

export const accountIdSchema = z.string().min(1).max(100);
/** ID of an account, or of the joint archive of several. */
export const archiveIdSchema = z
  .string()
  .max(maxJointId)
  .refine((id) => {
    const accounts = accountsIn(id);
    return accounts.length <= maxJointAccounts && new Set(accounts).size === accounts.length && !accounts.includes('');
  }, 'not the accounts of an archive');
/** A row's key. */
export const keySchema = z.string().min(1).max(300);
/** A row's key in the archive of an account, or in a joint one. */
export const archiveKeySchema = z.string().min(1).max(401);
/** A trading pair as the exchange writes it; letters of any script. */
export const symbolSchema = z
  .string()
  .min(1)
  .max(60)
  .regex(/^[^\s\p{Cc},]+$/u);
/** A word of the exchange, such as "limit". */
export const wordSchema = z.string().min(1).max(60);
/** A value of an enumeration that docs/service.md does not list. See `Unknown`. */
export const unknownSchema = z.templateLiteral(['unknown:', z.string()]);

const isPlainDecimal = (text: string): boolean => readDecimal(text) === text;
/** A decimal in plain notation. */
export const decimalSchema = z.string().refine(isPlainDecimal, 'not a plain decimal');
/** A decimal of a caller. */
export const shortDecimalSchema = z.string().max(60).refine(isPlainDecimal, 'not a plain decimal');
export const positiveDecimalSchema = shortDecimalSchema.refine(
  (text) => !text.startsWith('-') && /[1-9]/.test(text),
  'not above zero',
);
/** Includes both ends; a missing end is open. */
export const decimalRangeSchema = z.strictObject({
  from: shortDecimalSchema.optional(),
  to: shortDecimalSchema.optional(),
});
export type DecimalRange = z.output<typeof decimalRangeSchema>;

/** Rates of an account, in percent of the turnover. Below zero: a rebate. */
export const ratesSchema = z.strictObject({ maker: shortDecimalSchema, taker: shortDecimalSchema });
/** Estimated fees in the quote currency (docs/results.md 2), if the query has rates. `unpriced`: executed orders whose fees are not in them. */
export const feesSchema = z.strictObject({
  lowest: decimalSchema,
  highest: decimalSchema,
  unpriced: z.number().int().min(0),
});
/** A figure after estimated fees, if the query has rates: the lowest and the highest value, or one if they are equal. */
export const afterSchema = z.array(decimalSchema).min(1).max(2).optional();

/** Calendar day in the time zone of the query: "2025-03-02". */
export const daySchema = z.iso.date();
/** A zone's IANA name that this machine knows. */
export const timeZoneSchema = z.string().max(60).refine(isTimeZone, 'not a time zone');
/** Epoch milliseconds in the years 1 to 9998, so that its day in any zone, and the days beside it, have a year of four digits. */
export const timestampSchema = z
  .number()
  .int()
  .min(Date.parse('0001-01-01'))
  .max(Date.parse('9998-12-31T23:59:59.999Z'));
export const countSchema = z.number().int().min(0);
