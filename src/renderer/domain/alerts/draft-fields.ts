import { type AlertKind, maxCountedTrades, type PnlSubject, type TickerMarket } from '../../../shared/market/market.ts';
import { signOf } from '../../../shared/values/decimal.ts';
import type { Decimal } from '../../../shared/values/domain.ts';
import { isAmbiguousDecimal, maxDecimalLength, readTypedDecimal } from '../../../shared/values/typed-decimal.ts';

export const planScopes = ['plan', 'symbol', 'all'] as const;
export type PlanScope = (typeof planScopes)[number];
/** How often an alert fires: at most once per quiet time, every time, or once. */
export const repetitions = ['spaced', 'always', 'once'] as const;
export const directions = ['rises-to', 'falls-to', 'crosses'] as const;

/** The units that the form offers for each PnL. */
export const pnlUnits: Readonly<Record<PnlSubject, readonly AlertDraft['unit'][]>> = {
  position: ['percent', 'amount'],
  entry: ['percent'],
  account: ['percent', 'amount'],
  stops: ['amount'],
  day: ['amount'],
};

/** The content of the alert form, with the text typed for every kind of alert. */
export interface AlertDraft {
  /** ID of the alert that is changed; `null` for a new alert. */
  id: string | null;
  paused: boolean;
  kind: AlertKind;
  market: TickerMarket;
  symbol: string;
  /** Key of the plan order; '' if none was chosen. */
  plan: string;
  scope: PlanScope;
  level: string;
  direction: (typeof directions)[number];
  /** What the direction follows from. That of an existing alert stays until its level changes. */
  directionFrom: 'level' | 'alert' | 'user';
  percent: string;
  minutes: string;
  /** A number of trades. */
  trades: string;
  /** What a PnL is of. */
  of: PnlSubject;
  gain: 'loss' | 'gain';
  amount: string;
  unit: 'amount' | 'percent';
  quote: string;
  repeat: (typeof repetitions)[number];
  /** Minutes of the quiet time, for `spaced`. */
  quiet: string;
  /** Last day; '' for none. */
  ends: string;
}

export type AlertField = 'symbol' | 'level' | 'percent' | 'minutes' | 'trades' | 'amount' | 'quote' | TimingField;
export type TimingField = 'quiet' | 'ends';
export type AlertProblem =
  | 'no-symbol'
  | 'no-decimal'
  | 'ambiguous'
  | 'not-above-zero'
  | 'too-long'
  | 'no-minutes'
  | 'no-trades'
  | 'no-quote'
  | 'no-day'
  | 'past-day';

export type DraftProblems = Partial<Record<AlertField, AlertProblem>>;

/** Reads the typed fields of a draft, and notes the problem of each that is invalid. */
export class DraftReader {
  readonly draft: AlertDraft;
  readonly problems: DraftProblems = {};

  constructor(draft: AlertDraft) {
    this.draft = draft;
  }

  symbol(): string {
    const symbol = this.draft.symbol.trim();
    if (symbol === '') this.problems.symbol = 'no-symbol';
    return symbol;
  }

  /** Returns which plan orders an alert applies to. With a plan order the symbol is only shown. */
  plans(): { plan?: string; symbol?: string } {
    const { scope, plan } = this.draft;
    return { ...(scope === 'plan' && plan !== '' ? { plan } : {}), ...this.positions() };
  }

  /** Returns the positions of which symbol an alert applies to. */
  positions(): { symbol?: string } {
    const { scope } = this.draft;
    const symbol = scope === 'symbol' ? this.symbol() : this.draft.symbol.trim();
    return scope !== 'all' && symbol !== '' ? { symbol } : {};
  }

  /** Returns a number above zero. */
  positive(field: 'level' | 'percent' | 'amount'): Decimal {
    const text = this.draft[field].replace(/%\s*$/, '');
    const value = readTypedDecimal(text);
    const problem = problemOf(value, text);
    if (problem !== null) this.problems[field] = problem;
    return value ?? '';
  }

  minutes(): number {
    const minutes = readMinutes(this.draft.minutes);
    if (minutes === null) this.problems.minutes = 'no-minutes';
    return minutes ?? 0;
  }

  trades(): number {
    const trades = readWhole(this.draft.trades, maxCountedTrades);
    if (trades === null) this.problems.trades = 'no-trades';
    return trades ?? 0;
  }

  /** Returns the currency of an account. */
  quote(): string {
    const quote = this.draft.quote.trim().toUpperCase();
    if (quote === '') this.problems.quote = 'no-quote';
    return quote;
  }
}

function problemOf(value: Decimal | null, text: string): AlertProblem | null {
  if (value === null) return isAmbiguousDecimal(text) ? 'ambiguous' : 'no-decimal';
  if (signOf(value) <= 0) return 'not-above-zero';
  return value.length > maxDecimalLength ? 'too-long' : null;
}

const maxMinutes = 1440;

export function readMinutes(typed: string): number | null {
  return readWhole(typed, maxMinutes);
}

function readWhole(typed: string, max: number): number | null {
  const number = /^\d{1,4}$/.test(typed.trim()) ? Number(typed) : 0;
  return number >= 1 && number <= max ? number : null;
}
