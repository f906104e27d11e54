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
export const marginModeChoices = ['all', 'isolated', 'cross'] as const;
export type MarginModeChoice = (typeof marginModeChoices)[number];
