import type { Day, HistoryFilter } from '../../../shared/history.ts';

/** What a reader points at in a chart, as a part of a filter. */
export const onlyDay = (day: Day): HistoryFilter => ({ created: { from: day, to: day } });
export const onlySymbol = (symbol: string): HistoryFilter => ({ symbols: [symbol] });
/** 1 is Monday. */
export const onlyWeekday = (weekday: number): HistoryFilter => ({ weekdays: [weekday] });
export const onlyHour = (hour: number): HistoryFilter => ({ hours: [hour] });

/** How many conditions a filter makes; an empty list or range makes none. */
export function countConditions(filter: HistoryFilter): number {
  return Object.values(filter).filter(isCondition).length;
}

function isCondition(part: HistoryFilter[keyof HistoryFilter]): boolean {
  if (part === undefined) return false;
  if (typeof part === 'string') return part.trim() !== '';
  return Object.values(part).some((value) => value !== undefined);
}
