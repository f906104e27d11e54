/** Values and limits of the settings that other code uses, too. The settings are in settings.ts. */

/** Screens with a table by group, in the order of the navigation. Those of the market show one account at a time. */
export const screenGroups = {
  orders: ['open-plans', 'order-history', 'plan-history', 'trades', 'results'],
  market: ['futures-tickers', 'spot-tickers', 'symbol-rules'],
} as const;
export const screens = [...screenGroups.orders, ...screenGroups.market] as const;
export type Screen = (typeof screens)[number];
/** Tables whose layout is saved: those of the screens. `positions`: that of the open plans, with the positions and their plan orders. */
export const tableNames = [...screens, 'positions'] as const;
export type TableName = (typeof tableNames)[number];

/** Separators between groups of three digits. The decimal point is always ".". */
export const numberGroupings = ['comma', 'space', 'none'] as const;
export type NumberGrouping = (typeof numberGroupings)[number];
/** The space is narrow and non-breaking, so that a number stays on one line. */
export const numberSeparators: Readonly<Record<NumberGrouping, string>> = { comma: ',', space: '\u202F', none: '' };
/** `system`: the first of the system's languages that Orderglass has. */
export const languageChoices = ['system', 'en', 'zh'] as const;
export type LanguageChoice = (typeof languageChoices)[number];
/** Largest length of a text in a field of the page, beyond any name, figure, or search: a longer one could only be a paste by mistake. */
export const maxTypedLength = 200;
/** Longest name of a view or a watchlist, in characters. */
export const maxNameLength = 60;
/** Maximum number of stored choices in the command palette. */
export const maxRecentChoices = 60;
export const maxViews = 200;
export const maxWatchlists = 100;
/** Maximum number of columns of a sort. */
export const maxSortColumns = 8;
/** Columns that a table pins until the user changes it. */
export const defaultPinning = { start: ['symbol'], end: [] as string[] };
/**
 * Seconds between two polls of a list, by the interval that the user has chosen. `visible`: of a list on the screen. `background`: of one that
 * only an alert needs. `liveFor`: seconds after its fetch for which a value counts as live, which is five polls.
 */
export const refreshTimes = {
  '1': { visible: 1, background: 5, liveFor: 5 },
  '3': { visible: 3, background: 15, liveFor: 15 },
  '10': { visible: 10, background: 15, liveFor: 50 },
  '60': { visible: 60, background: 60, liveFor: 300 },
} as const;
export const refreshIntervals = ['1', '3', '10', '60'] as const satisfies readonly (keyof typeof refreshTimes)[];
/** `watch`: a small window that stays on top and shows a few tickers and the nearest plans. */
export const programWindows = ['main', 'watch'] as const;
export type ProgramWindow = (typeof programWindows)[number];
/** Views of the tickers of a market. */
export const tickerViews = ['table', 'map', 'movers'] as const;
