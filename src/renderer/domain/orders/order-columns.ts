import type { SymbolRules } from '../../../shared/contract/market.ts';
import type { OrderCommon, PlanCommon } from '../../../shared/contract/orders.ts';
import { quoteOf } from '../../../shared/market/symbols.ts';
import { type BoundedField, type BoundProblem, boundProblemsOf } from '../../../shared/plans/order-bounds.ts';
import { formatTimestamp } from '../../../shared/time/time.ts';
import { signOf, withoutZero } from '../../../shared/values/decimal.ts';
import type { Decimal } from '../../../shared/values/domain.ts';
import type { Text } from '../../text/use-text.ts';
import { columnHelper, type TableColumn } from '../../ui/table/column.ts';
import { decimalColumn } from '../../ui/table/decimal-column.ts';
import {
  decimalText,
  type Figure,
  priceFigure,
  quantityFigure,
  type RulesOfRow,
  zeroTone,
} from '../../ui/text/figures.ts';
import { directionWord, sideAndKind, sideTone } from './words.ts';

/** True if the exchange still applies the current trading rules to an order. Others were accepted under earlier rules. */
export type IsOpen<Row> = (row: Row) => boolean;

/** Returns the columns of orders and plan orders. */
export function orderColumns<Row extends OrderCommon>(
  text: Text,
  rulesOf: RulesOfRow<Row>,
  zone: string,
  isOpen: IsOpen<Row>,
) {
  const helper = columnHelper<Row>();
  const createdAt = helper.accessor('createdAt', {
    header: text.columns.createdAt,
    size: 168,
    meta: { sort: 'number', text: (row) => formatTimestamp(row.createdAt, zone) },
  });
  const symbol = helper.accessor('symbol', {
    header: text.columns.symbol,
    size: 148,
    meta: { sort: 'text', text: (row) => row.symbol },
  });
  const side = helper.accessor((row) => row.type, {
    id: 'side',
    header: text.columns.side,
    size: 124,
    meta: { sort: 'text', text: (row) => sideAndKind(row, text), tone: sideTone },
  });
  const price = decimalColumn<Row>('price', {
    header: text.columns.price,
    unitOf: quoteOfRow,
    // The exchange sends 0 as the price of a market order.
    show: (value, row) =>
      row.kind === 'market' && (value === null || signOf(value) === 0)
        ? text.marketPrice
        : priceFigure(value, rulesOf(row), text),
    tone: (row) => zeroTone(row.price),
    warning: (row) => boundWarning('price', row.price, isOpen(row) ? rulesOf(row) : undefined, text),
    text,
  });
  const quantity = decimalColumn<Row>('quantity', {
    header: text.columns.quantity,
    unit: text.units.contracts,
    size: 92,
    show: (value, row) => quantityFigure(value, rulesOf(row), text),
    warning: (row) => boundWarning('quantity', row.quantity, isOpen(row) ? rulesOf(row) : undefined, text),
    text,
  });
  const leverage = decimalColumn<Row>('leverage', {
    header: text.columns.leverage,
    size: 90,
    show: (value) => (value === null ? text.none : text.leverage(value)),
    text,
  });
  const marginMode = helper.accessor('marginMode', {
    header: text.columns.marginMode,
    size: 98,
    meta: { sort: 'text', text: (row) => text.marginModes[row.marginMode] },
  });
  const id = helper.accessor('id', {
    header: text.columns.id,
    size: 256,
    meta: { sort: 'text', text: (row) => row.id, tone: () => 'muted' },
  });
  return { createdAt, symbol, side, price, quantity, leverage, marginMode, id };
}

/** Returns the quote currency of a row, the unit of its prices. */
export function quoteOfRow({ symbol }: { symbol: string }): string {
  return quoteOf(symbol);
}

/** Returns the columns of plan orders, open and historical. */
export function planColumns<Row extends PlanCommon>(text: Text, rulesOf: RulesOfRow<Row>, isOpen: IsOpen<Row>) {
  const helper = columnHelper<Row>();
  const atPrice = (row: Row, value: string | null): Figure => priceFigure(value, rulesOf(row), text);
  const warning =
    (field: 'triggerPrice' | 'takeProfit' | 'stopLoss') =>
    (row: Row): string | null =>
      boundWarning(field, row[field], isOpen(row) ? rulesOf(row) : undefined, text);
  const triggerDirection = helper.accessor('triggerDirection', {
    header: text.columns.triggerDirection,
    size: 112,
    meta: {
      sort: 'text',
      text: (row) => directionWord(row, text),
      tone: (row) => (row.triggerDirection.startsWith('unknown:') ? 'muted' : undefined),
    },
  });
  /** The exchange sends 0 for a plan order without take profit or stop loss, and no price is zero. */
  const price = (id: 'triggerPrice' | 'takeProfit' | 'stopLoss'): TableColumn<Row> =>
    decimalColumn<Row>((row) => withoutZero(row[id]), {
      id,
      header: text.columns[id],
      unitOf: quoteOfRow,
      show: (value, row) => atPrice(row, value),
      warning: warning(id),
      text,
    });
  return {
    triggerDirection,
    triggerPrice: price('triggerPrice'),
    takeProfit: price('takeProfit'),
    stopLoss: price('stopLoss'),
  };
}

/** Returns the column of the filled quantity, which open plan orders do not have. */
export function filledQuantityColumn<Row extends OrderCommon & { filledQuantity: Decimal | null }>(
  text: Text,
  rulesOf: RulesOfRow<Row>,
) {
  return decimalColumn<Row>('filledQuantity', {
    header: text.columns.filledQuantity,
    unit: text.units.contracts,
    size: 92,
    show: (value, row) => quantityFigure(value, rulesOf(row), text),
    text,
  });
}

/**
 * Returns the bounds of the symbol that a value breaks, in words; `null` if it breaks none or the rules are unknown.
 */
export function boundWarning(
  field: BoundedField,
  value: Decimal | null,
  rules: SymbolRules | undefined,
  text: Text,
): string | null {
  if (rules === undefined || value === null) return null;
  const problems = boundProblemsOf(field, value, rules);
  return problems.length === 0 ? null : problems.map((problem) => boundWords(problem, text)).join(' ');
}

function boundWords(problem: BoundProblem, text: Text): string {
  const words = problem.field === 'quantity' ? text.bounds.quantity : text.bounds.price;
  if (problem.kind === 'too-fine') return words.tooFine(problem.places);
  return words[problem.kind](decimalText(problem.bound));
}
