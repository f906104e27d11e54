/** Returns a time zone as Chinese names it, such as "德国时间" for "Europe/Berlin", or its ID if Chinese has no name for it. */
export function zoneName(zone: string): string {
  const format = new Intl.DateTimeFormat('zh-CN', { timeZone: zone, timeZoneName: 'shortGeneric' });
  const name = format.formatToParts(0).find(({ type }) => type === 'timeZoneName')?.value ?? zone;
  return name.startsWith('GMT') ? zone : name.replace('特别行政区', '');
}
