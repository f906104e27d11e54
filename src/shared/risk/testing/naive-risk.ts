// The figures of docs/risk.md, calculated from that page as directly as possible: whole numbers, every corner of every range, every
// sequence of what may happen.

/** `n` / 10 ** `places`. */
export interface Exact {
  readonly n: bigint;
  readonly places: number;
}

export function exact(text: string): Exact {
  const [whole = '0', fraction = ''] = text.split('.');
  return { n: BigInt(whole + fraction), places: fraction.length };
}

const zero = exact('0');
const hundred = exact('100');

function align(a: Exact, b: Exact): [bigint, bigint, number] {
  const places = Math.max(a.places, b.places);
  return [a.n * 10n ** BigInt(places - a.places), b.n * 10n ** BigInt(places - b.places), places];
}
function add(a: Exact, b: Exact): Exact {
  const [left, right, places] = align(a, b);
  return { n: left + right, places };
}
function negative({ n, places }: Exact): Exact {
  return { n: -n, places };
}
function subtract(a: Exact, b: Exact): Exact {
  return add(a, negative(b));
}
function times(a: Exact, b: Exact): Exact {
  return { n: a.n * b.n, places: a.places + b.places };
}
export function compare(a: Exact, b: Exact): number {
  const [left, right] = align(a, b);
  return left < right ? -1 : left > right ? 1 : 0;
}
function min(values: readonly Exact[]): Exact {
  return values.reduce((a, b) => (compare(a, b) <= 0 ? a : b));
}
function max(values: readonly Exact[]): Exact {
  return values.reduce((a, b) => (compare(a, b) >= 0 ? a : b));
}
/** Rounds half away from zero. `b`: above zero. */
function divide(a: Exact, b: Exact, places: number): Exact {
  const [left, right] = align(a, b);
  const scaled = (left < 0n ? -left : left) * 10n ** BigInt(places) * 2n + right;
  const size = scaled / (right * 2n);
  return { n: left < 0n ? -size : size, places };
}
function total(values: readonly Exact[]): Exact {
  return values.reduce(add, zero);
}

export interface Range {
  readonly value: Exact;
  readonly low: Exact;
  readonly high: Exact;
}
type End = keyof Range;
const ends: readonly End[] = ['low', 'high'];

export interface NaivePosition {
  readonly d: 1 | -1;
  readonly q: Exact;
  readonly e: Range | null;
  readonly c: Range | null;
}

const sign = (d: 1 | -1, value: Exact): Exact => (d > 0 ? value : negative(value));

/** The value, and the lowest and highest of all corners. */
function hull(of: (pick: (range: Range) => Exact) => Exact, ranges: readonly Range[]): Range {
  const corners: Exact[] = [];
  for (let bits = 0; bits < 2 ** ranges.length; bits++) {
    corners.push(of((range) => range[ends[(bits >> ranges.indexOf(range)) & 1] ?? 'low']));
  }
  return { value: of((range) => range.value), low: min(corners), high: max(corners) };
}

export function naiveFigures({ d, q, e, c }: NaivePosition, l: Range | null) {
  return {
    notional: c && l && hull((pick) => times(times(q, pick(c)), pick(l)), [c, l]),
    pnl: c && e && l && hull((pick) => times(times(sign(d, subtract(pick(l), pick(e))), q), pick(c)), [c, e, l]),
    pnlPercent: e && l && hull((pick) => naivePercent(d, pick(e), pick(l)), [e, l]),
  };
}

function naivePercent(d: 1 | -1, entry: Exact, price: Exact): Exact {
  return divide(times(sign(d, subtract(price, entry)), hundred), entry, 2);
}

export interface NaiveOrder {
  readonly key: string;
  readonly at: number;
  readonly isPlan: boolean;
  readonly side: 'buy' | 'sell' | null;
  readonly action: 'open' | 'close' | null;
  readonly trigger: Exact | null;
  readonly condition: string | null;
  readonly triggerStatus: string | null;
  readonly isMarket: boolean;
  readonly price: Exact | null;
  readonly q: Exact | null;
  readonly tp: Exact | null;
  readonly sl: Exact | null;
  readonly createdWhileOpen: boolean;
}

const above = (value: Exact | null): value is Exact => value !== null && value.n > 0n;

/** The price at which it fires, and whether the price must rise; or the reason why it is unclear. */
function judge(order: NaiveOrder, l: Exact | null): { t: Exact; rises: boolean } | string {
  const { isPlan, side, trigger, condition, triggerStatus, isMarket, price, q } = order;
  if (isPlan && triggerStatus === 'triggered') return 'triggered';
  if (isPlan && triggerStatus !== 'not-triggered') return 'unknown-status';
  if (side === null) return 'no-side';
  if (l === null) return 'no-last';
  if (!above(q)) return 'no-quantity';
  if (isPlan && !above(trigger)) return 'no-trigger';
  if (isPlan && condition !== 'rises-to' && condition !== 'falls-to') return 'no-direction';
  if (!above(price) && (!isPlan || !isMarket)) return 'no-price';
  const rises = isPlan ? condition === 'rises-to' : side === 'sell';
  const t = (isPlan ? trigger : price) as Exact;
  if (rises ? compare(t, l) <= 0 : compare(t, l) >= 0) return 'overdue';
  return { t, rises };
}

/** Fill price of an order that fires at `t`; `null` if its limit cannot be filled there. */
function fillOf({ isPlan, isMarket, price, side }: NaiveOrder, t: Exact): Range | null {
  if (!isPlan || isMarket || price === null) return { value: t, low: t, high: t };
  if (side === 'sell' ? compare(price, t) > 0 : compare(price, t) < 0) return null;
  return { value: price, low: min([price, t]), high: max([price, t]) };
}

const byAge = (a: NaiveOrder, b: NaiveOrder): number => a.at - b.at || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0);

function permutations<Item>(items: readonly Item[]): Item[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, place) => permutations(items.toSpliced(place, 1)).map((rest): Item[] => [item, ...rest]));
}

interface NaiveClosing {
  readonly order: NaiveOrder;
  readonly t: Exact;
  readonly x: Range;
  readonly likely: boolean;
}

export function naiveProtection(
  position: NaivePosition,
  orders: readonly NaiveOrder[],
  other: boolean,
  l: Range | null,
) {
  const { d } = position;
  const closing = d > 0 ? 'sell' : 'buy';
  const stops: NaiveClosing[] = [];
  const targets: NaiveClosing[] = [];
  const unclear: { key: string; reason: string }[] = [];
  let maybe = 0;
  for (const order of orders) {
    if (order.side !== closing && order.side !== null) continue;
    if (!order.isPlan && order.action !== 'close') continue;
    const judged = judge(order, l?.value ?? null);
    if (typeof judged === 'string') {
      unclear.push({ key: order.key, reason: judged });
      const targetWord = d > 0 ? 'rises-to' : 'falls-to';
      if (order.isPlan && order.condition !== targetWord) maybe++;
      continue;
    }
    const { t, rises } = judged;
    const isTarget = rises === d > 0;
    const fill = fillOf(order, t);
    const likely = !order.isPlan || (order.createdWhileOpen && !other);
    if (isTarget) {
      const p = order.price as Exact;
      targets.push({ order, t, likely, x: fill ?? { value: p, low: p, high: p } });
    } else if (fill === null) unclear.push({ key: order.key, reason: 'rests' });
    else stops.push({ order, t, likely, x: fill });
  }
  const stopCover = naiveCover(position, stops, l);
  const uncovered =
    position.c &&
    l &&
    hull(
      (pick) => times(times(subtract(position.q, stopCover.all.quantity), pick(position.c as Range)), pick(l)),
      [position.c, l],
    );
  const hasStop = stopCover.all.quantity.n > 0n ? true : maybe > 0 ? null : false;
  return { stops: stopCover, targets: naiveCover(position, targets, l), uncovered, unclear, hasStop };
}

function naiveCover(position: NaivePosition, closings: readonly NaiveClosing[], l: Range | null) {
  const from = l?.value ?? zero;
  const distance = ({ t }: NaiveClosing): Exact => {
    const move = subtract(t, from);
    return move.n < 0n ? negative(move) : move;
  };
  const sorted = closings.toSorted((a, b) => compare(distance(a), distance(b)) || byAge(a.order, b.order));
  const quantities = total(sorted.map(({ order }) => order.q ?? zero));
  return {
    orders: sorted.map(({ order, x, likely }, place) => ({
      key: order.key,
      taken: takes(sorted, position.q)[place] as Exact,
      likely,
      percent:
        position.e && hull((pick) => naivePercent(position.d, pick(position.e as Range), pick(x)), [position.e, x]),
    })),
    likely: naiveResult(
      position,
      sorted.filter(({ likely }) => likely),
      l,
    ),
    all: naiveResult(position, sorted, l),
    excess: max([zero, subtract(quantities, position.q)]),
  };
}

function takes(closings: readonly NaiveClosing[], quantity: Exact): Exact[] {
  let r = quantity;
  return closings.map(({ order }) => {
    const take = min([order.q ?? zero, r]);
    r = subtract(r, take);
    return take;
  });
}

/** Every sequence in which stops of one trigger price may fire, every end of every range. */
function naiveResult({ d, q, e, c }: NaivePosition, sorted: readonly NaiveClosing[], l: Range | null) {
  const quantity = total(takes(sorted, q));
  const groups = [...Map.groupBy(sorted, ({ t }) => t.n * 10n ** BigInt(50 - t.places)).values()];
  const sequences = groups.reduce<NaiveClosing[][]>(
    (before, group) => permutations(group).flatMap((order) => before.map((each) => [...each, ...order])),
    [[]],
  );
  const from = (price: Range | null): Range | null => {
    if (c === null || price === null || quantity.n === 0n) return null;
    const resultOf = (sequence: readonly NaiveClosing[], x: End, base: End, size: End): Exact => {
      const taken = takes(sequence, q);
      const parts = sequence.map((each, place) =>
        times(taken[place] as Exact, sign(d, subtract(each.x[x], price[base]))),
      );
      return times(total(parts), c[size]);
    };
    const all = sequences.flatMap((sequence) =>
      ends.flatMap((x) => ends.flatMap((base) => ends.map((size) => resultOf(sequence, x, base, size)))),
    );
    return { value: resultOf(sorted, 'value', 'value', 'value'), low: min(all), high: max(all) };
  };
  const share = divide(times(quantity, hundred), q, 2);
  const isAbove = compare(times(share, q), times(quantity, hundred)) > 0;
  return {
    quantity,
    percent: isAbove ? subtract(share, exact('0.01')) : share,
    result: from(e),
    fromNow: from(l),
  };
}

interface NaiveLeg {
  q: Exact;
  e: Exact;
  was: boolean;
}
interface OnPath {
  readonly order: NaiveOrder;
  readonly role: number;
  readonly t: Exact;
  readonly q: Exact;
  readonly side: 'buy' | 'sell';
  readonly action: 'open' | 'close' | null;
  readonly x: Range | null;
}
/** What was done by each order, in the sequence in which they fired. */
interface Deed {
  readonly on: OnPath;
  readonly choice: string;
}

export interface NaiveWhatIf {
  readonly steps: { readonly key: string; readonly role: number; readonly choice: string }[];
  readonly ends: number | null;
  readonly long: Range;
  readonly short: Range;
  readonly realized: Range | null;
  readonly total: Range | null;
  readonly unclear: { readonly key: string; readonly reason: string }[];
}

export function naiveWhatIf(
  long: { q: Exact; e: Range | null } | null,
  short: { q: Exact; e: Range | null } | null,
  c: Range | null,
  orders: readonly NaiveOrder[],
  l: Exact,
  p: Exact,
  maxEnds: number,
): NaiveWhatIf {
  const up = compare(p, l) > 0;
  const isAhead = (price: Exact, from: Exact): boolean =>
    up ? compare(price, from) > 0 && compare(price, p) <= 0 : compare(price, from) < 0 && compare(price, p) >= 0;
  const unclear: { key: string; reason: string }[] = [];
  const onPath: OnPath[] = [];
  for (const order of orders.toSorted(byAge)) {
    const judged = judge(order, l);
    if (typeof judged === 'string') unclear.push({ key: order.key, reason: judged });
    else if (judged.rises === up && isAhead(judged.t, l)) {
      const { side, action, q } = order;
      onPath.push({
        order,
        role: 0,
        t: judged.t,
        q: q ?? zero,
        side: side ?? 'buy',
        action,
        x: fillOf(order, judged.t),
      });
    }
  }
  const held = (leg: { q: Exact } | null): NaiveLeg => ({ q: leg?.q ?? zero, e: zero, was: leg !== null });

  /** Plays deeds with chosen prices. Returns the legs, the realized sum, what is still on the path, and the total. */
  const play = (deeds: readonly Deed[], longEntry: Exact, shortEntry: Exact, priceOf: (on: OnPath) => Exact) => {
    const legs = { long: { ...held(long), e: longEntry }, short: { ...held(short), e: shortEntry } };
    let g = zero;
    let received = zero;
    let left = [...onPath];
    for (const { on, choice } of deeds) {
      left = left.filter((each) => !(each.order === on.order && each.role === on.role));
      if (choice === 'refused') continue;
      if (choice === 'placed') {
        const limit = on.order.price as Exact;
        if (isAhead(limit, on.t)) left.push({ ...on, role: 1, t: limit, x: { value: limit, low: limit, high: limit } });
        continue;
      }
      const x = priceOf(on);
      const trade = (q: Exact): Exact => times(on.side === 'sell' ? q : negative(q), x);
      const [own, opened, d] =
        on.side === 'sell' ? ([legs.long, legs.short, 1] as const) : ([legs.short, legs.long, -1] as const);
      let rest = on.q;
      if (choice !== 'opens') {
        const m = min([on.q, own.q]);
        received = add(received, trade(m));
        g = add(g, times(m, sign(d, subtract(x, own.e))));
        own.q = subtract(own.q, m);
        rest = choice === 'closes-rest-opens' ? subtract(on.q, m) : zero;
      }
      if (rest.n === 0n) continue;
      received = add(received, trade(rest));
      opened.e = divide(add(times(opened.e, opened.q), times(x, rest)), add(opened.q, rest), 20);
      opened.q = add(opened.q, rest);
      opened.was = true;
      if (on.role > 1) continue;
      for (const [role, price] of [
        [2, on.order.tp],
        [3, on.order.sl],
      ] as const) {
        const rises = (on.side === 'buy') === (role === 2);
        if (above(price) && rises === up && isAhead(price, on.t)) {
          const side = on.side === 'buy' ? 'sell' : 'buy';
          left.push({
            order: on.order,
            role,
            t: price,
            q: rest,
            side,
            action: 'close',
            x: { value: price, low: price, high: price },
          });
        }
      }
    }
    const worth = times(subtract(legs.long.q, legs.short.q), p);
    const start = subtract(times(long?.q ?? zero, longEntry), times(short?.q ?? zero, shortEntry));
    return { legs, g, left, total: subtract(add(received, worth), start) };
  };
  const middleOf = (range: Range | null): Exact => range?.value ?? zero;
  const fillValue = (on: OnPath): Exact => middleOf(on.x);
  const playValue = (deeds: readonly Deed[]) =>
    play(deeds, middleOf(long?.e ?? null), middleOf(short?.e ?? null), fillValue);

  const choicesOf = (on: OnPath, deeds: readonly Deed[]): string[] => {
    if (on.x === null) return ['placed'];
    const { legs } = playValue(deeds);
    const leg = on.side === 'sell' ? legs.long : legs.short;
    if (on.action === 'open') return ['opens'];
    const choices =
      compare(leg.q, on.q) >= 0
        ? ['closes', 'opens']
        : leg.q.n > 0n
          ? ['closes-rest-refused', 'closes-rest-opens', 'opens']
          : leg.was || on.action === 'close'
            ? ['refused', 'opens']
            : ['opens'];
    return on.action === 'close' ? choices.slice(0, 1) : choices;
  };
  const nextOf = (deeds: readonly Deed[]): OnPath[] => {
    const { left } = playValue(deeds);
    if (left.length === 0) return [];
    const t = (up ? min : max)(left.map((each) => each.t));
    return left.filter((each) => compare(each.t, t) === 0).sort((a, b) => byAge(a.order, b.order) || a.role - b.role);
  };
  const main: Deed[] = [];
  for (let [on] = nextOf(main); on; [on] = nextOf(main)) main.push({ on, choice: choicesOf(on, main)[0] ?? '' });
  const all: Deed[][] = [];
  const visit = (deeds: Deed[]): void => {
    if (all.length > maxEnds) return;
    const next = nextOf(deeds);
    if (next.length === 0) all.push(deeds);
    for (const on of next) for (const choice of choicesOf(on, deeds)) visit([...deeds, { on, choice }]);
  };
  visit([]);
  const hasRange = all.length <= maxEnds;
  const counted = hasRange ? all : [main];
  const legsOf = counted.map((deeds) => playValue(deeds).legs);
  const mainEnd = playValue(main);
  const isPriced = [long, short].every((leg) => leg === null || leg.e !== null);
  const moneyOf = (figure: 'g' | 'total'): Range | null => {
    if (c === null || !isPriced) return null;
    const corners = counted.flatMap((deeds) => cornersOf(deeds).map((end) => end[figure]));
    return {
      value: times(mainEnd[figure], c.value),
      low: min(corners.flatMap((each) => [times(each, c.low), times(each, c.high)])),
      high: max(corners.flatMap((each) => [times(each, c.low), times(each, c.high)])),
    };
  };
  const cornersOf = (deeds: readonly Deed[]) => {
    const ranged = deeds.flatMap(({ on }) => (on.x && compare(on.x.low, on.x.high) !== 0 ? [on] : []));
    const played = [];
    const [longEnds, shortEnds] = [long, short].map((leg) => (leg?.e ? [leg.e.low, leg.e.high] : [zero])) as [
      Exact[],
      Exact[],
    ];
    for (let bits = 0; bits < 2 ** ranged.length; bits++) {
      const priceOf = (on: OnPath): Exact => {
        const place = ranged.indexOf(on);
        return place < 0 ? middleOf(on.x) : (on.x as Range)[ends[(bits >> place) & 1] ?? 'low'];
      };
      for (const longEntry of longEnds) {
        for (const shortEntry of shortEnds) played.push(play(deeds, longEntry, shortEntry, priceOf));
      }
    }
    return played;
  };
  const quantityOf = (side: 'long' | 'short'): Range => {
    const quantities = legsOf.map((legs) => legs[side].q);
    return { value: mainEnd.legs[side].q, low: min(quantities), high: max(quantities) };
  };
  return {
    steps: main.map(({ on, choice }) => ({ key: on.order.key, role: on.role, choice })),
    ends: hasRange ? all.length : null,
    long: quantityOf('long'),
    short: quantityOf('short'),
    realized: moneyOf('g'),
    total: moneyOf('total'),
    unclear,
  };
}

export interface NaiveSummed {
  readonly symbol: string;
  readonly isLong: boolean;
  readonly isLive: boolean;
  readonly isUncertain: boolean;
  readonly notional: Range | null;
  readonly pnl: Range | null;
  /** `null`: unknown protection. */
  readonly stops: {
    readonly quantity: Exact;
    readonly result: Range | null;
    readonly uncovered: Range | null;
    /** `null`: it cannot be told. */
    readonly hasStop: boolean | null;
  } | null;
}

/** The sums of one quote currency. */
export function naiveSums(positions: readonly NaiveSummed[]) {
  const sumOf = (ranges: readonly (Range | null | undefined)[]) => {
    const known = ranges.filter((range) => range !== null && range !== undefined);
    const part = (end: End): Exact => total(known.map((range) => range[end]));
    const sum = known.length === 0 ? null : { value: part('value'), low: part('low'), high: part('high') };
    return { sum, positions: known.length };
  };
  const live = positions.filter(({ isLive }) => isLive);
  const sure = live.filter(({ isUncertain }) => !isUncertain);
  return {
    positions: positions.length,
    pnl: sumOf(sure.map(({ pnl }) => pnl)),
    exposureLong: sumOf(live.map(({ isLong, notional }) => (isLong ? notional : null))),
    exposureShort: sumOf(live.map(({ isLong, notional }) => (isLong ? null : notional))),
    atStops: sumOf(sure.map(({ stops }) => stops?.result)),
    withoutStop: positions.filter(({ stops }) => stops?.hasStop === false).length,
    unknownStops: positions.filter(({ stops }) => stops === null || stops.hasStop === null).length,
    uncovered: sumOf(live.map(({ stops }) => stops?.uncovered)),
  };
}
