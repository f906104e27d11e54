import type { ActivityText } from '../activity-words.ts';

const plural = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`;

const planOrder = (symbol: string, side: string | null): string =>
  `${symbol} ${side === null ? '' : `${side} `}plan order`;

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
  ofAccounts: (names, detail) => `${names} · ${detail}`,
  both: (first, second) => `${first}, ${second}`,
  planLeft: {
    triggered: (symbol, side, price) =>
      `${side === null ? planOrder(symbol, side) : `${symbol} ${side}`} triggered${price === null ? '' : ` at ${price}`}`,
    failed: (symbol, side) => `${planOrder(symbol, side)} failed`,
    canceled: (symbol, side) => `${planOrder(symbol, side)} canceled`,
    unknown: (symbol, side) => `${planOrder(symbol, side)} no longer open`,
  },
  triggerPrice: (price) => `Trigger price ${price}`,
  notSaidYet: 'Outcome not in the plan history yet',
  filled: (quantity) => `${quantity} contracts filled`,
  isBack: 'Open again',
  isBackThough: (outcome) => `Open again, although the plan history says: ${outcome}`,
  planNear: (symbol, percent) => `${symbol} plan order ${percent}% from its trigger price`,
  planAtTrigger: (symbol) => `${symbol} plan order reached its trigger price`,
  planOrphaned: (symbol) => `${symbol} plan order may have no matching position`,
  remarks: {
    'none-open': 'The position that was open when it was created is closed',
    larger: 'It is for more contracts than the position it could close',
  },
  lastPrice: (symbol, market, price) => `${symbol} ${market} at ${price}`,
  change: (symbol, market, percent) => `${symbol} ${market} ${percent}% in 24h`,
  notFetched: (list, account) => `${list} not updating: ${account}`,
  requestsFail: (account) => `Requests fail: ${account}`,
  conditions: {
    planNear: (percent, of) => `Within ${percent}% of trigger price: ${of}`,
    planLeft: (of) => `No longer open: ${of}`,
    planOrphaned: (of) => `No matching position: ${of}`,
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
  plansLeft: {
    triggered: (number) => plural(number, 'plan order triggered', 'plan orders triggered'),
    failed: (number) => plural(number, 'plan order failed', 'plan orders failed'),
    canceled: (number) => plural(number, 'plan order canceled', 'plan orders canceled'),
    unknown: (number) => plural(number, 'plan order no longer open', 'plan orders no longer open'),
  },
  plansEnded: (number, ends) => `${plural(number, 'plan order', 'plan orders')}: ${ends}`,
  ends: {
    triggered: (number) => `${number} triggered`,
    failed: (number) => `${number} failed`,
    canceled: (number) => `${number} canceled`,
    unknown: (number) => `${number} no longer open`,
  },
  alertsFired: (number) => plural(number, 'alert fired', 'alerts fired'),
};
