import { dayOf } from '../../../shared/days.ts';
import type { Day, HistoryFilter } from '../../../shared/history.ts';
import { useNow } from '../../state/use-now.ts';

const minute = 60_000;

/** The day from which a preset of the filter counts, so that "today" is asked anew at midnight; `null` where none is in force. */
export function usePresetDay(filter: HistoryFilter, zone: string): Day | null {
  const now = useNow(minute);
  const { created } = filter;
  return created && 'preset' in created ? dayOf(now, zone) : null;
}
