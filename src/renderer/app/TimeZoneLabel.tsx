import { Clock } from 'lucide-react';
import { utcOffset } from '../../shared/time.ts';
import { useTimeZone } from '../state/time-zone.ts';
import { useNow } from '../state/use-now.ts';
import { useText } from '../text/use-text.ts';

const minute = 60_000;

/** The zone of every time on the screen, with its offset now. */
export function TimeZoneLabel() {
  const text = useText();
  const zone = useTimeZone();
  const offset = utcOffset(useNow(minute), zone);
  return (
    <span className="time-zone" title={text.timeZone.explained(zone, offset)}>
      <Clock size={14} aria-hidden="true" />
      {text.timeZone.shown(zone, offset)}
    </span>
  );
}
