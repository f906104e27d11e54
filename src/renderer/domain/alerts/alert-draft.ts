import type { Alert, AlertCondition } from '../../../shared/contract/alerts.ts';
import { defaultQuietMinutes } from '../../../shared/market/market.ts';
import { dayOf, endOfDay } from '../../../shared/time/days.ts';
import type { Timestamp } from '../../../shared/values/domain.ts';
import { readDay } from '../../ui/filter/range-input.ts';
import { formOf } from './alert-kinds.ts';
import {
  type AlertDraft,
  type AlertField,
  type AlertProblem,
  type DraftProblems,
  DraftReader,
  readMinutes,
  type TimingField,
} from './draft-fields.ts';

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
  trades: '3',
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
  return { ...draft, ...formOf(condition.kind).draftOf(condition) };
}

/** Returns the last day on which an alert fires. */
export function lastDayOf(endsAt: Timestamp, zone: string): string {
  return dayOf(endsAt - 1, zone);
}

export type CheckedDraft =
  | { condition: AlertCondition; problems: Partial<Record<AlertField, never>> }
  | { condition: null; problems: DraftProblems };

/**
 * Returns the condition of a draft, or the problem of each invalid field. Checks only the fields of the draft's kind.
 */
export function checkDraft(draft: AlertDraft): CheckedDraft {
  const reader = new DraftReader(draft);
  const condition = formOf(draft.kind).conditionOf(reader);
  const { problems } = reader;
  return Object.keys(problems).length === 0 ? { condition, problems: {} } : { condition: null, problems };
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
