import type { ColumnSort } from '../../../shared/contract/settings.ts';
import { movePercent, moveTo } from '../../../shared/plans/plan-distance.ts';
import type { Estimate } from '../../../shared/risk/estimate.ts';
import { missingFrom } from '../../../shared/risk/position-book.ts';
import { hasNoStop, hasUnknownStop } from '../../../shared/risk/risk-sums.ts';
import { formatTimestamp } from '../../../shared/time/time.ts';
import { compareDecimals, withoutSign } from '../../../shared/values/decimal.ts';
import type { Decimal } from '../../../shared/values/domain.ts';
import { isTold } from '../../../shared/values/told.ts';
import { quoteOfRow } from '../../domain/orders/order-columns.ts';
import { positionTone } from '../../domain/orders/words.ts';
import { lastColumn } from '../../domain/plans/distance-columns.ts';
import type { PositionRow } from '../../domain/plans/positions/position-row.ts';
import { agreementText, doubtedFigure, stopText } from '../../domain/plans/positions/risk-words.ts';
import type { Text } from '../../text/use-text.ts';
import { columnHelper, type TableColumn, type Tone } from '../../ui/table/column.ts';
import { decimalColumn } from '../../ui/table/decimal-column.ts';
import { amountEstimate, estimateTone, moneyEstimate, percentEstimate } from '../../ui/text/estimates.ts';
import {
  exactFigure,
  type Figure,
  narrowPriceFigure,
  percentText,
  quantityFigure,
  type RulesOfRow,
} from '../../ui/text/figures.ts';

const helper = columnHelper<PositionRow>();

/** Sort of the positions in a file. Those without a stop come last. */
export const nearestStopFirst: ColumnSort = { id: 'toStop', desc: false };

/** Returns the columns of the open positions (docs/risk.md). */
export function makePositionColumns(
  text: Text,
  rulesOf: RulesOfRow<PositionRow>,
  zone: string,
): TableColumn<PositionRow>[] {
  const { columns: names, openPositions: words } = text;
  const live = (tone: (row: PositionRow) => Tone | undefined) => (row: PositionRow) =>
    row.isLive ? tone(row) : 'muted';
  const sign = (estimateOf: (row: PositionRow) => Estimate | null | undefined) => (row: PositionRow) =>
    row.isUncertain ? 'muted' : estimateTone(estimateOf(row) ?? null);
  const quote = { unit: text.units.quote, unitOf: quoteOfRow, text };
  const unknownSizeText = ({ contract }: PositionRow): string | null =>
    contract === undefined || isTold(contract.size) ? null : text.contractSize.reasons[contract.size.cannotBeTold];
  /** A column of an estimate in the quote currency, whose sums the status line shows. */
  const money = (
    id: string,
    of: (row: PositionRow) => Estimate | null | undefined,
    show: (estimate: Estimate | null, text: Text) => Figure,
    rest: { header: string; size: number; isSigned?: true },
  ): TableColumn<PositionRow> =>
    decimalColumn<PositionRow>((row) => of(row)?.value ?? null, {
      id,
      show: (_value, row) => {
        const estimate = of(row) ?? null;
        if (estimate === null && row.figures) return { shown: text.none, full: unknownSizeText(row) };
        const figure = show(estimate, text);
        return rest.isSigned ? doubtedFigure(row, figure, text) : figure;
      },
      tone: live((row) => (rest.isSigned ? sign(of)(row) : undefined)),
      // As in the sums above the table (docs/risk.md 4).
      sumIn: (row) => (row.isLive && !(rest.isSigned && row.isUncertain) ? quoteOfRow(row) : null),
      range: (row) => rangeText(of(row), (estimate) => show(estimate, text)),
      ...quote,
      ...rest,
    });
  const doubtOf = (row: PositionRow): string | null => {
    if (row.figures === null) return null;
    if (!row.isListed) return words.notListed(row.symbol);
    return unknownSizeText(row) ?? (row.isUncertain ? agreementText(row, text) : null);
  };

  const symbol = helper.accessor('symbol', {
    header: names.symbol,
    size: 132,
    meta: {
      sort: 'text',
      text: (row) => row.symbol,
      remark: (row) => {
        const missing = missingFrom(row);
        return missing === null ? doubtOf(row) : words.missing[missing];
      },
    },
  });
  const sideText = (row: PositionRow): string => {
    const side = text.trades.sides[row.side];
    return missingFrom(row) === null ? side : words.incomplete(side);
  };
  const side = helper.accessor(sideText, {
    id: 'side',
    header: names.side,
    size: 64,
    meta: {
      sort: 'text',
      text: (row) => text.trades.sides[row.side],
      full: (row) => (missingFrom(row) === null ? null : sideText(row)),
      exact: sideText,
      tone: (row) => positionTone(row.side),
    },
  });
  const quantity = decimalColumn<PositionRow>(
    ifKnown((row) => row.quantity),
    {
      id: 'quantity',
      header: words.columns.size,
      unit: text.units.contracts,
      size: 80,
      show: (value, row) => quantityFigure(value, rulesOf(row), text),
      text,
    },
  );
  const entry = decimalColumn<PositionRow>(
    ifKnown((row) => row.entryPrice),
    {
      id: 'entryPrice',
      header: words.columns.entry,
      size: 104,
      show: (value, row) => narrowPriceFigure(value, rulesOf(row), text),
      ...quote,
    },
  );
  const last = lastColumn<PositionRow>(text, {
    ...{ unit: text.units.quote, unitOf: quoteOfRow, size: 96 },
    show: (value, row) => narrowPriceFigure(value, rulesOf(row), text),
  });
  const pnlPercent = decimalColumn<PositionRow>((row) => row.figures?.pnlPercent?.value ?? null, {
    id: 'pnlPercent',
    header: words.columns.pnlPercent,
    size: 84,
    show: (_value, row) => doubtedFigure(row, shortPercent(row.figures?.pnlPercent ?? null, text), text),
    tone: live(sign((row) => row.figures?.pnlPercent)),
    range: (row) => rangeText(row.figures?.pnlPercent, (estimate) => percentEstimate(estimate, text)),
    text,
  });
  const nearestStop = (row: PositionRow): Decimal | null => row.protection?.stops.orders[0]?.level ?? null;
  const stop = helper.accessor(nearestStop, {
    id: 'stop',
    header: words.columns.stop,
    // With the share that it covers, such as "0.00748384 · 16%".
    size: 148,
    meta: {
      align: 'end',
      sort: 'decimal',
      text: (row) => stopText(row, rulesOf(row), text).shown,
      full: (row) => stopText(row, rulesOf(row), text).full,
      exact: (row) => nearestStop(row) ?? stopText(row, rulesOf(row), text).shown,
      tone: (row) => {
        if (row.protection === null) return 'muted';
        if (row.alarm !== null && row.isLive) return 'warning';
        return hasNoStop(row) || hasUnknownStop(row) ? 'muted' : live(() => undefined)(row);
      },
    },
  });
  const toStopOf = (row: PositionRow): Decimal | null => {
    const level = nearestStop(row);
    return level === null || !isTold(row.last) ? null : movePercent(row.last, moveTo(row.last, level));
  };
  // Sorted by the distance alone: the stop of a short position is above the price, and that of a long one below.
  const distanceToStop = (row: PositionRow): Decimal | null => {
    const percent = toStopOf(row);
    return percent === null ? null : withoutSign(percent);
  };
  const toStop = helper.accessor(distanceToStop, {
    id: 'toStop',
    header: words.columns.toStop,
    size: 98,
    meta: {
      align: 'end',
      sort: 'decimal',
      isLowFirst: true,
      text: (row) => percentText(toStopOf(row), text),
      // Without it, the details show what the clipboard gets.
      full: () => null,
      exact: (row) => exactFigure(toStopOf(row), text),
      tone: (row) => (toStopOf(row) === null ? 'muted' : live(() => undefined)(row)),
    },
  });
  const target = decimalColumn<PositionRow>((row) => row.protection?.targets.orders[0]?.level ?? null, {
    id: 'target',
    header: words.columns.target,
    size: 92,
    show: (value, row) => narrowPriceFigure(value, rulesOf(row), text),
    tone: live(() => undefined),
    ...quote,
  });
  const marginMode = helper.accessor((row) => text.marginModes[row.marginMode], {
    id: 'marginMode',
    header: names.marginMode,
    size: 98,
    meta: { sort: 'text', text: (row) => text.marginModes[row.marginMode] },
  });
  const since = helper.accessor('since', {
    header: words.columns.since,
    size: 132,
    meta: { sort: 'number', text: (row) => formatTimestamp(row.since, zone).slice(0, 16) },
  });
  return [
    // What a window of 1,024 pixels shows, from the left: what is held, what it brings, and its stop.
    symbol,
    side,
    quantity,
    entry,
    last,
    money('pnl', (row) => row.figures?.pnl, moneyEstimate, { header: names.pnl, size: 112, isSigned: true }),
    stop,
    toStop,
    money('atRisk', (row) => row.protection?.stops.all.result, moneyEstimate, {
      header: words.columns.atRisk,
      size: 124,
      isSigned: true,
    }),
    pnlPercent,
    target,
    money('notional', (row) => row.figures?.notional, amountEstimate, { header: words.columns.notional, size: 96 }),
    marginMode,
    since,
  ];
}

/** Returns percent without their range, which is in the tooltip, because the PnL beside them has its own. */
export function shortPercent(estimate: Estimate | null, text: Text): Figure {
  const figure = percentEstimate(estimate, text);
  if (estimate === null) return figure;
  const value = percentText(estimate.value, text);
  return { ...figure, shown: figure.shown === value ? value : text.estimates.about(value) };
}

/** Returns the field of a position whose orders tell its figures. */
function ifKnown(of: (row: PositionRow) => Decimal | null): (row: PositionRow) => Decimal | null {
  return (row) => (missingFrom(row) === null ? of(row) : null);
}

/** Returns the range of an estimate in words; `null` if it has none. */
function rangeText(estimate: Estimate | null | undefined, show: (estimate: Estimate) => Figure): string | null {
  return estimate && compareDecimals(estimate.low, estimate.high) < 0 ? show(estimate).full : null;
}
