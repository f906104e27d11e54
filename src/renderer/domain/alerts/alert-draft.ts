import type { Alert, AlertCondition } from '../../../shared/contract/alerts.ts';
import {
  type AlertKind,
  defaultQuietMinutes,
  type PnlSubject,
  type TickerMarket,
} from '../../../shared/market/market.ts';
import { dayOf, endOfDay } from '../../../shared/time/days.ts';
import { signOf } from '../../../shared/values/decimal.ts';
import type { Decimal, Timestamp } from '../../../shared/values/domain.ts';
import { readDay } from '../../ui/filter/range-input.ts';
import { isAmbiguousDecimal, maxDecimalLength, readTypedDecimal } from '../../ui/text/typed-decimal.ts';

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

const emptyDraft: AlertDraft = {
  id: null,
  paused: false,
  kind: 'price',
  market: 'futures',
  symbol: '',
  plan: '',
  scope: 'all',
  level: '',
  direction: 'crosses',
  directionFrom: 'level',
  percent: '1',
  minutes: '5',
  of: 'position',
  gain: 'loss',
  amount: '',
  unit: 'percent',
  quote: 'USDT',
  repeat: 'spaced',
  quiet: String(defaultQuietMinutes),
  ends: '',
};

/** The fields that the form of a new alert starts with. */
export type AlertPreset = Partial<Pick<AlertDraft, 'kind' | 'market' | 'symbol' | 'plan' | 'scope' | 'level'>> & {
  /** ID of the account. Default: the selected account. */
  account?: string;
};

export function newDraft({ account: _account, ...preset }: AlertPreset): AlertDraft {
  return { ...emptyDraft, ...preset };
}

/** `zone`: of the last day. */
export function draftOf({ id, paused, condition, quietMinutes, endsAt }: Alert, zone: string): AlertDraft {
  const draft: AlertDraft = {
    ...emptyDraft,
    id,
    paused,
    kind: condition.kind,
    repeat: quietMinutes === null ? 'once' : quietMinutes === 0 ? 'always' : 'spaced',
    quiet: quietMinutes === null || quietMinutes === 0 ? emptyDraft.quiet : String(quietMinutes),
    ends: endsAt === null ? '' : lastDayOf(endsAt, zone),
  };
  switch (condition.kind) {
    case 'plan-near':
      return { ...draft, ...plansOf(condition), percent: condition.percent };
    case 'plan-left':
    case 'plan-orphaned':
      return { ...draft, ...plansOf(condition) };
    case 'price': {
      const { market, symbol, level, direction } = condition;
      return { ...draft, market, symbol, level, direction, directionFrom: direction === 'crosses' ? 'user' : 'alert' };
    }
    case 'change': {
      const { market, symbol, percent } = condition;
      return { ...draft, market, symbol, percent };
    }
    case 'position-unstopped':
      return { ...draft, ...plansOf(condition), minutes: String(condition.minutes) };
    case 'pnl': {
      const { of, direction, amount, unit, quote } = condition;
      return { ...draft, ...plansOf(condition), of, gain: direction, amount, unit, quote };
    }
    case 'stale':
      return { ...draft, minutes: String(condition.minutes) };
    case 'account-silent':
      return draft;
  }
}

/** Returns the last day on which an alert fires. */
export function lastDayOf(endsAt: Timestamp, zone: string): string {
  return dayOf(endsAt - 1, zone);
}

function plansOf({ plan, symbol }: { plan?: string | undefined; symbol?: string | undefined }) {
  const scope: PlanScope = plan !== undefined ? 'plan' : symbol !== undefined ? 'symbol' : 'all';
  return { plan: plan ?? '', symbol: symbol ?? '', scope };
}

export type AlertField = 'symbol' | 'level' | 'percent' | 'minutes' | 'amount' | 'quote' | TimingField;
type TimingField = 'quiet' | 'ends';
export type AlertProblem =
  | 'no-symbol'
  | 'no-decimal'
  | 'ambiguous'
  | 'not-above-zero'
  | 'too-long'
  | 'no-minutes'
  | 'no-quote'
  | 'no-day'
  | 'past-day';

export type CheckedDraft =
  | { condition: AlertCondition; problems: Partial<Record<AlertField, never>> }
  | { condition: null; problems: Partial<Record<AlertField, AlertProblem>> };

const maxMinutes = 1440;

/**
 * Returns the condition of a draft, or the problem of each invalid field. Checks only the fields of the draft's kind.
 */
export function checkDraft(draft: AlertDraft): CheckedDraft {
  const { kind, market, direction } = draft;
  const symbol = draft.symbol.trim();
  const noSymbol = symbol === '' ? ({ symbol: 'no-symbol' } as const) : {};
  const plans = {
    ...(draft.scope === 'plan' && draft.plan !== '' ? { plan: draft.plan } : {}),
    // With a plan order the symbol is only shown.
    ...(draft.scope !== 'all' && symbol !== '' ? { symbol } : {}),
  };
  const ofSymbol = draft.scope !== 'all' && symbol !== '' ? { symbol } : {};
  const plansProblem = draft.scope === 'symbol' ? noSymbol : {};
  switch (kind) {
    case 'plan-near': {
      const percent = readPositive(draft.percent);
      return 'problem' in percent
        ? failed({ ...plansProblem, percent: percent.problem })
        : checked(plansProblem, { kind, percent: percent.value, ...plans });
    }
    case 'plan-left':
    case 'plan-orphaned':
      return checked(plansProblem, { kind, ...plans });
    case 'price': {
      const level = readPositive(draft.level);
      return 'problem' in level
        ? failed({ ...noSymbol, level: level.problem })
        : checked(noSymbol, { kind, market, symbol, level: level.value, direction });
    }
    case 'change': {
      const percent = readPositive(draft.percent);
      return 'problem' in percent
        ? failed({ ...noSymbol, percent: percent.problem })
        : checked(noSymbol, { kind, market, symbol, percent: percent.value });
    }
    case 'position-unstopped': {
      const minutes = readMinutes(draft.minutes);
      return minutes === null
        ? failed({ ...plansProblem, minutes: 'no-minutes' })
        : checked(plansProblem, { kind, minutes, ...ofSymbol });
    }
    case 'pnl': {
      const { of, gain } = draft;
      const amount = readPositive(draft.amount);
      const quote = draft.quote.trim().toUpperCase();
      const isOfPosition = of === 'position' || of === 'entry';
      const [onlyUnit = draft.unit, ...others] = pnlUnits[of];
      const unit = others.length > 0 ? draft.unit : onlyUnit;
      const problems = {
        ...(isOfPosition ? plansProblem : {}),
        ...(!isOfPosition && quote === '' ? ({ quote: 'no-quote' } as const) : {}),
        ...('problem' in amount ? { amount: amount.problem } : {}),
      };
      if ('problem' in amount) return failed(problems);
      const symbols = isOfPosition ? ofSymbol : {};
      return checked(problems, {
        kind,
        of,
        direction: gain,
        amount: amount.value,
        unit,
        quote: quote || 'USDT',
        ...symbols,
      });
    }
    case 'stale': {
      const minutes = readMinutes(draft.minutes);
      return minutes === null ? failed({ minutes: 'no-minutes' }) : checked({}, { kind, minutes });
    }
    case 'account-silent':
      return checked({}, { kind });
  }
}

export type CheckedTiming =
  | { timing: Pick<Alert, 'quietMinutes' | 'endsAt'>; problems: Partial<Record<TimingField, never>> }
  | { timing: null; problems: Partial<Record<TimingField, AlertProblem>> };

/** Returns how often the alert of a draft fires and when it ends, or the problem of each invalid field. The end is that of a day in the zone. */
export function checkTiming(
  { repeat, quiet, ends }: Pick<AlertDraft, 'repeat' | 'quiet' | 'ends'>,
  zone: string,
  now: Timestamp,
): CheckedTiming {
  const minutes = readMinutes(quiet);
  const day = ends.trim() === '' ? undefined : readDay(ends);
  const endsAt = day === undefined || day === null ? null : endOfDay(day, zone);
  const problems: Partial<Record<TimingField, AlertProblem>> = {
    ...(repeat === 'spaced' && minutes === null ? { quiet: 'no-minutes' } : {}),
    ...(day === null ? { ends: 'no-day' } : endsAt !== null && endsAt <= now ? { ends: 'past-day' } : {}),
  };
  if (Object.keys(problems).length > 0) return { timing: null, problems };
  return { timing: { quietMinutes: { spaced: minutes, always: 0, once: null }[repeat], endsAt }, problems: {} };
}

function readMinutes(typed: string): number | null {
  const minutes = /^\d{1,4}$/.test(typed.trim()) ? Number(typed) : 0;
  return minutes >= 1 && minutes <= maxMinutes ? minutes : null;
}

function checked(problems: Partial<Record<AlertField, AlertProblem>>, condition: AlertCondition): CheckedDraft {
  return Object.keys(problems).length === 0 ? { condition, problems: {} } : failed(problems);
}

function failed(problems: Partial<Record<AlertField, AlertProblem>>): CheckedDraft {
  return { condition: null, problems };
}

function readPositive(typed: string): { value: Decimal } | { problem: AlertProblem } {
  const text = typed.replace(/%\s*$/, '');
  const value = readTypedDecimal(text);
  if (value === null) return { problem: isAmbiguousDecimal(text) ? 'ambiguous' : 'no-decimal' };
  if (signOf(value) <= 0) return { problem: 'not-above-zero' };
  return value.length > maxDecimalLength ? { problem: 'too-long' } : { value };
}
