import type { Day, HistoryFilter } from '../../../shared/history.ts';

/** What a reader points at in a chart, as a part of a filter. */
export const onlyDay = (day: Day): HistoryFilter => ({ created: { from: day, to: day } });
export const onlySymbol = (symbol: string): HistoryFilter => ({ symbols: [symbol] });
/** 1 is Monday. */
export const onlyWeekday = (weekday: number): HistoryFilter => ({ weekdays: [weekday] });
export const onlyHour = (hour: number): HistoryFilter => ({ hours: [hour] });
