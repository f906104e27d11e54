import type { ChartConfiguration, ChartData, ChartOptions, Plugin, ScaleOptions } from 'chart.js';
import { readDecimal } from '../../../../shared/values/decimal.ts';
import { greatest } from '../../../../shared/values/extremes.ts';
import { decimalText } from '../../../ui/text/figures.ts';
import { dayTicks, labelStep, shortenedName, ticksWithZero } from './axis.ts';
import type { ChartColors } from './colors.ts';

/** The content of a chart. Heights are approximate and only for drawing. Exact figures are found by their index. */
export type Plot = LinePlot | BarPlot;

/** A stepped line that starts at zero one day before the first point and ends one day after the last. */
interface LinePlot {
  kind: 'line';
  /** Day numbers (`dayNumber`), ascending. */
  days: readonly number[];
  heights: readonly number[];
  /** The ends of the range in which each point is. */
  band?: { low: readonly number[]; high: readonly number[] };
  /** The line of earlier days, at the days beside which they stand. */
  earlier?: Pick<LinePlot, 'days' | 'heights'> | undefined;
}

/** A bar for each name. `columns` extend upwards, `rows` to the right if positive. */
export interface BarPlot {
  kind: 'columns' | 'rows';
  names: readonly string[];
  heights: readonly number[];
  /** Number of rows of each bar, beside its name. */
  counts: readonly number[];
  /** True if the heights are numbers of rows, which are neither gains nor losses. */
  areCounts: boolean;
}

export function pointCount(plot: Plot): number {
  return plot.heights.length;
}

export type DrawnKind = 'line' | 'bar';

const fontSize = 11;
/** Width (CSS pixels) of a day's label with its margin. */
const dayLabelWidth = 76;
/** Height and width (CSS pixels) of the label of an amount with its margin. */
const [amountLabelHeight, amountLabelWidth] = [28, 72];
/** CSS pixels between a name and its bar. */
const namePadding = 6;
/** A bar of fewer rows is faint, so that it does not look as sure as one of hundreds. */
const fewRows = 10;
/** Significant digits of a label, because a floating point number has about 15. */
const exactDigits = 15;

/** Returns the configuration of Chart.js. Its events are off, because the page handles pointer and keys. */
export function makeConfig(plot: Plot, colors: ChartColors, marker: Plugin): ChartConfiguration<DrawnKind> {
  return {
    type: plot.kind === 'line' ? 'line' : 'bar',
    data: makeData(plot, colors),
    options: makeOptions(plot, colors),
    plugins: [marker],
  };
}

export function makeData(plot: Plot, colors: ChartColors): ChartData<DrawnKind> {
  return plot.kind === 'line' ? lineData(plot, colors) : barData(plot, colors);
}

export function makeOptions(plot: Plot, colors: ChartColors): ChartOptions<DrawnKind> {
  const amounts = amountAxis(colors, plot.kind === 'rows' ? 5 : 6, plot.kind !== 'line' && plot.areCounts);
  return {
    animation: false,
    responsive: true,
    maintainAspectRatio: false,
    events: [],
    layout: { padding: { top: 6, right: 8 } },
    indexAxis: plot.kind === 'rows' ? 'y' : 'x',
    scales:
      plot.kind === 'line'
        ? { x: dayAxis(plot, colors), y: amounts }
        : plot.kind === 'columns'
          ? { x: nameAxis(plot, colors.muted, colors), y: amounts }
          : { x: amounts, y: nameAxis(plot, colors.text, colors) },
  };
}

function lineData(
  { days, heights, band, earlier }: LinePlot,
  { accent, muted, marker }: ChartColors,
): ChartData<'line'> {
  const line = (of: Pick<LinePlot, 'days' | 'heights'>, color: string, width: number) => ({
    data: [
      { x: (of.days[0] ?? 0) - 1, y: 0 },
      ...of.days.map((x, position) => ({ x, y: of.heights[position] ?? 0 })),
      { x: (of.days.at(-1) ?? 0) + 1, y: of.heights.at(-1) ?? 0 },
    ],
    parsing: false as const,
    normalized: true,
    borderColor: color,
    borderWidth: width,
    // The total does not change between two days with orders.
    stepped: 'before' as const,
    pointRadius: 0,
  });
  const hasEarlier = earlier !== undefined && earlier.days.length > 0;
  // The first line is drawn above the others, and the band below all of them, from its high end to the next line, the low one.
  const ends = band
    ? [
        { ...line({ days, heights: band.high }, marker, 0), fill: '+1', backgroundColor: marker },
        line({ days, heights: band.low }, marker, 0),
      ]
    : [];
  return {
    datasets: [line({ days, heights }, accent, 1.5), ...(hasEarlier ? [line(earlier, muted, 1)] : []), ...ends],
  };
}

function barData({ names, heights, counts, areCounts }: BarPlot, colors: ChartColors): ChartData<'bar'> {
  const { accent, up, down, upFaint, downFaint } = colors;
  const isFaint = (index: number): boolean => (counts[index] ?? 0) < fewRows;
  return {
    labels: [...names],
    datasets: [
      {
        data: [...heights],
        backgroundColor: areCounts
          ? accent
          : heights.map((height, index) => {
              if (height < 0) return isFaint(index) ? downFaint : down;
              return isFaint(index) ? upFaint : up;
            }),
        borderColor: areCounts ? accent : heights.map((height) => (height < 0 ? down : up)),
        borderWidth: 1,
        categoryPercentage: 0.84,
        barPercentage: 0.86,
        maxBarThickness: 40,
      },
    ],
  };
}

function amountAxis(
  { muted, line, lineStrong, font }: ChartColors,
  maxTicks: number,
  areCounts: boolean,
): ScaleOptions<'linear'> {
  return {
    type: 'linear',
    beginAtZero: true,
    border: { display: false },
    grid: { color: ({ tick }) => (tick?.value === 0 ? lineStrong : line), drawTicks: false },
    afterBuildTicks: (axis) => {
      const length = axis.isHorizontal() ? axis.chart.width / amountLabelWidth : axis.chart.height / amountLabelHeight;
      axis.ticks = ticksWithZero(axis.ticks, Math.max(2, Math.floor(length)));
    },
    ticks: {
      color: muted,
      font: { family: font, size: fontSize },
      padding: 6,
      maxTicksLimit: maxTicks,
      ...(areCounts ? { precision: 0 } : {}),
      maxRotation: 0,
      autoSkip: false,
      callback: (value) => amountLabel(Number(value)),
    },
  };
}

function dayAxis({ days }: LinePlot, { muted, line, font }: ChartColors): ScaleOptions<'linear'> {
  return {
    type: 'linear',
    bounds: 'data',
    border: { display: false },
    grid: { color: line, drawTicks: false },
    afterBuildTicks: (axis) => {
      const maxTicks = Math.max(2, Math.floor(axis.chart.width / dayLabelWidth));
      axis.ticks = dayTicks(days[0] ?? 0, days.at(-1) ?? 0, maxTicks).map(({ at, label }) => ({ value: at, label }));
    },
    ticks: {
      color: muted,
      font: { family: font, size: fontSize },
      padding: 6,
      maxRotation: 0,
      autoSkip: false,
      callback(_value, position) {
        return this.ticks[position]?.label ?? '';
      },
    },
  };
}

/** The names of the bars with their numbers of rows. Below columns, a name or a number that has no room is left out. */
function nameAxis({ names, counts }: BarPlot, color: string, { font }: ChartColors): ScaleOptions<'category'> {
  const numbers = counts.map((count) => decimalText(String(count)));
  return {
    type: 'category',
    border: { display: false },
    grid: { display: false },
    ticks: {
      color,
      font: { family: font, size: fontSize },
      padding: namePadding,
      maxRotation: 0,
      autoSkip: false,
      callback(value) {
        const index = Number(value);
        const [name = '', count = ''] = [names[index], numbers[index]];
        const { ctx, width } = this.chart;
        ctx.font = `${fontSize}px ${font}`;
        const widthOf = (text: string): number => ctx.measureText(text).width;
        if (this.isHorizontal()) {
          const room = (width - amountLabelWidth) / names.length;
          const ifRoom = (text: string, all: readonly string[]): string =>
            index % labelStep(greatest(all.map(widthOf)), room) === 0 ? text : '';
          return [ifRoom(name, names), ifRoom(count, numbers)];
        }
        const withCount = (text: string): string => `${text}  ${count}`;
        // Chart.js cuts a wider label off at its beginning.
        const fits = (text: string): boolean => widthOf(withCount(text)) <= this.maxWidth - 2 * namePadding;
        return withCount(shortenedName(name, fits));
      },
    },
  };
}

/** Returns the label of an axis line, which is at a round number. */
function amountLabel(value: number): string {
  return decimalText(readDecimal(String(Number(value.toPrecision(exactDigits)))) ?? '0');
}
