import type { ActivityText } from '../activity-words.ts';

const plural = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`;

export const activityTextEn: ActivityText = {
  markets: { futures: 'futures', spot: 'spot' },
  lists: { 'futures-tickers': 'Futures tickers', 'spot-tickers': 'Spot tickers', 'open-plans': 'Open plans' },
  planStatus: {
    pending: 'Pending',
    'placing-order': 'Placing Order',
    'partially-executed': 'Partially Executed',
    'fully-executed': 'Fully Executed',
    failed: 'Execution Failed',
    canceled: 'Canceled',
  },
  unknown: (value) => `Unknown (${value})`,
  both: (first, second) => `${first}, ${second}`,
  planLeft: (symbol) => `${symbol} plan left the list`,
  notSaidYet: 'The history does not say yet what became of it',
  filled: (quantity) => `${quantity} contracts filled`,
  isBack: 'It is back in the list',
  isBackThough: (outcome) => `It is back in the list, though the history has it as: ${outcome}`,
  planNear: (symbol, percent) => `${symbol} plan ${percent} % from its trigger`,
  planAtTrigger: (symbol) => `${symbol} plan at its trigger`,
  lastPrice: (symbol, market, price) => `${symbol} ${market} at ${price}`,
  change: (symbol, market, percent) => `${symbol} ${market} ${percent} % in 24 h`,
  notFetched: (list, account) => `${list} of ${account} not fetched`,
  requestsFail: (account) => `Requests of ${account} fail`,
  conditions: {
    planNear: (percent, of) => `Within ${percent} % of its trigger: ${of}`,
    planLeft: (of) => `Leaves the list: ${of}`,
    onePlan: 'one plan',
    ofSymbol: (symbol) => symbol,
    allPlans: 'any plan',
    price: {
      'rises-to': (symbol, market, level) => `${symbol} ${market} rises to ${level}`,
      'falls-to': (symbol, market, level) => `${symbol} ${market} falls to ${level}`,
      crosses: (symbol, market, level) => `${symbol} ${market} crosses ${level}`,
    },
    change: (symbol, market, percent) => `${symbol} ${market} changes by ${percent} % or more in 24 h`,
    stale: (minutes) => `Figures not fetched for ${minutes} min`,
    accountSilent: 'The account stops answering',
  },
  several: (number) => `${number} things happened`,
  plansLeft: (number) => plural(number, 'plan left the list', 'plans left the list'),
  alertsFired: (number) => plural(number, 'alert', 'alerts'),
};
