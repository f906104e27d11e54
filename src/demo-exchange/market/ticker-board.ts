import { fixedText } from '../numbers/decimal-text.ts';
import { fraction, hash32, RandomStream } from '../numbers/random.ts';
import { DayRange } from './day-range.ts';
import type { Instrument } from './instruments.ts';
import { BEATS_PER_NODE } from './price-path.ts';

interface BoardRow {
  readonly instrument: Instrument;
  readonly range: DayRange;
  tradeBeat: number;
  text: string;
}

/**
 * The 24-hour tickers of one market (docs/service.md 2.5 and 2.6) as JSON text, because their `id` exceeds the range of
 * exact JavaScript numbers.
 */
export class TickerBoard {
  readonly #rows: readonly BoardRow[];
  readonly #bySymbol: ReadonlyMap<string, BoardRow>;

  constructor(instruments: readonly Instrument[]) {
    this.#rows = instruments.map((instrument) => ({
      instrument,
      range: new DayRange(instrument.path),
      tradeBeat: Number.NaN,
      text: '',
    }));
    this.#bySymbol = new Map(this.#rows.map((row) => [row.instrument.symbol, row]));
  }

  has(symbol: string): boolean {
    return this.#bySymbol.has(symbol);
  }

  /** Returns the array of tickers at a beat in the board's order. `symbols` selects some of them. */
  text(beat: number, symbols: ReadonlySet<string> | undefined): string {
    const rows = symbols === undefined ? this.#rows : this.#rows.filter((row) => symbols.has(row.instrument.symbol));
    return `[${rows.map((row) => rowText(row, beat)).join(',')}]`;
  }

  /** Moves a price and includes it in the 24-hour range. */
  movePrice(symbol: string, beat: number, ticks: number): void {
    const row = this.#bySymbol.get(symbol);
    if (row === undefined) return;
    const { path } = row.instrument;
    const before = path.ticksAt(beat);
    path.moveTo(beat, ticks);
    row.range.include(beat, Math.min(before, ticks), Math.max(before, ticks));
    row.tradeBeat = Number.NaN;
  }
}

function rowText(row: BoardRow, beat: number): string {
  const tradeBeat = row.instrument.path.tradeBeat(beat);
  if (tradeBeat !== row.tradeBeat) {
    row.tradeBeat = tradeBeat;
    row.text = describeTicker(row.instrument, row.range, tradeBeat);
  }
  return row.text;
}

function describeTicker(instrument: Instrument, range: DayRange, beat: number): string {
  const { kind, position, symbol, seed, priceDecimals, contractExponent, dailyTurnover } = instrument;
  const price = (ticks: number): string => `"${fixedText(ticks, priceDecimals)}"`;
  const { open, close, low, high } = range.extremes(beat);
  const unit = 10 ** -priceDecimals;
  const activity = activityAt(seed, beat);
  const amount = (dailyTurnover * activity) / (close * unit * 10 ** contractExponent);
  const averagePrice = ((open + close + low + high) / 4) * unit;
  const trades = Math.max(1, Math.round((dailyTurnover * activity) / (150 + 1500 * fraction(hash32(seed, 3)))));
  const count = seed % 9 === 0 ? `"${trades}"` : String(trades);
  const volume = amount * 10 ** contractExponent * averagePrice;

  const fields = [
    `"id":${kind === 'futures' ? tradeIdentifier(seed, beat) : 1_000_000_000 + (seed % 1_000_000) * 1000 + beat}`,
    `"amount":"${longDecimal(amount, seed % 3 === 0 ? 18 : 6, hash32(seed, beat, 4))}"`,
    `"count":${count}`,
    `"open":${price(open)}`,
    `"close":${price(close)}`,
    `"low":${price(low)}`,
    `"high":${price(high)}`,
    `"vol":"${longDecimal(volume, seed % 4 === 0 ? 8 : 30 + (seed % 5), hash32(seed, beat, 5))}"`,
  ];
  if (kind === 'spot') {
    const share = (0.00001 + 0.000001 * position) * (1 + 4 * fraction(hash32(seed, beat >> 2, 6)));
    const spread = Math.max(1, Math.round(close * share));
    const below = hash32(seed, beat, 7) % (spread + 1);
    fields.push(`"ask":${price(close + spread - below)}`, `"bid":${price(Math.max(0, close - below))}`);
  }
  return `{"symbol":${JSON.stringify(symbol)},"data":{${fields.join(',')}}}`;
}

/**
 * Returns the activity of the last 24 hours relative to a usual day. It changes slightly with every beat and slowly
 * over hours.
 */
function activityAt(seed: number, beat: number): number {
  const drift = (period: number): number => {
    const cell = Math.floor(beat / period);
    const left = fraction(hash32(seed, period, cell));
    const right = fraction(hash32(seed, period, cell + 1));
    return left + ((right - left) * (beat - cell * period)) / period - 0.5;
  };
  return Math.exp(drift(64 * BEATS_PER_NODE) * 0.25 + drift(1024 * BEATS_PER_NODE) * 0.8);
}

/** Returns an identifier that grows with every trade. Two in three exceed 2^53. */
function tradeIdentifier(seed: number, beat: number): string {
  const counter = 10_000_000_000 + (seed % 1_000_000_000) + beat * (1 + (seed % 40));
  const era = seed % 3 === 0 ? '' : String(1_000_000 + (seed % 7_000_000));
  return `${era}${counter}`;
}

/** Formats a decimal with more digits than a binary float has, like the service's volumes. */
function longDecimal(value: number, places: number, seed: number): string {
  const exactPlaces = Math.min(places, 6);
  const random = new RandomStream(seed);
  let text = value.toFixed(exactPlaces);
  for (let place = exactPlaces; place < places; place++)
    text += String(random.integer(place === places - 1 ? 1 : 0, 9));
  return text;
}
