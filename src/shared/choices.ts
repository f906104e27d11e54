/** What the reader can choose from. Apart from the schemas, so that the page need not carry the library that checks them. */

/** The screens with their tables, in the order in which the navigation lists them. */
export const screens = [
  'open-plans',
  'order-history',
  'plan-history',
  'results',
  'futures-tickers',
  'spot-tickers',
  'symbol-rules',
] as const;
export type Screen = (typeof screens)[number];

export const themes = ['dark', 'light', 'system'] as const;
export const priceColours = ['green-up', 'red-up', 'colour-blind'] as const;
/** How high the rows of a table are. */
export const densities = ['comfortable', 'normal', 'compact'] as const;
export type Density = (typeof densities)[number];
/** What stands between groups of three digits before the decimal point, which is always ".". */
export const numberGroupings = ['comma', 'space', 'none'] as const;
export type NumberGrouping = (typeof numberGroupings)[number];
/** The space is narrow and unbreakable: a figure stays on one line. */
export const numberSeparators: Readonly<Record<NumberGrouping, string>> = { comma: ',', space: '\u202F', none: '' };
/** `system`: the first language of the system's that Orderglass has. */
export const languageChoices = ['system', 'en', 'zh'] as const;
export type LanguageChoice = (typeof languageChoices)[number];
export const marginModeChoices = ['all', 'isolated', 'cross'] as const;
/** Whose open plans are shown: those of the account that is chosen, or those of all. */
export const planAccountChoices = ['this', 'all'] as const;
/** Of the names of views and watchlists. */
export const longestName = 60;
export const mostViews = 200;
export const mostWatchlists = 100;
export type Bounds = readonly [least: number, most: number];
/** In seconds, between two polls of a list that somebody looks at; `alerts`: of what only an alert needs. */
export const refreshBounds = {
  'open-plans': [1, 60],
  'futures-tickers': [1, 60],
  'spot-tickers': [1, 60],
  alerts: [5, 60],
} as const satisfies Record<string, Bounds>;
/** In seconds: for so long after it was fetched a figure counts as live. */
export const liveForBounds: Bounds = [5, 300];
/** `watch` is small, stays above others, and shows a few tickers and the nearest plans. */
export const programWindows = ['main', 'watch'] as const;
export type ProgramWindow = (typeof programWindows)[number];
/** How the tickers of a market are shown. */
export const tickerViews = ['table', 'map', 'movers'] as const;
