import type { ActivityText } from '../activity-words.ts';

const plural = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`;

export const activityTextEn: ActivityText = {
  markets: { futures: 'futures', spot: 'spot' },
  lists: { 'futures-tickers': 'Futures tickers', 'spot-tickers': 'Spot tickers', 'open-plans': 'Open plans' },
  planStatus: {
    pending: 'Pending',
    'placing-order': 'Placing order',
    'partially-executed': 'Partially executed',
    'fully-executed': 'Fully executed',
    failed: 'Execution failed',
    canceled: 'Canceled',
  },
  unknown: (value) => `Unknown (${value})`,
  both: (first, second) => `${first}, ${second}`,
  planLeft: (symbol) => `${symbol} plan order no longer open`,
  notSaidYet: 'Outcome not in the plan history yet',
  filled: (quantity) => `${quantity} contracts filled`,
  isBack: 'Open again',
  isBackThough: (outcome) => `Open again, although the plan history says: ${outcome}`,
  planNear: (symbol, percent) => `${symbol} plan order ${percent}% from its trigger price`,
  planAtTrigger: (symbol) => `${symbol} plan order reached its trigger price`,
  lastPrice: (symbol, market, price) => `${symbol} ${market} at ${price}`,
  change: (symbol, market, percent) => `${symbol} ${market} ${percent}% in 24h`,
  notFetched: (list, account) => `${list} not updating: ${account}`,
  requestsFail: (account) => `Requests fail: ${account}`,
  conditions: {
    planNear: (percent, of) => `Within ${percent}% of trigger price: ${of}`,
    planLeft: (of) => `No longer open: ${of}`,
    onePlan: 'one plan order',
    ofSymbol: (symbol) => symbol,
    allPlans: 'any plan order',
    price: {
      'rises-to': (symbol, market, level) => `${symbol} ${market} rises to ${level}`,
      'falls-to': (symbol, market, level) => `${symbol} ${market} falls to ${level}`,
      crosses: (symbol, market, level) => `${symbol} ${market} crosses ${level}`,
    },
    change: (symbol, market, percent) => `${symbol} ${market} changes ${percent}% or more in 24h`,
    stale: (minutes) => `No data update for ${minutes} min`,
    accountSilent: 'Account requests fail',
  },
  several: (number) => plural(number, 'new event', 'new events'),
  plansLeft: (number) => plural(number, 'plan order no longer open', 'plan orders no longer open'),
  alertsFired: (number) => plural(number, 'alert fired', 'alerts fired'),
};
