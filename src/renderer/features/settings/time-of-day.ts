const timeForm = /^(\d{1,2})(?:[:.h]?([0-5]\d))?$/;

/** Returns a time such as "22:00" from the ways in which a user types it; `null` if the text is no time of a day. */
export function readTimeOfDay(typed: string): string | null {
  const [, hours = '', minutes = '00'] = timeForm.exec(typed.trim().replaceAll('：', ':')) ?? [];
  if (hours === '' || Number(hours) > 23) return null;
  return `${hours.padStart(2, '0')}:${minutes}`;
}
