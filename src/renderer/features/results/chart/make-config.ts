import type { ChartConfiguration, ChartData, ChartOptions, Plugin, ScaleOptions } from 'chart.js';
import { readDecimal } from '../../../../shared/decimal.ts';
import { decimalText } from '../../../model/figures.ts';
import { dayTicks } from '../figures/day-ticks.ts';
import type { ChartColours } from './colours.ts';

/** What a chart draws: heights for the eye alone. Whoever reads a figure is given the exact one, by its position. */
export type Plot = LinePlot | BarPlot;

/** Comes from zero a day earlier, is level from one day to the next that has a point, and goes on a day longer. */
interface LinePlot {
  kind: 'line';
  /** Ascending, as `dayNumber` counts. */
  days: readonly number[];
  heights: readonly number[];
}

/** A bar for each name, upwards or to the right from zero where it is positive. */
export interface BarPlot {
  kind: 'columns' | 'rows';
  names: readonly string[];
  heights: readonly number[];
}

export function pointCount(plot: Plot): number {
  return plot.heights.length;
}

export type DrawnKind = 'line' | 'bar';

const fontSize = 11;
/** In CSS pixels: what the label of a day takes with its surroundings. */
const dayLabelWidth = 76;
/** A number has no more exact digits; beyond them an axis would show what is left over from adding steps up. */
const exactDigits = 15;

/** Everything that Chart.js is told. It draws; pointing and reading are the page's own, so its events stay off. */
export function makeConfig(plot: Plot, colours: ChartColours, marker: Plugin): ChartConfiguration<DrawnKind> {
  return {
    type: plot.kind === 'line' ? 'line' : 'bar',
    data: makeData(plot, colours),
    options: makeOptions(plot, colours),
    plugins: [marker],
  };
}

export function makeData(plot: Plot, colours: ChartColours): ChartData<DrawnKind> {
  return plot.kind === 'line' ? lineData(plot, colours) : barData(plot, colours);
}

export function makeOptions(plot: Plot, colours: ChartColours): ChartOptions<DrawnKind> {
  const amounts = amountAxis(colours, plot.kind === 'rows' ? 5 : 6);
  return {
    animation: false,
    responsive: true,
    maintainAspectRatio: false,
    events: [],
    layout: { padding: { top: 6, right: 8 } },
    indexAxis: plot.kind === 'rows' ? 'y' : 'x',
    scales:
      plot.kind === 'line'
        ? { x: dayAxis(plot, colours), y: amounts }
        : plot.kind === 'columns'
          ? { x: nameAxis(colours.muted, colours), y: amounts }
          : { x: amounts, y: nameAxis(colours.text, colours) },
  };
}

function lineData({ days, heights }: LinePlot, { accent }: ChartColours): ChartData<'line'> {
  return {
    datasets: [
      {
        data: [
          { x: (days[0] ?? 0) - 1, y: 0 },
          ...days.map((x, position) => ({ x, y: heights[position] ?? 0 })),
          { x: (days.at(-1) ?? 0) + 1, y: heights.at(-1) ?? 0 },
        ],
        parsing: false,
        normalized: true,
        borderColor: accent,
        borderWidth: 1.5,
        // Between two days with orders nothing changes.
        stepped: 'before',
        pointRadius: 0,
      },
    ],
  };
}

function barData({ names, heights }: BarPlot, { up, down }: ChartColours): ChartData<'bar'> {
  return {
    labels: [...names],
    datasets: [
      {
        data: [...heights],
        backgroundColor: heights.map((height) => (height < 0 ? down : up)),
        categoryPercentage: 0.84,
        barPercentage: 0.86,
        maxBarThickness: 40,
      },
    ],
  };
}

function amountAxis({ muted, line, lineStrong, font }: ChartColours, most: number): ScaleOptions<'linear'> {
  return {
    type: 'linear',
    beginAtZero: true,
    border: { display: false },
    grid: { color: ({ tick }) => (tick?.value === 0 ? lineStrong : line), drawTicks: false },
    ticks: {
      color: muted,
      font: { family: font, size: fontSize },
      padding: 6,
      maxTicksLimit: most,
      maxRotation: 0,
      callback: (value) => amountLabel(Number(value)),
    },
  };
}

function dayAxis({ days }: LinePlot, { muted, line, font }: ChartColours): ScaleOptions<'linear'> {
  return {
    type: 'linear',
    bounds: 'data',
    border: { display: false },
    grid: { color: line, drawTicks: false },
    afterBuildTicks: (axis) => {
      const most = Math.max(2, Math.floor(axis.chart.width / dayLabelWidth));
      axis.ticks = dayTicks(days[0] ?? 0, days.at(-1) ?? 0, most).map(({ at, label }) => ({ value: at, label }));
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

function nameAxis(color: string, { font }: ChartColours): ScaleOptions<'category'> {
  return {
    type: 'category',
    border: { display: false },
    grid: { display: false },
    ticks: { color, font: { family: font, size: fontSize }, padding: 6, maxRotation: 0 },
  };
}

/** The lines of an axis stand at round numbers. */
function amountLabel(value: number): string {
  return decimalText(readDecimal(String(Number(value.toPrecision(exactDigits)))) ?? '0');
}
