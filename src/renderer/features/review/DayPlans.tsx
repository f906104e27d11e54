import type { Activity } from '../../../shared/contract/alerts.ts';
import { accountsIn } from '../../../shared/orders/joint.ts';
import { endOfDay, startOfDay } from '../../../shared/time/days.ts';
import type { Day } from '../../../shared/values/domain.ts';
import { activitiesDuring, plansFilter } from '../../domain/alerts/activities-during.ts';
import { useActivity } from '../../domain/alerts/activity.ts';
import { closeDialog } from '../../platform/dialogs.ts';
import { useGoTo } from '../../platform/navigation/go-to.ts';
import { useTimeZone } from '../../platform/settings/settings.ts';
import { useText } from '../../text/use-text.ts';

/** What became of the plan orders that ended on a day, as far as this computer watched. */
export function DayPlans({ account, archive, day }: { account: string; archive: string; day: Day }) {
  const text = useText();
  const words = text.review;
  const zone = useTimeZone();
  const goTo = useGoTo();
  const { activities } = useActivity();
  const span = { since: startOfDay(day, zone), before: endOfDay(day, zone) };
  const { triggered, failed, left, unknown, isCut } = activitiesDuring(activities, accountsIn(archive), span);
  const show = (of: readonly Activity[]): void => {
    closeDialog('review');
    goTo({ kind: 'list', account, list: 'plan-history', filter: plansFilter(of), from: words.from(day) });
  };
  const parts = [
    { id: 'triggered', of: triggered, word: words.triggered },
    { id: 'failed', of: failed, word: words.failed },
    { id: 'left', of: left, word: words.left },
    { id: 'unknown', of: unknown, word: words.unknown },
  ].filter(({ of }) => of.length > 0);
  return (
    <section className="review-fact" aria-label={words.plans}>
      <h2>{words.plans}</h2>
      {parts.length === 0 && <p>{words.noPlans}</p>}
      {parts.map(({ id, of, word }) => (
        <p key={id} data-tone={id === 'failed' ? 'warning' : undefined}>
          <button type="button" className="status-button" onClick={() => show(of)}>
            {word(of.length)}
          </button>
        </p>
      ))}
      {parts.length > 0 && (
        <p className="review-keys" title={text.absence.plansSeenExplained}>
          {text.absence.plansSeen}
        </p>
      )}
      {isCut && <p className="review-keys">{text.absence.cut}</p>}
    </section>
  );
}
