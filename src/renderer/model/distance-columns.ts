import { compareDecimals, quotient } from '../../shared/decimal.ts';
import type { Decimal } from '../../shared/domain.ts';
import { moveTicks, moveTo, withoutSign } from '../../shared/plan-distance.ts';
import type { Text } from '../text/use-text.ts';
import type { TableColumn } from './column.ts';
import { decimalText, percentText, priceText, type RulesOfRow } from './figures.ts';
import { decimalColumn } from './order-columns.ts';
import { hasCrossed, type PlanRow, planFigures } from './plan-row.ts';

type Column = TableColumn<PlanRow>;

/** Distance (percent of the last price) from which the bar is empty. */
const emptyBarPercent = 5;

/** Columns with the distance from the last price to the prices of a plan order. */
export function distanceColumns(text: Text, rulesOf: RulesOfRow<PlanRow>) {
  const last: Column = {
    ...decimalColumn<PlanRow>({
      id: 'last',
      header: text.columns.last,
      unit: text.units.quote,
      width: 112,
      of: (row) => row.last,
      show: (value, row) => priceText(value, rulesOf(row), text),
      tone: (row) => (row.isLive ? undefined : 'muted'),
      text,
    }),
    flashes: true,
  };
  const distance: Column = {
    id: 'distance',
    header: text.columns.distance,
    width: 156,
    align: 'end',
    text: (row) => distanceText(row, text),
    exact: (row) => exactMove(planFigures(row).trigger?.move ?? null, distanceText(row, text), text),
    tone: (row) => (hasCrossed(row) ? 'warning' : live(row, planFigures(row).triggerPercent)),
    bar: (row) => (row.isLive && !hasCrossed(row) ? closenessBar(row) : null),
    sort: { kind: 'decimal', of: (row) => planFigures(row).closeness },
  };
  const ticksOf = (row: PlanRow): Decimal | null => {
    const { trigger } = planFigures(row);
    const places = rulesOf(row)?.pricePrecision ?? null;
    return trigger === null || places === null ? null : moveTicks(trigger.move, places);
  };
  const ticks = decimalColumn<PlanRow>({
    id: 'ticks',
    header: text.columns.distance,
    unit: text.units.ticks,
    width: 100,
    of: ticksOf,
    show: (value, row) => (value === null ? text.none : aged(ticksText(value, row), row, text)),
    tone: (row) => live(row, ticksOf(row)),
    text,
  });
  const to = (
    id: 'toTakeProfit' | 'toStopLoss',
    target: 'takeProfit' | 'stopLoss',
    of: (row: PlanRow) => Decimal | null,
  ): Column => {
    const shown = (row: PlanRow): string => {
      const percent = of(row);
      return percent === null ? text.none : aged(percentText(percent, text), row, text);
    };
    const move = ({ last, [target]: price }: PlanRow): Decimal | null =>
      last === null || price === null ? null : moveTo(last, price);
    return {
      id,
      header: text.columns[id],
      width: 112,
      align: 'end',
      text: shown,
      exact: (row) => exactMove(of(row) === null ? null : move(row), shown(row), text),
      tone: (row) => live(row, of(row)),
      sort: { kind: 'decimal', of },
    };
  };
  return {
    last,
    distance,
    ticks,
    toTakeProfit: to('toTakeProfit', 'takeProfit', (row) => planFigures(row).takeProfitPercent),
    toStopLoss: to('toStopLoss', 'stopLoss', (row) => planFigures(row).stopLossPercent),
  };
}

/** Returns the distance to the trigger in words, such as "+1.24%" or "Crossed by 0.12%". Marks outdated figures. */
export function distanceText(row: PlanRow, text: Text): string {
  const { trigger, triggerPercent } = planFigures(row);
  if (trigger === null || triggerPercent === null) return text.none;
  if (hasCrossed(row)) return text.plans.crossedBy(decimalText(withoutSign(triggerPercent), { minimumPlaces: 2 }));
  // Without a known direction the sign would mean nothing.
  const words =
    trigger.hasCrossed === null
      ? text.plans.percent(decimalText(triggerPercent, { minimumPlaces: 2 }))
      : percentText(triggerPercent, text);
  return aged(words, row, text);
}

/** Returns the bar from 0 (far away) to 100 (at the trigger); `null` if the distance is unknown. */
export function closenessBar(row: PlanRow): number | null {
  const { trigger } = planFigures(row);
  if (trigger === null || row.last === null) return null;
  const percent = quotient(withoutSign(trigger.left), row.last, 6);
  if (percent === null || compareDecimals(row.last, '0') <= 0) return null;
  return Math.max(0, 100 - (Number(percent) * 100 * 100) / emptyBarPercent);
}

function ticksText(value: Decimal, row: PlanRow): string {
  const isSigned = planFigures(row).trigger?.hasCrossed !== null;
  const plus = isSigned && compareDecimals(value, '0') > 0 ? '+' : '';
  return `${plus}${decimalText(value, { maximumPlaces: 2 })}`;
}

/** Returns the exact distance together with the shown percentage. */
function exactMove(move: Decimal | null, shown: string, text: Text): string {
  return move === null ? text.none : text.plans.exactMove(move, shown);
}

function aged(words: string, row: PlanRow, text: Text): string {
  return row.isLive ? words : text.plans.old(words);
}

function live(row: PlanRow, value: Decimal | null): 'muted' | undefined {
  return row.isLive && value !== null ? undefined : 'muted';
}
