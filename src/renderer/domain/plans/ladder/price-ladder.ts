import { compareDecimals, signOf } from '../../../../shared/values/decimal.ts';
import type { Decimal } from '../../../../shared/values/domain.ts';
import { greatest, smallest } from '../../../../shared/values/extremes.ts';
import { type PlanRow, planRowId } from '../plan-row.ts';
import { type PositionRow, positionRowId } from '../positions/position-row.ts';

/** Kinds of marks on a price ladder besides the last price. */
export type MarkKind = 'high' | 'low' | 'trigger' | 'limit' | 'take-profit' | 'stop-loss' | 'entry' | 'alert';

/** A price on the ladder. */
export interface LadderMark {
  id: string;
  kind: MarkKind;
  price: Decimal;
  /** `null` unless the mark is one of a plan order. */
  plan: PlanRow | null;
  /** `null` unless the mark is the entry of a position. */
  position: PositionRow | null;
  /** Number of the plan order on the ladder, which all of its marks show, from 1; `null` as `plan`. */
  number: number | null;
}

/** Everything that has a price on the ladder of one symbol. */
export interface LadderContents {
  plans: readonly PlanRow[];
  positions: readonly PositionRow[];
  /** Levels of price alerts. */
  alerts: readonly { id: string; level: Decimal }[];
  /** The prices of the symbol's 24-hour ticker. */
  day: { high: Decimal | null; low: Decimal | null };
}

/** Returns the marks of one symbol, the highest price first. A price of 0 means none. Plan orders are numbered by their trigger prices, from the top. */
export function ladderMarks({ plans, positions, alerts, day }: LadderContents): LadderMark[] {
  const marks: LadderMark[] = [];
  const add = (kind: MarkKind, name: string, price: Decimal | null, of: Partial<LadderMark> = {}): void => {
    if (price === null || signOf(price) <= 0) return;
    marks.push({ id: `${kind} ${name}`, kind, price, plan: null, position: null, number: null, ...of });
  };
  add('high', '', day.high);
  add('low', '', day.low);
  const fromTop = plans.toSorted((a, b) => compareDecimals(b.triggerPrice ?? '0', a.triggerPrice ?? '0'));
  for (const [place, plan] of fromTop.entries()) {
    const [name, of] = [planRowId(plan), { plan, number: place + 1 }];
    add('trigger', name, plan.triggerPrice, of);
    add('limit', name, plan.kind === 'market' ? null : plan.price, of);
    add('take-profit', name, plan.takeProfit, of);
    add('stop-loss', name, plan.stopLoss, of);
  }
  for (const position of positions) {
    add('entry', positionRowId(position), position.figures === null ? null : position.entryPrice, { position });
  }
  for (const { id, level } of alerts) add('alert', id, level);
  return marks.sort((a, b) => compareDecimals(b.price, a.price));
}

/** Returns what changes with the place of a mark and with what it shows beside the last price. */
export function markParts({ id, price, plan, position }: LadderMark): readonly unknown[] {
  return [id, price, plan?.raw, position?.side, position?.quantity];
}

/** A logarithmic scale, on which equal percentages have equal lengths. */
export interface LadderScale {
  /** Natural logarithms of the prices at its ends. */
  top: number;
  bottom: number;
}

/** Part of a ladder in sight: a scale around the last price with the marks that have room. */
export interface LadderView {
  /** Names what the view was made for. */
  key: string;
  scale: LadderScale;
  /** The highest price first, like `above` and `below`. */
  shown: readonly LadderMark[];
  /** Marks beyond the scale. */
  above: readonly LadderMark[];
  below: readonly LadderMark[];
}

interface ViewOptions {
  last: Decimal | null;
  /** Most labels on each side of the last price. */
  capacity: number;
  /** True for marks that must be in sight before others. */
  isWanted: (mark: LadderMark) => boolean;
  /** True to show every mark. */
  isAll: boolean;
  /** A further price in sight; `null` for none. */
  target: Decimal | null;
  /** See `LadderView`. */
  key: string;
}

/** Room beyond the outermost prices, as a part of their distance. */
const margin = 0.06;
/** Smallest distance from the last price to an end: 0.5%. */
const leastSpan = 0.005;
/** A mark farther than this many times the median distance is beyond the scale. */
const farTimes = 6;
/** Largest distance of the last price from the middle, as a part of the length, before the ladder is centered again. */
const mostOffCenter = 0.12;

/**
 * Returns a view centered on the last price; `null` without a price. Returns `before` while it was made for the same key and the last price and
 * the target are well within it, so that the ladder does not move with every tick.
 */
export function ladderView(
  before: LadderView | null,
  marks: readonly LadderMark[],
  options: ViewOptions,
): LadderView | null {
  const { target, key } = options;
  const last = options.last !== null && signOf(options.last) > 0 ? options.last : null;
  const isIn = (price: Decimal | null, part: number): boolean =>
    price === null || (before !== null && Math.abs(placeOn(before.scale, price) - 0.5) <= part);
  if (before?.key === key && isIn(last, mostOffCenter) && isIn(target, 0.5)) return before;
  const center = last === null ? centerOf(marks) : logOf(last);
  if (center === null) return null;
  const distanceOf = ({ price }: LadderMark): number => Math.abs(logOf(price) - center);
  const inReach = options.isAll ? marks : withinReach(marks, distanceOf, options);
  const chosen = options.isAll
    ? marks
    : [...thatFit(inReach, center, 1, distanceOf, options), ...thatFit(inReach, center, -1, distanceOf, options)];
  const farthest = Math.max(
    leastSpan,
    ...chosen.map(distanceOf),
    ...(target === null ? [] : [Math.abs(logOf(target) - center)]),
  );
  const span = farthest * (1 + margin);
  const scale = { top: center + span, bottom: center - span };
  const shown = marks.filter((mark) => chosen.includes(mark));
  const beyond = marks.filter((mark) => !chosen.includes(mark) && isCounted(mark));
  return {
    key,
    scale,
    shown,
    above: beyond.filter(({ price }) => logOf(price) > center),
    below: beyond.filter(({ price }) => logOf(price) <= center),
  };
}

/** The day's range is drawn on the axis as well, so that its ends are missed by no one. */
function isCounted({ kind }: LadderMark): boolean {
  return kind !== 'high' && kind !== 'low';
}

type Distance = (mark: LadderMark) => number;

/** Leaves out marks so far away that they would press the others together. */
function withinReach(marks: readonly LadderMark[], distanceOf: Distance, { isWanted }: ViewOptions): LadderMark[] {
  const own = marks.filter(isCounted);
  const distances = own.map(distanceOf).sort((a, b) => a - b);
  const median = distances[Math.floor((distances.length - 1) / 2)] ?? Number.POSITIVE_INFINITY;
  const reach = Math.max(leastSpan, median * farTimes, ...own.filter(isWanted).map(distanceOf));
  return marks.filter((mark) => distanceOf(mark) <= reach);
}

/** Returns the marks on one side that have room: the wanted ones, then the nearest. */
function thatFit(
  marks: readonly LadderMark[],
  center: number,
  side: 1 | -1,
  distanceOf: Distance,
  { capacity, isWanted }: ViewOptions,
): LadderMark[] {
  const rankOf = (mark: LadderMark): number => (isWanted(mark) ? 0 : isCounted(mark) ? 1 : 2);
  return marks
    .filter(({ price }) => (side > 0 ? logOf(price) > center : logOf(price) <= center))
    .toSorted((a, b) => rankOf(a) - rankOf(b) || distanceOf(a) - distanceOf(b))
    .slice(0, capacity);
}

function centerOf(marks: readonly LadderMark[]): number | null {
  const logs = marks.map(({ price }) => logOf(price));
  return logs.length === 0 ? null : (smallest(logs) + greatest(logs)) / 2;
}

/** Returns the place of a price on a scale: 0 at its top, 1 at its bottom. */
export function placeOn({ top, bottom }: LadderScale, price: Decimal): number {
  return (top - logOf(price)) / (top - bottom);
}

/** Returns the price at a place of a scale with a number of decimal places, at least one unit of the last one. */
export function priceAt({ top, bottom }: LadderScale, place: number, places: number): Decimal {
  const price = Math.exp(top - place * (top - bottom));
  const unit = 10 ** -places;
  return Math.max(price, unit).toFixed(places);
}

/** For places on the screen only. Finite for each decimal, because what is drawn at no number is an error of the browser. */
function logOf(price: Decimal): number {
  return Math.log(Math.min(Math.max(Number(price), Number.MIN_VALUE), Number.MAX_VALUE));
}

/** A line that joins the marks of a plan order. */
export interface LadderJoin {
  plan: PlanRow;
  /** Column of the line, from 0. */
  lane: number;
  /** Positions of its first and last mark among the marks. */
  from: number;
  to: number;
}

/** Returns the lines that join the marks of plan orders, side by side where they overlap. A line without room is left out. */
export function ladderJoins(marks: readonly LadderMark[], lanes: number): LadderJoin[] {
  const spans = new Map<PlanRow, { from: number; to: number }>();
  for (const [place, { plan }] of marks.entries()) {
    if (plan === null) continue;
    const span = spans.get(plan);
    spans.set(plan, { from: span?.from ?? place, to: place });
  }
  const ends: number[] = [];
  const joins: LadderJoin[] = [];
  for (const [plan, { from, to }] of [...spans].sort(([, a], [, b]) => a.from - b.from || a.to - b.to)) {
    if (from === to) continue;
    const free = ends.findIndex((end) => end < from);
    const lane = free < 0 ? ends.length : free;
    if (lane >= lanes) continue;
    ends[lane] = to;
    joins.push({ plan, lane, from, to });
  }
  return joins;
}

/** Labels that touch each other and move together. */
interface LabelGroup {
  /** Sum of the centers that the labels would have with the first label at 0. */
  sum: number;
  size: number;
}

/**
 * Returns the centers of labels, so that each is as near to its place as its neighbors allow. `places`: in ascending
 * order, like the result. `gap`: smallest distance of two centers. The result is within `length` if the labels fit.
 */
export function spreadLabels(places: readonly number[], gap: number, length: number): number[] {
  const start = ({ sum, size }: LabelGroup): number => {
    const last = length - gap / 2 - (size - 1) * gap;
    return Math.max(gap / 2, Math.min(sum / size, last));
  };
  const groups: LabelGroup[] = [];
  for (const place of places) {
    let group: LabelGroup = { sum: place, size: 1 };
    for (let above = groups.at(-1); above && start(above) + above.size * gap > start(group); above = groups.at(-1)) {
      groups.pop();
      group = { sum: above.sum + group.sum - above.size * group.size * gap, size: above.size + group.size };
    }
    groups.push(group);
  }
  return groups.flatMap((group) => Array.from({ length: group.size }, (_, number) => start(group) + number * gap));
}
