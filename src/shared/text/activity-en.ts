import type { ActivityText } from './activity-text.ts';

const plural = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`;

const planOrder = (symbol: string, side: string | null): string =>
  `${symbol} ${side === null ? '' : `${side} `}plan order`;

export const activityTextEn: ActivityText = {
  spot: (symbol) => `${symbol} spot`,
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
  enumerated: (names) => names.join(', '),
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
  filled: (quantity) => `${quantity} ${quantity === '1' ? 'contract' : 'contracts'} filled`,
  isBack: 'Open again',
  isBackThough: (outcome) => `Open again, although the plan history says: ${outcome}`,
  planNear: (symbol, percent) => `${symbol} plan order ${percent}% from its trigger price`,
  planAtTrigger: (symbol) => `${symbol} plan order reached its trigger price`,
  planOrphaned: (symbol) => `${symbol} plan order may be an orphan`,
  orphanReasons: {
    'none-open': 'The position that was open at its creation has closed',
    larger: 'More contracts than the position it could close',
  },
  reached: {
    rose: (symbol, level) => `${symbol} rose to ${level}`,
    fell: (symbol, level) => `${symbol} fell to ${level}`,
    at: (symbol, level) => `${symbol} reached ${level}`,
  },
  lastPrice: (price) => `Last price then ${price}`,
  change: (symbol, percent) => `${symbol} ${percent}% in 24h`,
  position: (symbol, side) => `${symbol} ${side}`,
  unstopped: (position, minutes) => `${position}: no stop found for ${minutes} min`,
  pnl: {
    position: (value, of) => `${of}: PnL ${value}`,
    entry: (value, of) => `${of}: price ${value} from entry`,
    account: (value) => `Open PnL ${value}`,
    stops: (value) => `If all stops hit: ${value}`,
    day: (value) => `PnL of today’s orders ${value}`,
  },
  repeated: (number) => `and ${plural(number, 'more time', 'more times')}`,
  unlisted: (symbol) => `${symbol} left the list of tickers`,
  unlistedDetail: 'Its alerts, plan orders, and positions have no price',
  listed: (symbol) => `${symbol} is in the list of tickers now`,
  listedDetail: 'Its alerts and plan orders have a price',
  rulesChanged: (symbol) => `${symbol}: trading rules changed`,
  rules: {
    quantityPrecision: 'quantity precision',
    pricePrecision: 'price precision',
    minQuantity: 'smallest quantity',
    maxQuantity: 'largest quantity',
    minPrice: 'lowest price',
    maxPrice: 'highest price',
  },
  ruleChange: (rule, from, to) => `${rule} ${to} (was ${from})`,
  notFetched: (list, account) => `${list} not updating: ${account}`,
  requestsFail: (account) => `Requests fail: ${account}`,
  conditions: {
    planNear: (percent, of) => `Within ${percent}% of trigger price: ${of}`,
    planLeft: (of) => `No longer open: ${of}`,
    planOrphaned: (of) => `Orphan: ${of}`,
    onePlan: 'one plan order',
    ofSymbol: (symbol) => symbol,
    allPlans: 'any plan order',
    price: {
      'rises-to': (symbol, level) => `${symbol} rises to ${level}`,
      'falls-to': (symbol, level) => `${symbol} falls to ${level}`,
      crosses: (symbol, level) => `${symbol} crosses ${level}`,
    },
    change: (symbol, percent) => `${symbol} changes ${percent}% or more in 24h`,
    unstopped: (minutes, of) => `No stop found for ${minutes} min: ${of}`,
    anyPosition: 'any position',
    pnl: {
      position: {
        loss: (amount, of) => `PnL of −${amount} or worse: ${of}`,
        gain: (amount, of) => `PnL of +${amount} or better: ${of}`,
      },
      entry: {
        loss: (amount, of) => `Price −${amount} from entry: ${of}`,
        gain: (amount, of) => `Price +${amount} from entry: ${of}`,
      },
      account: {
        loss: (amount) => `Open PnL of −${amount} or worse`,
        gain: (amount) => `Open PnL of +${amount} or better`,
      },
      stops: {
        loss: (amount) => `−${amount} or worse if all stops hit`,
        gain: (amount) => `+${amount} or better if all stops hit`,
      },
      day: {
        loss: (amount) => `PnL of today’s orders −${amount} or worse`,
        gain: (amount) => `PnL of today’s orders +${amount} or better`,
      },
    },
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
    unknown: (number) => `${number} with unknown outcome`,
  },
  alertsFired: (number) => plural(number, 'alert fired', 'alerts fired'),
  symbolsUnlisted: (number) => plural(number, 'symbol left its list', 'symbols left their lists'),
  symbolsChanged: (number) => `${plural(number, 'symbol has', 'symbols have')} changed`,
};
