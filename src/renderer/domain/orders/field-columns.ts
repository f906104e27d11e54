import type { SymbolRules } from '../../../shared/contract/market.ts';
import type { OrderCommon } from '../../../shared/contract/orders.ts';
import {
  type DecimalKind,
  fieldsOf,
  isDecimal,
  type ListField,
  type OrderListName,
  type ShownField,
} from '../../../shared/orders/order-fields.ts';
import { withoutZero } from '../../../shared/values/decimal.ts';
import type { Decimal, Unknown } from '../../../shared/values/domain.ts';
import type { Text } from '../../text/use-text.ts';
import { columnHelper, type TableColumn } from '../../ui/table/column.ts';
import { decimalColumn } from '../../ui/table/decimal-column.ts';
import {
  type Figure,
  moneyFigure,
  plainFigure,
  priceFigure,
  quantityFigure,
  type RulesOfRow,
  signTone,
  zeroTone,
} from '../../ui/text/figures.ts';
import { quoteOfRow } from './order-columns.ts';
import { vocabularyWords, wordFor } from './words.ts';

/** Adds a column in the form of its kind for each field of a list that has no column of its own. */
export function withEveryField<Row extends OrderCommon>(
  list: OrderListName,
  columns: TableColumn<Row>[],
  text: Text,
  rulesOf: RulesOfRow<Row>,
): TableColumn<Row>[] {
  const ids = new Set(columns.map(({ id }) => id));
  const others = fieldsOf(list).flatMap((field) =>
    field.column === field.name && !ids.has(field.column) ? [fieldColumn(field, field.column, text, rulesOf)] : [],
  );
  return [...columns, ...others];
}

function fieldColumn<Row extends OrderCommon>(
  { name, kind, vocabulary, zeroIsNone }: ListField,
  id: ShownField,
  text: Text,
  rulesOf: RulesOfRow<Row>,
): TableColumn<Row> {
  const read = (row: Row) => row[name as keyof Row] as string | null;
  if (isDecimal(kind)) {
    const isInQuote = kind === 'price' || kind === 'profit';
    return decimalColumn<Row>(zeroIsNone ? (row) => withoutZero(read(row)) : read, {
      id,
      header: text.columns[id],
      ...(isInQuote ? { unitOf: quoteOfRow } : {}),
      ...(kind === 'quantity' ? { unit: text.units.contracts } : {}),
      ...(kind === 'profit' ? { alignsPoint: true } : {}),
      show: (value, row) => figures[kind](value, rulesOf(row), text),
      tone: (row) => (kind === 'profit' ? signTone : zeroTone)(read(row)),
      text,
    });
  }
  const words = vocabulary === null ? {} : vocabularyWords(text)[vocabulary];
  const wordOf = (value: string) => (vocabulary === null ? value : wordFor(value as Unknown, words, text));
  return columnHelper<Row>().accessor(read, {
    id,
    header: text.columns[id],
    meta: {
      sort: 'text',
      text: (row) => {
        const value = read(row);
        return value === null ? text.none : wordOf(value);
      },
    },
  });
}

const figures: Record<DecimalKind, (value: Decimal | null, rules: SymbolRules | undefined, text: Text) => Figure> = {
  price: priceFigure,
  quantity: quantityFigure,
  profit: (value, _rules, text) => moneyFigure(value, text),
  leverage: (value, _rules, text) => plainFigure(value === null ? text.none : text.leverage(value)),
};
