import { localTimeZone } from '../../shared/time.ts';
import { useSettings } from './settings.ts';

/** The zone in which times are shown and days begin: an IANA name. */
export function useTimeZone(): string {
  const { timeZone } = useSettings();
  return timeZone === 'local' ? localTimeZone() : timeZone;
}
