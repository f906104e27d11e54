import { TriangleAlert } from 'lucide-react';
import { formatTimestamp } from '../../shared/time.ts';
import { freshness } from '../state/freshness.ts';
import { useTimeZone } from '../state/settings.ts';
import { useStore } from '../state/store.ts';
import { useNow } from '../state/use-now.ts';
import { type Text, useText } from '../text/use-text.ts';

/** Age of the data on the screen, marked as stale once it exceeds the live time. */
export function Age() {
  const text = useText();
  const zone = useTimeZone();
  const { fetchedAt, liveFor, failed } = useStore(freshness);
  const now = useNow();
  if (fetchedAt === null) return <span className="age">{failed ? text.age.never : ''}</span>;
  const age = Math.max(0, now - fetchedAt);
  const stale = failed || (liveFor !== null && age > liveFor);
  const time = formatTimestamp(fetchedAt, zone);
  return (
    <span className="age" data-stale={stale || undefined} title={stale ? text.age.staleExplained(time) : time}>
      {stale && (
        <strong className="age-mark">
          <TriangleAlert size={14} aria-hidden="true" />
          {text.age.stale}
        </strong>
      )}
      {ageText(age, text)}
    </span>
  );
}

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

function ageText(age: number, text: Text): string {
  if (age < 2 * second) return text.age.justNow;
  if (age < 2 * minute) return text.age.seconds(Math.floor(age / second));
  if (age < 2 * hour) return text.age.minutes(Math.floor(age / minute));
  return text.age.hours(Math.floor(age / hour));
}
