import { signOf } from '../../shared/decimal.ts';
import type { Decimal, OrderCommon, PlanCommon, SymbolRules } from '../../shared/domain.ts';
import { type BoundedField, type BoundProblem, boundProblemsOf } from '../../shared/order-bounds.ts';
import { formatTimestamp } from '../../shared/time.ts';
import type { Text } from '../text/use-text.ts';
import type { TableColumn } from './column.ts';
import { decimalText, exactFigure, priceText, quantityText, type RulesOfRow, zeroTone } from './figures.ts';
import { directionWord, sideAndKind, sideTone } from './words.ts';

/** Columns of every order table, for the row type of the table. */
export function orderColumns<Row extends OrderCommon>(text: Text, rulesOf: RulesOfRow<Row>, zone: string) {
  const created: TableColumn<Row> = {
    id: 'created',
    header: text.columns.created,
    width: 168,
    text: (row) => formatTimestamp(row.createdAt, zone),
    sort: { kind: 'number', of: (row) => row.createdAt },
  };
  const symbol: TableColumn<Row> = {
    id: 'symbol',
    header: text.columns.symbol,
    width: 148,
    text: (row) => row.symbol,
    sort: { kind: 'text', of: (row) => row.symbol },
  };
  const side: TableColumn<Row> = {
    id: 'side',
    header: text.columns.side,
    width: 124,
    text: (row) => sideAndKind(row, text),
    tone: sideTone,
    sort: { kind: 'text', of: (row) => row.type },
  };
  const price = decimalColumn<Row>({
    id: 'price',
    header: text.columns.price,
    unit: text.units.quote,
    of: (row) => row.price,
    // The exchange sends 0 as the price of a market order. The details show it.
    show: (value, row) =>
      row.kind === 'market' && (value === null || signOf(value) === 0)
        ? text.marketPrice
        : priceText(value, rulesOf(row), text),
    tone: (row) => zeroTone(row.price),
    warning: (row) => boundWarning('price', row.price, rulesOf(row), text),
    text,
  });
  const quantity = decimalColumn<Row>({
    id: 'quantity',
    header: text.columns.quantity,
    unit: text.units.contracts,
    width: 92,
    of: (row) => row.quantity,
    show: (value, row) => quantityText(value, rulesOf(row), text),
    warning: (row) => boundWarning('quantity', row.quantity, rulesOf(row), text),
    text,
  });
  const leverage = decimalColumn<Row>({
    id: 'leverage',
    header: text.columns.leverage,
    width: 80,
    of: (row) => row.leverage,
    show: (value) => (value === null ? text.none : text.leverage(value)),
    text,
  });
  const marginMode: TableColumn<Row> = {
    id: 'marginMode',
    header: text.columns.marginMode,
    width: 82,
    text: (row) => text.marginModes[row.marginMode],
    sort: { kind: 'text', of: (row) => row.marginMode },
  };
  const id: TableColumn<Row> = {
    id: 'id',
    header: text.columns.id,
    width: 256,
    text: (row) => row.id,
    tone: () => 'muted',
    sort: { kind: 'text', of: (row) => row.id },
  };
  return { created, symbol, side, price, quantity, leverage, marginMode, id };
}

/** Columns of both plan order tables. */
export function planColumns<Row extends PlanCommon>(text: Text, rulesOf: RulesOfRow<Row>) {
  const atPrice = (row: Row, value: string | null): string => priceText(value, rulesOf(row), text);
  const warning =
    (field: 'triggerPrice' | 'takeProfit' | 'stopLoss') =>
    (row: Row): string | null =>
      boundWarning(field, row[field], rulesOf(row), text);
  const trigger: TableColumn<Row> = {
    id: 'trigger',
    header: text.columns.trigger,
    width: 112,
    text: (row) => directionWord(row, text),
    tone: (row) => (row.triggerDirection in text.direction ? undefined : 'muted'),
    sort: { kind: 'text', of: (row) => row.triggerDirection },
  };
  const triggerPrice = decimalColumn<Row>({
    id: 'triggerPrice',
    header: text.columns.triggerPrice,
    unit: text.units.quote,
    of: (row) => row.triggerPrice,
    show: (value, row) => atPrice(row, value),
    warning: warning('triggerPrice'),
    text,
  });
  const takeProfit = decimalColumn<Row>({
    id: 'takeProfit',
    header: text.columns.takeProfit,
    unit: text.units.quote,
    of: (row) => row.takeProfit,
    show: (value, row) => atPrice(row, value),
    tone: (row) => zeroTone(row.takeProfit),
    warning: warning('takeProfit'),
    text,
  });
  const stopLoss = decimalColumn<Row>({
    id: 'stopLoss',
    header: text.columns.stopLoss,
    unit: text.units.quote,
    of: (row) => row.stopLoss,
    show: (value, row) => atPrice(row, value),
    tone: (row) => zeroTone(row.stopLoss),
    warning: warning('stopLoss'),
    text,
  });
  return { trigger, triggerPrice, takeProfit, stopLoss };
}

interface DecimalColumn<Row> {
  id: string;
  header: string;
  unit?: string;
  width?: number;
  of: (row: Row) => string | null;
  show: (value: string | null, row: Row) => string;
  tone?: TableColumn<Row>['tone'];
  warning?: TableColumn<Row>['warning'];
  text: Text;
}

/** A column of decimals: aligned right, sorted exactly, copied to the last digit. */
export function decimalColumn<Row>(column: DecimalColumn<Row>): TableColumn<Row> {
  const { id, header, unit, width = 128, of, show, tone, warning, text } = column;
  return {
    id,
    header,
    ...(unit === undefined ? {} : { unit }),
    width,
    align: 'end',
    text: (row) => show(of(row), row),
    exact: (row) => exactFigure(of(row), text),
    tone: (row) => (of(row) === null ? 'muted' : tone?.(row)),
    ...(warning === undefined ? {} : { warning }),
    sort: { kind: 'decimal', of },
  };
}

/**
 * Returns the bounds of the symbol that a value breaks, in words; `null` if it breaks none or the rules are unknown.
 */
function boundWarning(
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
