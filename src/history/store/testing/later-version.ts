import { orderFields } from '../../../shared/order-fields.ts';
import { schemaSteps } from '../schema.ts';

/**
 * Turns the process into a program of a later version, in which orders have the field `fee`. Must be imported before all files of the
 * history, because they read the fields when they are loaded.
 */
Object.assign(orderFields, { fee: { kind: 'price', wire: { 'order-history': 'fee' } } });

/** The step as the recipe "A field of orders" describes it (CONTRIBUTING.md). */
(schemaSteps as string[]).push(`
ALTER TABLE orders ADD COLUMN fee TEXT;
UPDATE orders SET fee = raw ->> 'fee', checksum = checksum + checksum_of('fee', raw ->> 'fee')
WHERE CASE WHEN json_valid(raw) THEN json_type(raw, '$.fee') = 'text' END;
`);
