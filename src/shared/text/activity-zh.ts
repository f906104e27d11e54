import type { ActivityText } from './activity-text.ts';

const sides = { buy: '买入', sell: '卖出' };
const planOrder = (symbol: string, side: keyof typeof sides | null): string =>
  `${symbol} ${side === null ? '' : sides[side]}计划委托`;

export const activityTextZh: ActivityText = {
  spot: (symbol) => `${symbol} 现货`,
  lists: { 'futures-tickers': '合约行情', 'spot-tickers': '现货行情', 'open-plans': '当前计划委托' },
  planStatus: {
    pending: '待执行',
    'placing-order': '下单中',
    'partially-executed': '部分执行',
    'fully-executed': '全部执行',
    failed: '执行失败',
    canceled: '已撤销',
  },
  unknown: (value) => `未知（${value}）`,
  enumerated: (names) => names.join('、'),
  ofAccounts: (names, detail) => `${names} · ${detail}`,
  both: (first, second) => `${first}，${second}`,
  planLeft: {
    triggered: (symbol, side, price) => `${planOrder(symbol, side)}已触发${price === null ? '' : `，触发价 ${price}`}`,
    failed: (symbol, side) => `${planOrder(symbol, side)}执行失败`,
    canceled: (symbol, side) => `${planOrder(symbol, side)}已撤销`,
    unknown: (symbol, side) => `${planOrder(symbol, side)}已结束`,
  },
  triggerPrice: (price) => `触发价 ${price}`,
  notSaidYet: '历史计划委托中暂无结果',
  filled: (quantity) => `成交 ${quantity} 张`,
  isBack: '已重新出现在当前计划委托中',
  isBackThough: (outcome) => `已重新出现在当前计划委托中，但历史计划委托显示：${outcome}`,
  planNear: (symbol, percent) => `${symbol} 计划委托距触发价 ${percent}%`,
  planAtTrigger: (symbol) => `${symbol} 计划委托已到触发价`,
  planOrphaned: (symbol) => `${symbol} 计划委托可能无对应持仓`,
  orphanReasons: {
    'none-open': '创建时的持仓现已平仓',
    larger: '委托量超过其可平的持仓量',
  },
  reached: {
    rose: (symbol, level) => `${symbol} 涨至 ${level}`,
    fell: (symbol, level) => `${symbol} 跌至 ${level}`,
    at: (symbol, level) => `${symbol} 到达 ${level}`,
  },
  lastPrice: (price) => `当时最新价 ${price}`,
  change: (symbol, percent) => `${symbol} 24h 涨跌幅 ${percent}%`,
  position: (symbol, side) => `${symbol} ${side === 'long' ? '多' : '空'}`,
  unstopped: (position, minutes) => `${position}：${minutes} 分钟未找到止损`,
  pnl: {
    position: (value, of) => `${of}：盈亏 ${value}`,
    entry: (value, of) => `${of}：价格距开仓均价 ${value}`,
    account: (value) => `未实现盈亏 ${value}`,
    stops: (value) => `全部触发止损时：${value}`,
    day: (value) => `今日委托盈亏 ${value}`,
  },
  repeated: (number) => `另有 ${number} 次`,
  unlisted: (symbol) => `${symbol} 已不在行情列表中`,
  unlistedDetail: '其提醒、计划委托和持仓没有价格',
  notFetched: (list, account) => `${account} 的${list}停止更新`,
  requestsFail: (account) => `${account} 请求失败`,
  conditions: {
    planNear: (percent, of) => `距触发价 ${percent}% 以内：${of}`,
    planLeft: (of) => `计划委托结束：${of}`,
    planOrphaned: (of) => `无对应持仓：${of}`,
    onePlan: '单笔计划委托',
    ofSymbol: (symbol) => symbol,
    allPlans: '任一计划委托',
    price: {
      'rises-to': (symbol, level) => `${symbol} 上涨至 ${level}`,
      'falls-to': (symbol, level) => `${symbol} 下跌至 ${level}`,
      crosses: (symbol, level) => `${symbol} 触及 ${level}`,
    },
    change: (symbol, percent) => `${symbol} 24h 涨跌幅达到 ${percent}%`,
    unstopped: (minutes, of) => `${minutes} 分钟未找到止损：${of}`,
    anyPosition: '任一持仓',
    pnl: {
      position: {
        loss: (amount, of) => `盈亏达到 −${amount}：${of}`,
        gain: (amount, of) => `盈亏达到 +${amount}：${of}`,
      },
      entry: {
        loss: (amount, of) => `价格距开仓均价 −${amount}：${of}`,
        gain: (amount, of) => `价格距开仓均价 +${amount}：${of}`,
      },
      account: {
        loss: (amount) => `未实现盈亏达到 −${amount}`,
        gain: (amount) => `未实现盈亏达到 +${amount}`,
      },
      stops: {
        loss: (amount) => `全部触发止损时的结果达到 −${amount}`,
        gain: (amount) => `全部触发止损时的结果达到 +${amount}`,
      },
      day: {
        loss: (amount) => `今日委托盈亏达到 −${amount}`,
        gain: (amount) => `今日委托盈亏达到 +${amount}`,
      },
    },
    stale: (minutes) => `${minutes} 分钟未更新数据`,
    accountSilent: '账户请求失败',
  },
  several: (number) => `${number} 条新消息`,
  plansLeft: {
    triggered: (number) => `${number} 笔计划委托已触发`,
    failed: (number) => `${number} 笔计划委托执行失败`,
    canceled: (number) => `${number} 笔计划委托已撤销`,
    unknown: (number) => `${number} 笔计划委托已结束`,
  },
  plansEnded: (number, ends) => `${number} 笔计划委托：${ends}`,
  ends: {
    triggered: (number) => `${number} 笔已触发`,
    failed: (number) => `${number} 笔执行失败`,
    canceled: (number) => `${number} 笔已撤销`,
    unknown: (number) => `${number} 笔结果未知`,
  },
  alertsFired: (number) => `${number} 条提醒触发`,
  symbolsUnlisted: (number) => `${number} 个合约或交易对已不在行情列表中`,
};
