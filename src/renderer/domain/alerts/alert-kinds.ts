import type { Alert, AlertCondition } from '../../../shared/contract/alerts.ts';
import type { SymbolRules } from '../../../shared/contract/market.ts';
import type { AlertKind } from '../../../shared/market/market.ts';
import { product } from '../../../shared/values/decimal.ts';
import type { Text } from '../../text/use-text.ts';
import { decimalText } from '../../ui/text/figures.ts';
import { rearmWords } from './alert-words.ts';
import { type AlertDraft, type DraftReader, type PlanScope, pnlUnits } from './draft-fields.ts';

type ConditionOf<Kind extends AlertKind> = Extract<AlertCondition, { kind: Kind }>;

/** A part of the form of an alert. `ticker`: market and symbol. */
export type FormPart =
  | 'plans'
  | 'positions'
  | 'ticker'
  | 'level'
  | 'pnl'
  | 'within'
  | 'at-least'
  | 'not-updated-for'
  | 'without-stop-for'
  | 'within-minutes'
  | 'trades';

/** How the page shows and reads a kind of alerts. */
interface KindForm<Kind extends AlertKind> {
  readonly parts: readonly FormPart[];
  /** Returns the fields of a draft that an alert fills. */
  draftOf(condition: ConditionOf<Kind>): Partial<AlertDraft>;
  /** Returns the condition that a draft describes, if the reader notes no problem. */
  conditionOf(reader: DraftReader): ConditionOf<Kind>;
  /** Says when an alert that is not armed fires again. Missing for kinds that are always armed. */
  again?(condition: ConditionOf<Kind>, text: Text, rules: SymbolRules | undefined): string;
}

const kindForms: { readonly [Kind in AlertKind]: KindForm<Kind> } = {
  'plan-near': {
    parts: ['plans', 'within'],
    draftOf: ({ percent, ...plans }) => ({ ...scopeOf(plans), percent }),
    conditionOf: (reader) => ({ kind: 'plan-near', percent: reader.positive('percent'), ...reader.plans() }),
  },
  'plan-left': {
    parts: ['plans'],
    draftOf: scopeOf,
    conditionOf: (reader) => ({ kind: 'plan-left', ...reader.plans() }),
  },
  'plan-orphaned': {
    parts: ['plans'],
    draftOf: scopeOf,
    conditionOf: (reader) => ({ kind: 'plan-orphaned', ...reader.plans() }),
  },
  price: {
    parts: ['ticker', 'level'],
    draftOf: ({ market, symbol, level, direction }) => {
      return { market, symbol, level, direction, directionFrom: direction === 'crosses' ? 'user' : 'alert' };
    },
    conditionOf: (reader) => {
      const { market, direction } = reader.draft;
      return { kind: 'price', market, symbol: reader.symbol(), level: reader.positive('level'), direction };
    },
    again: (condition, text, rules) => rearmWords(condition, rules, text),
  },
  change: {
    parts: ['ticker', 'at-least'],
    draftOf: ({ market, symbol, percent }) => ({ market, symbol, percent }),
    conditionOf: (reader) => {
      const { market } = reader.draft;
      return { kind: 'change', market, symbol: reader.symbol(), percent: reader.positive('percent') };
    },
    again: ({ percent }, text) => text.alerts.again.smallerChange(decimalText(product(percent, '0.95'))),
  },
  'price-move': {
    parts: ['ticker', 'at-least', 'within-minutes'],
    draftOf: ({ market, symbol, percent, minutes }) => ({ market, symbol, percent, minutes: String(minutes) }),
    conditionOf: (reader) => {
      const { market } = reader.draft;
      const [symbol, percent, minutes] = [reader.symbol(), reader.positive('percent'), reader.minutes()];
      return { kind: 'price-move', market, symbol, percent, minutes };
    },
    again: ({ percent }, text) => text.alerts.again.smallerChange(decimalText(product(percent, '0.95'))),
  },
  'position-unstopped': {
    parts: ['positions', 'without-stop-for'],
    draftOf: ({ minutes, ...positions }) => ({ ...scopeOf(positions), minutes: String(minutes) }),
    conditionOf: (reader) => ({ kind: 'position-unstopped', minutes: reader.minutes(), ...reader.positions() }),
  },
  'stop-near': {
    parts: ['positions', 'within'],
    draftOf: ({ percent, ...positions }) => ({ ...scopeOf(positions), percent }),
    conditionOf: (reader) => ({ kind: 'stop-near', percent: reader.positive('percent'), ...reader.positions() }),
  },
  'losing-streak': {
    parts: ['trades'],
    draftOf: ({ trades }) => ({ trades: String(trades) }),
    conditionOf: (reader) => ({ kind: 'losing-streak', trades: reader.trades() }),
    again: (_condition, text) => text.alerts.again.streakEnded,
  },
  'trades-today': {
    parts: ['trades'],
    draftOf: ({ trades }) => ({ trades: String(trades) }),
    conditionOf: (reader) => ({ kind: 'trades-today', trades: reader.trades() }),
    again: (_condition, text) => text.alerts.again.nextDay,
  },
  pnl: {
    parts: ['pnl'],
    draftOf: ({ of, direction, amount, unit, quote, ...positions }) => {
      return { ...scopeOf(positions), of, gain: direction, amount, unit, quote };
    },
    conditionOf: (reader) => {
      const { of, gain, quote } = reader.draft;
      const [onlyUnit = reader.draft.unit, ...others] = pnlUnits[of];
      const unit = others.length > 0 ? reader.draft.unit : onlyUnit;
      const what = { kind: 'pnl', of, direction: gain, amount: reader.positive('amount'), unit } as const;
      if (of !== 'position' && of !== 'entry') return { ...what, quote: reader.quote() };
      return { ...what, quote: quote.trim().toUpperCase() || 'USDT', ...reader.positions() };
    },
    again: ({ unit, quote, amount }, text) => {
      const smaller = decimalText(product(amount, '0.95'));
      return text.alerts.again.smallerPnl(unit === 'percent' ? `${smaller}%` : `${smaller} ${quote}`);
    },
  },
  stale: {
    parts: ['not-updated-for'],
    draftOf: ({ minutes }) => ({ minutes: String(minutes) }),
    conditionOf: (reader) => ({ kind: 'stale', minutes: reader.minutes() }),
    again: (_condition, text) => text.alerts.again.updated,
  },
  'account-silent': {
    parts: [],
    draftOf: () => ({}),
    conditionOf: () => ({ kind: 'account-silent' }),
    again: (_condition, text) => text.alerts.again.answered,
  },
};

/** How any alert is shown and read. The compiler does not see that an alert and its form have one kind. */
export function formOf(kind: AlertKind): KindForm<AlertKind> {
  return kindForms[kind] as KindForm<AlertKind>;
}

/** Says when an alert that is not armed fires again; `null` if it is armed. */
export function againWords({ isArmed, condition }: Alert, rules: SymbolRules | undefined, text: Text): string | null {
  return isArmed ? null : (formOf(condition.kind).again?.(condition, text, rules) ?? null);
}

function scopeOf({ plan, symbol }: { plan?: string | undefined; symbol?: string | undefined }) {
  const scope: PlanScope = plan !== undefined ? 'plan' : symbol !== undefined ? 'symbol' : 'all';
  return { plan: plan ?? '', symbol: symbol ?? '', scope };
}
