import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { SymbolRules } from '../../../../shared/contract/market.ts';
import type { PlanLife, PlanLifeState } from '../../../../shared/contract/plans.ts';
import { formatTimestamp } from '../../../../shared/time/time.ts';
import { useTimeZone } from '../../../platform/settings/settings.ts';
import { useText } from '../../../text/use-text.ts';
import { statusWord } from '../../orders/words.ts';
import { approachText, betweenText, changesBetween, endText } from './plan-life-words.ts';
import { usePlanLife } from './plan-lives.ts';
import '../../orders/changes.css';

interface PlanLifeSectionProps {
  account: string;
  row: { key: string; raw: string };
  rules: SymbolRules | undefined;
}

/** The life of a plan order as this computer has seen it, the latest first. */
export function PlanLifeSection({ account, row, rules }: PlanLifeSectionProps) {
  const text = useText();
  const zone = useTimeZone();
  const words = text.planLife;
  const { data: life, isError } = usePlanLife(account, row);
  if (life === undefined && !isError) return null;
  return (
    <section className="panel-section" aria-label={words.title}>
      <h3>{words.title}</h3>
      {isError && <p className="form-hint">{words.failed}</p>}
      {life === null && <p className="form-hint">{words.never}</p>}
      {life && (
        <>
          <ol className="changes">
            {life.end === null ? (
              life.watchedUntil !== null && (
                <li className="change">
                  <p className="change-time">{words.watchedUntil(formatTimestamp(life.watchedUntil, zone))}</p>
                </li>
              )
            ) : (
              <Event title={words.left} time={endText(life.end, zone, text)}>
                <p>{life.outcome === null ? words.noOutcome : words.outcome(statusWord(life.outcome.status, text))}</p>
              </Event>
            )}
            {life.states
              .map((_state, index) => index)
              .reverse()
              .map((index) => (
                <State key={index} life={life} index={index} rules={rules} zone={zone} />
              ))}
          </ol>
          {life.droppedStates > 0 && <p className="form-hint">{words.dropped(life.droppedStates)}</p>}
          {life.longestGap !== null && (
            <p className="form-hint">
              {words.gaps(
                life.gaps,
                formatTimestamp(life.longestGap.from, zone),
                formatTimestamp(life.longestGap.to, zone),
              )}
            </p>
          )}
        </>
      )}
    </section>
  );
}

interface StateProps {
  life: PlanLife;
  /** Of the state among those of the life. */
  index: number;
  rules: SymbolRules | undefined;
  zone: string;
}

/** A state of the plan order: how it differs from the one before, and how near the price came to its trigger. */
function State({ life: { states }, index, rules, zone }: StateProps) {
  const text = useText();
  const words = text.planLife;
  const state = states[index];
  const before = states[index - 1];
  if (state === undefined) return null;
  const time = betweenText(state.after, state.at, zone, text);
  // The approach is that of a trigger price, and so the last state with this price shows it.
  const approach = hasOwnTrigger(state, states[index + 1]) ? approachText(state, rules, zone, text) : null;
  if (before === undefined) {
    return (
      <Event title={words.firstSeen} time={time}>
        {approach !== null && <p>{approach}</p>}
      </Event>
    );
  }
  const changes = changesBetween(before.plan, state.plan, rules, text);
  return (
    <Event title={changes.length > 0 ? words.changed : words.seenAgain} time={time}>
      <dl>
        {changes.map((change) => (
          <div key={change.heading} className="change-field">
            <dt>{change.heading}</dt>
            <dd>
              <del>{change.before}</del>
              <ArrowRight size={12} aria-hidden="true" />
              <ins>{change.after}</ins>
            </dd>
          </div>
        ))}
      </dl>
      {approach !== null && <p>{approach}</p>}
    </Event>
  );
}

function hasOwnTrigger({ plan }: PlanLifeState, next: PlanLifeState | undefined): boolean {
  return (
    next === undefined ||
    next.plan.triggerPrice !== plan.triggerPrice ||
    next.plan.triggerDirection !== plan.triggerDirection
  );
}

function Event({ title, time, children }: { title: string; time: string; children: ReactNode }) {
  return (
    <li className="change">
      <p>
        {title} <span className="change-time">{time}</span>
      </p>
      {children}
    </li>
  );
}
