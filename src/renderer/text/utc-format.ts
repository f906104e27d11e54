/**
 * Returns a function that formats a time (epoch ms) in UTC. The first call makes the format, because making one takes milliseconds of the
 * page's start.
 */
export function utcFormat(locale: string, options: Intl.DateTimeFormatOptions): (time: number) => string {
  let format: Intl.DateTimeFormat | null = null;
  return (time) => {
    format ??= new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
    return format.format(time);
  };
}
