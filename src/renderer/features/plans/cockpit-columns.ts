import type { SymbolRules } from '../../../shared/contract/market.ts';
import { movePercent, moveTo } from '../../../shared/plans/plan-distance.ts';
import type { Estimate } from '../../../shared/risk/estimate.ts';
import type { PositionBook } from '../../../shared/risk/position-book.ts';
import { type ClosingOrder, closingResult, shareOf } from '../../../shared/risk/protection.ts';
import { hasUnknownStop } from '../../../shared/risk/risk-sums.ts';
import { formatTimestamp } from '../../../shared/time/time.ts';
import { compareDecimals, signOf, withoutZero } from '../../../shared/values/decimal.ts';
import type { Decimal } from '../../../shared/values/domain.ts';
import { isTold } from '../../../shared/values/told.ts';
import { accountColumnId } from '../../domain/orders/account-column.ts';
import { positionTone } from '../../domain/orders/words.ts';
import { closenessBar, distanceText, lastColumn } from '../../domain/plans/distance-columns.ts';
import { hasCrossed, isTriggered, type PlanRow } from '../../domain/plans/plan-row.ts';
import type { PositionRow } from '../../domain/plans/positions/position-row.ts';
import { noPositionText } from '../../domain/plans/positions/position-words.ts';
import { closingText, doubtedFigure, positionText, wholePercentText } from '../../domain/plans/positions/risk-words.ts';
import type { Text } from '../../text/use-text.ts';
import { type ColumnMeta, columnHelper, type TableColumn, type Tone } from '../../ui/table/column.ts';
import { decimalColumn } from '../../ui/table/decimal-column.ts';
import { estimateTone, moneyEstimate } from '../../ui/text/estimates.ts';
import {
  type Figure,
  narrowPriceFigure,
  percentText,
  plainFigure,
  quantityText,
  type RulesOfRow,
} from '../../ui/text/figures.ts';
import { type CockpitRow, contractsOf, nextOf, type PlanPart, partOf } from './cockpit-rows.ts';
import { shortPercent } from './position-columns.ts';

const helper = columnHelper<CockpitRow>();

/** Width (CSS pixels) of a column that names none, as TanStack Table has it. */
const defaultSize = 150;

/** Column by whose value the menu of another one filters. */
export const filteredBy: Readonly<Record<string, string>> = { sideQuantity: 'side', level: 'triggerDirection' };

/** Arrow of each condition that is known. */
const arrows = new Map<PlanRow['triggerDirection'], string>([
  ['rises-to', '↑'],
  ['falls-to', '↓'],
]);

/** Columns of positions and plan orders that a column of both stands for. */
const replaced: ReadonlySet<string> = new Set([accountColumnId, 'pnl', 'last', 'createdAt']);

/**
 * Returns the columns of the table of positions with their plan orders: those of both together, then, hidden at first, the others. A cell
 * without a meaning for its row is empty; "–" is a figure that is not known.
 */
export function makeCockpitColumns(
  text: Text,
  rulesOf: RulesOfRow<{ account: string; symbol: string }>,
  bookOf: (account: string) => PositionBook | undefined,
  zone: string,
  { positions, plans }: { positions: readonly TableColumn<PositionRow>[]; plans: readonly TableColumn<PlanRow>[] },
): TableColumn<CockpitRow>[] {
  const words = text.cockpit;
  const own = (id: string) => positions.find((column) => column.id === id);
  const ofPlans = (id: string) => plans.find((column) => column.id === id);
  const both = (id: string): TableColumn<CockpitRow> => {
    const ofPlan = ofPlans(id);
    // Several plan orders in one row have these in common.
    const isCommon = id === 'symbol' || id === 'marginMode';
    return joined(own(id), ofPlan, isCommon ? { ofGroup: ([plan]) => (plan && ofPlan?.meta.text(plan)) ?? '' } : {});
  };
  const live = (row: CockpitRow, tone: Tone | undefined): Tone | undefined => (row.isLive ? tone : 'muted');

  const symbol = both('symbol');
  const tagged: TableColumn<CockpitRow> = {
    ...symbol,
    // The plan orders of a position have its margin mode.
    meta: { ...symbol.meta, aside: (row) => (row.parent === null ? words.marginTags[row.marginMode] : null) },
  };
  const plain = ofPlans('sideQuantity');
  const sideQuantity = joined(
    columnHelper<PositionRow>().accessor((row) => row.side, {
      id: 'sideQuantity',
      header: plain?.header ?? '',
      meta: {
        sort: 'text',
        text: (row) => positionText(row, rulesOf(row), text),
        exact: (row) => positionText(row, undefined, text),
        tone: (row) => positionTone(row.side),
      },
    }),
    plain,
    // With “Long, size unknown”.
    { size: 155, ofGroup: (_plans, row) => contractsText(row, rulesOf(row), text) },
  );
  const summed: TableColumn<CockpitRow> = {
    ...sideQuantity,
    meta: {
      ...sideQuantity.meta,
      remark: (row) => {
        const unknown = isGroup(row) ? contractsOf(row).unknown : 0;
        return unknown > 0 ? words.notSummed(unknown) : null;
      },
    },
  };
  const trigger = ofPlans('triggerPrice');
  const level = joined(
    own('entryPrice'),
    trigger && {
      ...trigger,
      meta: {
        ...trigger.meta,
        text: (row: PlanRow) => {
          const price = withoutZero(row.triggerPrice);
          const arrow = price === null ? undefined : arrows.get(row.triggerDirection);
          const { shown } = narrowPriceFigure(price, rulesOf(row), text);
          return arrow === undefined ? shown : `${arrow} ${shown}`;
        },
      },
    },
    { id: 'level', header: words.level, size: 111 },
  );
  const last = lastColumn<CockpitRow>(text, {
    size: 96,
    show: (value, row) => narrowPriceFigure(value, rulesOf(row), text),
  });
  const planDistance = ofPlans('distance');
  const nextText = (row: CockpitRow): string => {
    const next = nextOf(row);
    const { last: price } = row;
    if (row.plan && isTriggered(row.plan)) return distanceText(row.plan, text);
    if (next?.plan) return distanceText(next.plan, text);
    if (!next?.level || !isTold(price)) return '';
    return percentText(movePercent(price, moveTo(price, next.level)), text);
  };
  const distance = helper.accessor((row) => nextOf(row)?.closeness ?? null, {
    id: 'distance',
    header: text.columns.distance,
    // With “Crossed 12.34%”.
    size: 121,
    meta: {
      align: 'end',
      sort: 'decimal',
      isLowFirst: true,
      text: nextText,
      exact: (row) => (row.plan && planDistance?.meta.exact?.(row.plan)) || nextText(row),
      full: (row) => {
        if (row.plan) return isTriggered(row.plan) ? text.risk.reasons.triggered : null;
        return nextOf(row) ? words.nextEvent(nextText(row)) : null;
      },
      spoken: (row) => (row.isLive || nextOf(row) === null ? null : text.plans.old(nextText(row))),
      tone: (row) => (isNextCrossed(row) ? 'warning' : live(row, undefined)),
      bar: (row) => {
        const plan = nextOf(row)?.plan;
        if (!row.isLive || isNextCrossed(row) || (plan && isTriggered(plan))) return null;
        return closenessBar(nextOf(row)?.closeness ?? null);
      },
    },
  });
  /** A figure of a position, and of what a stop or a target makes of it. */
  const outcome = (
    ofPosition: TableColumn<PositionRow> | undefined,
    closed: (row: PositionRow, closing: ClosingOrder) => Estimate | null,
    show: (estimate: Estimate | null, text: Text) => Figure,
    more: { id: string; header: string; size: number },
  ): TableColumn<CockpitRow> => {
    const estimateOf = (row: CockpitRow): Estimate | null => {
      const closing = closingOfRow(row);
      return row.position && closing && closed(row.position, closing);
    };
    const ofPlan = decimalColumn<CockpitRow>((row) => estimateOf(row)?.value ?? null, {
      ...more,
      show: (_value, row) =>
        row.position && closingOfRow(row) ? doubtedFigure(row.position, show(estimateOf(row), text), text) : '',
      tone: (row) => live(row, row.position?.isUncertain ? 'muted' : estimateTone(estimateOf(row))),
      text,
    });
    return joined(ofPosition, ofPlan, { ...more, isOfRow: true });
  };
  const result = outcome(own('pnl'), ({ held }, closing) => held && closingResult(held, closing), moneyEstimate, {
    id: 'result',
    header: words.result,
    // With a range, such as “−0.003 to +0.006”.
    size: 129,
  });
  const pnlPercent = outcome(own('pnlPercent'), (_position, closing) => closing.percent, shortPercent, {
    id: 'pnlPercent',
    header: text.openPositions.columns.pnlPercent,
    // With its doubt, such as “≈ −12.66% ?”.
    size: 102,
  });
  const sinceOf = ({ plan, position }: CockpitRow) => plan?.createdAt ?? position?.since ?? null;
  const since = helper.accessor(sinceOf, {
    id: 'since',
    header: text.openPositions.columns.since,
    // With the widest digits.
    size: 135,
    meta: {
      sort: 'number',
      text: (row) => {
        const at = sinceOf(row);
        return at === null ? '' : formatTimestamp(at, zone).slice(0, 16);
      },
    },
  });
  const first = [
    tagged,
    summed,
    level,
    last,
    distance,
    result,
    coverColumn(text, rulesOf, bookOf, own('stop'), ofPlans('position')),
    pnlPercent,
    { ...both('notional'), size: 99 },
    since,
  ];
  const ids = new Set([...first.map(({ id }) => id), ...replaced]);
  const others = [...new Set([...positions, ...plans].map(({ id }) => id))].filter((id) => !ids.has(id));
  return [
    ...first,
    ...others.map((id) => {
      const column = both(id);
      return { ...column, meta: { ...column.meta, isHiddenAtFirst: true as const } };
    }),
  ];
}

/** True for the row of several plan orders without a position. */
export function isGroup({ plan, position }: CockpitRow): boolean {
  return plan === null && position === null;
}

/** Returns the contracts of several plan orders, such as "Buy 12 · Sell ≥ 8"; "≥" if more may belong to a sum. */
function contractsText(row: CockpitRow, rules: SymbolRules | undefined, text: Text): string {
  const { sides, unknown } = contractsOf(row);
  const sums = sides.map(({ side, sum }) => {
    const quantity = quantityText(sum, rules, text);
    return `${text.side[side]} ${unknown > 0 ? '≥ ' : ''}${quantity}`;
  });
  return sums.length === 0 ? text.none : sums.reduce(text.clauses);
}

/** Returns the plan order of a row as a stop or target of its position; `null` if it is none. */
function closingOfRow(row: CockpitRow): ClosingOrder | null {
  const part = partOf(row);
  return part && 'closing' in part ? part.closing : null;
}

function isNextCrossed(row: CockpitRow): boolean {
  const plan = nextOf(row)?.plan;
  return plan !== undefined && plan !== null && hasCrossed(plan);
}

/** The share of a position that its stops cover, what a plan order does to its position, or what is held beside a plan order without one. */
function coverColumn(
  text: Text,
  rulesOf: RulesOfRow<{ account: string; symbol: string }>,
  bookOf: (account: string) => PositionBook | undefined,
  stop: TableColumn<PositionRow> | undefined,
  held: TableColumn<PlanRow> | undefined,
): TableColumn<CockpitRow> {
  const words = text.cockpit;
  const shareOfPart = (row: CockpitRow): Decimal | null => {
    const closing = closingOfRow(row);
    return row.position && closing && shareOf(closing.taken, row.position.quantity);
  };
  const figureOf = (row: CockpitRow): Figure => {
    const { plan } = row;
    const part = partOf(row);
    if (part === null) {
      const shown = plan === null ? '' : noPositionText(plan, bookOf(plan.account), text);
      const whole = plan === null ? undefined : held?.meta.text(plan);
      return { shown, full: whole === undefined || whole === shown ? null : whole };
    }
    if (part.kind === 'adds') return plainFigure(words.adds);
    if (part.kind === 'unclear') {
      const { unclear, reasons } = text.risk;
      return { shown: unclear, full: part.reason && text.clauses(unclear, reasons[part.reason]) };
    }
    // A share that is rounded down to 0 leaves something.
    if (signOf(part.closing.taken) === 0) {
      const shown = words.noneLeft[part.kind];
      return { shown, full: text.labeled(shown, takenFirst(row, part, text)) };
    }
    const shown = words[part.kind](wholePercentText(shareOfPart(row) ?? '0'));
    return { shown, full: text.clauses(shown, closingText(part.closing, rulesOf(row), text)) };
  };
  const ofPlan = helper.accessor(shareOfPart, {
    id: 'cover',
    header: words.cover,
    meta: {
      sort: 'decimal',
      text: (row) => figureOf(row).shown,
      full: (row) => figureOf(row).full,
      tone: (row) => (row.isLive && closingOfRow(row) ? undefined : 'muted'),
    },
  });
  const shown = (row: PositionRow): string => {
    const stops = row.protection?.stops;
    const isFound = stops !== undefined && stops.orders.length > 0;
    return isFound ? words.stop(wholePercentText(stops.all.percent)) : (stop?.meta.text(row) ?? text.none);
  };
  const ofPosition = stop && {
    ...stop,
    accessorFn: (row: PositionRow) => (hasUnknownStop(row) ? null : (row.protection?.stops.all.percent ?? null)),
    meta: { ...stop.meta, text: shown, exact: shown },
  };
  const column = joined(ofPosition, ofPlan, {
    ...{ id: 'cover', header: words.cover, size: 107, isOfRow: true },
    ofGroup: ({ length }) => text.plans.number(length),
  });
  const { align: _align, ...meta } = column.meta;
  return { ...column, meta };
}

/** Says why nothing is left for a stop or target, and how many of the orders before it have no row because they are no plan orders. */
function takenFirst(
  { position }: CockpitRow,
  { kind, closing }: Extract<PlanPart, { closing: ClosingOrder }>,
  text: Text,
): string {
  const { orders = [] } = position?.protection?.[kind === 'stop' ? 'stops' : 'targets'] ?? {};
  const before = orders.slice(0, orders.indexOf(closing));
  return text.cockpit.takenFirst(
    before.filter(({ order }) => order.trigger === null).length,
    before.some(({ level }) => compareDecimals(level, closing.level) === 0),
  );
}

/** Members of `ColumnMeta` that depend on the row, and may be missing. */
const ofRows = ['full', 'tone', 'warning', 'remark', 'note', 'spoken', 'bar', 'sumIn'] as const;

interface Joint extends Partial<Pick<TableColumn<CockpitRow>, 'id' | 'header' | 'size'>> {
  /** True if the column of plan orders reads the whole row. */
  isOfRow?: true;
  /** Returns the text in the row of several plan orders. Default: none. */
  ofGroup?: (plans: readonly PlanRow[], row: CockpitRow) => string;
}

/** Returns a column that is one of positions in their rows, and one of plan orders in theirs. Without one of them its cells are empty. */
function joined(
  ofPosition: TableColumn<PositionRow> | undefined,
  ofPlan: TableColumn<PlanRow> | TableColumn<CockpitRow> | undefined,
  { isOfRow, ofGroup = () => '', ...more }: Joint = {},
): TableColumn<CockpitRow> {
  // The compiler does not see that a column gets the rows that it is of.
  const columns = { plan: ofPlan, position: ofPosition } as Record<
    'plan' | 'position',
    TableColumn<object> | undefined
  >;
  const any = columns.plan ?? columns.position;
  if (any === undefined) throw new Error('A column is of positions or of plan orders.');
  const columnOf = (row: CockpitRow) => (row.plan ? columns.plan : row.position ? columns.position : undefined);
  const sourceOf = (row: CockpitRow): object => (row.plan ? (isOfRow ? row : row.plan) : (row.position ?? row));
  const ofEachRow = ofRows
    .filter((name) => columns.plan?.meta[name] ?? columns.position?.meta[name])
    .map((name) => [name, (row: CockpitRow) => columnOf(row)?.meta[name]?.(sourceOf(row)) ?? null]);
  const groupText = (row: CockpitRow): string => (isGroup(row) ? ofGroup(row.plans, row) : '');
  const shown = (row: CockpitRow): string => columnOf(row)?.meta.text(sourceOf(row)) ?? groupText(row);
  // The symbol has the currency.
  const { flashes: _flashes, unit, unitOf, ...fixed } = { ...columns.position?.meta, ...any.meta };
  return {
    ...any,
    size: Math.max(columns.plan?.size ?? 0, columns.position?.size ?? 0) || defaultSize,
    ...more,
    accessorFn: (row) =>
      columnOf(row)?.accessorFn(sourceOf(row)) ?? (any.meta.sort === 'text' ? groupText(row) || null : null),
    meta: {
      ...fixed,
      ...(unitOf === undefined && unit !== undefined ? { unit } : {}),
      text: shown,
      exact: (row) => columnOf(row)?.meta.exact?.(sourceOf(row)) ?? shown(row),
      ...Object.fromEntries(ofEachRow),
    } as ColumnMeta<CockpitRow>,
  };
}
