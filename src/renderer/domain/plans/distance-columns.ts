import { knownPrice, type LastPrice } from '../../../shared/market/last-price.ts';
import { moveTicks, moveTo } from '../../../shared/plans/plan-distance.ts';
import { compareDecimals, withoutSign, withoutZero } from '../../../shared/values/decimal.ts';
import type { Decimal } from '../../../shared/values/domain.ts';
import { isTold } from '../../../shared/values/told.ts';
import type { Text } from '../../text/use-text.ts';
import { columnHelper, type TableColumn } from '../../ui/table/column.ts';
import { type DecimalOptions, decimalColumn } from '../../ui/table/decimal-column.ts';
import { decimalText, percentText, priceFigure, type RulesOfRow } from '../../ui/text/figures.ts';
import { quoteOfRow } from '../orders/order-columns.ts';
import { hasCrossed, isTriggered, type PlanRow, planFigures } from './plan-row.ts';

const helper = columnHelper<PlanRow>();

/** Distances in percent at which the bar of a plan order is empty and full. The scale is logarithmic: 1% is its middle. */
const emptyBarPercent = 20;
const fullBarPercent = 0.05;

/** Returns the columns of the last price and its distance to the trigger price, the take profit and the stop loss. */
export function distanceColumns(text: Text, rulesOf: RulesOfRow<PlanRow>) {
  const last = lastColumn<PlanRow>(text, {
    unitOf: quoteOfRow,
    size: 112,
    show: (value, row) => priceFigure(value, rulesOf(row), text),
  });
  /** Returns the exact distance together with the text shown. */
  const exactMove = (move: Decimal | null, row: PlanRow, shown: string): string => {
    if (move === null) return text.none;
    const { full, shown: price } = priceFigure(move, rulesOf(row), text);
    return text.plans.exactMove(signedMove(move, row, full ?? price), shown);
  };
  /** Says that a figure is not live, which sighted users see by its color; `null` for live figures. */
  const spokenAge = (row: PlanRow, shown: string): string | null => (row.isLive ? null : text.plans.old(shown));
  const distance = helper.accessor((row) => planFigures(row).closeness, {
    id: 'distance',
    header: text.columns.distance,
    size: 128,
    meta: {
      align: 'end',
      sort: 'decimal',
      isLowFirst: true,
      text: (row) => distanceText(row, text),
      exact: (row) =>
        isTriggered(row)
          ? text.risk.reasons.triggered
          : exactMove(planFigures(row).trigger?.move ?? null, row, distanceText(row, text)),
      spoken: (row) => spokenAge(row, distanceText(row, text)),
      tone: (row) => (hasCrossed(row) ? 'warning' : live(row, planFigures(row).triggerPercent)),
      bar: (row) =>
        row.isLive && !hasCrossed(row) && !isTriggered(row) ? closenessBar(planFigures(row).closeness) : null,
    },
  });
  const ticksOf = (row: PlanRow): Decimal | null => {
    const { trigger } = planFigures(row);
    const places = rulesOf(row)?.pricePrecision ?? null;
    return trigger === null || places === null ? null : moveTicks(trigger.move, places);
  };
  const ticks = decimalColumn<PlanRow>(ticksOf, {
    id: 'ticks',
    header: text.columns.distance,
    unit: text.units.ticks,
    size: 100,
    show: (value, row) =>
      value === null ? text.none : signedMove(value, row, decimalText(value, { maximumPlaces: 2 })),
    tone: (row) => live(row, ticksOf(row)),
    text,
  });
  const to = (
    id: 'toTakeProfit' | 'toStopLoss',
    target: 'takeProfit' | 'stopLoss',
    of: (row: PlanRow) => Decimal | null,
  ): TableColumn<PlanRow> => {
    const shown = (row: PlanRow): string => {
      const percent = of(row);
      return percentText(percent, text);
    };
    const move = ({ last, [target]: price }: PlanRow): Decimal | null =>
      !isTold(last) || price === null ? null : moveTo(last, price);
    // Sorted by the distance alone: of a sell, the take profit is below the price.
    const distanceTo = (row: PlanRow): Decimal | null => {
      const percent = of(row);
      return percent === null ? null : withoutSign(percent);
    };
    return helper.accessor(distanceTo, {
      id,
      header: text.columns[id],
      size: 116,
      meta: {
        align: 'end',
        sort: 'decimal',
        isLowFirst: true,
        text: shown,
        exact: (row) => exactMove(of(row) === null ? null : move(row), row, shown(row)),
        spoken: (row) => spokenAge(row, shown(row)),
        tone: (row) => live(row, of(row)),
      },
    });
  };
  return {
    last,
    distance,
    ticks,
    toTakeProfit: to('toTakeProfit', 'takeProfit', (row) => planFigures(row).takeProfitPercent),
    toStopLoss: to('toStopLoss', 'stopLoss', (row) => planFigures(row).stopLossPercent),
  };
}

/** Returns the distance to the trigger: "+1.24%", "Crossed 0.12%", or "Crossed"; "Triggered" if none is left. */
export function distanceText(row: PlanRow, text: Text): string {
  if (isTriggered(row)) return text.triggerStatus.triggered;
  const { trigger, triggerPercent } = planFigures(row);
  if (trigger === null || triggerPercent === null) return text.none;
  if (hasCrossed(row)) {
    const percent = withoutZero(withoutSign(triggerPercent));
    // By less than the two decimal places tell.
    return percent === null ? text.plans.crossed : text.plans.crossedBy(decimalText(percent, { minimumPlaces: 2 }));
  }
  // Without a trigger direction the sign would have no meaning.
  return trigger.hasCrossed === null
    ? text.plans.percent(decimalText(triggerPercent, { minimumPlaces: 2 }))
    : percentText(triggerPercent, text);
}

/** Returns how full the bar is, in whole percent from 0 at `emptyBarPercent` to 100 at `fullBarPercent`; `null` without a distance. `closeness`: in percent. */
export function closenessBar(closeness: Decimal | null): number | null {
  if (closeness === null) return null;
  const percent = Math.max(fullBarPercent, Math.min(emptyBarPercent, Math.abs(Number(closeness))));
  return Math.round((100 * Math.log(emptyBarPercent / percent)) / Math.log(emptyBarPercent / fullBarPercent));
}

/** Adds the plus sign of an upward move. Without a trigger direction the sign would have no meaning. */
function signedMove(move: Decimal, row: PlanRow, words: string): string {
  const isSigned = planFigures(row).trigger?.hasCrossed !== null;
  return isSigned && compareDecimals(move, '0') > 0 ? `+${words}` : words;
}

function live(row: PlanRow, value: Decimal | null): 'muted' | undefined {
  return row.isLive && value !== null ? undefined : 'muted';
}

/** Returns the column of the last price, which is not known if a live list of tickers lacks the symbol. */
export function lastColumn<Row extends { last: LastPrice; isLive: boolean }>(
  text: Text,
  more: Pick<DecimalOptions<Row>, 'show' | 'size' | 'unit' | 'unitOf'>,
): TableColumn<Row> {
  return decimalColumn<Row>(({ last }) => knownPrice(last), {
    ...more,
    id: 'last',
    header: text.columns.last,
    warning: ({ last, isLive }) =>
      isLive && !isTold(last) && last.cannotBeTold === 'not-listed' ? text.alerts.unlisted : null,
    tone: ({ isLive }) => (isLive ? undefined : 'muted'),
    flashes: true,
    text,
  });
}
