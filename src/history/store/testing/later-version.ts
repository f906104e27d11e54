import { orderFields } from '../../../shared/orders/order-fields.ts';
import { addColumn, archiveFormat } from '../schema.ts';

/**
 * Turns the process into a program of a later version, in which orders have the field `extra`. Must be called before other files of the history
 * are loaded, because they read the fields then. `step`: the new step of the schema.
 */
export function becomeLater(step: string): void {
  Object.assign(orderFields, { extra: { kind: 'price', wire: { 'order-history': 'extra' } } });
  (archiveFormat.steps as string[]).push(step);
}

/** Stored rows have no value in the new column. */
export const emptyColumn = addColumn('orders', 'extra');

/** Each stored row gets the value of its received text, if the text is valid and has one. */
export const filledColumn = `${emptyColumn}
UPDATE orders SET extra = raw ->> 'extra', checksum = checksum + checksum_of('extra', raw ->> 'extra')
WHERE CASE WHEN json_valid(raw) THEN json_type(raw, '$.extra') = 'text' END;
`;
