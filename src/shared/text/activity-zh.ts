import type { ActivityText } from '../activity-words.ts';

const sides = { buy: '买入', sell: '卖出' };
const planOrder = (symbol: string, side: keyof typeof sides | null): string =>
  `${symbol} ${side === null ? '' : sides[side]}计划委托`;

export const activityTextZh: ActivityText = {
  markets: { futures: '合约', spot: '现货' },
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
  isBack: '已重新出现在当前列表中',
  isBackThough: (outcome) => `已重新出现在当前列表中，但历史记录为：${outcome}`,
  planNear: (symbol, percent) => `${symbol} 计划委托距触发价 ${percent}%`,
  planAtTrigger: (symbol) => `${symbol} 计划委托已到触发价`,
  planOrphaned: (symbol) => `${symbol} 计划委托可能已无对应仓位`,
  remarks: {
    'none-open': '创建时有仓位，现已无持仓',
    larger: '委托量超过其可平仓位的数量',
  },
  lastPrice: (symbol, market, price) => `${symbol} ${market}最新价 ${price}`,
  change: (symbol, market, percent) => `${symbol} ${market} 24 小时涨跌幅 ${percent}%`,
  notFetched: (list, account) => `${account} 的${list}停止更新`,
  requestsFail: (account) => `${account} 请求失败`,
  conditions: {
    planNear: (percent, of) => `距触发价 ${percent}% 以内：${of}`,
    planLeft: (of) => `计划委托结束：${of}`,
    planOrphaned: (of) => `可能已无对应仓位：${of}`,
    onePlan: '单笔计划委托',
    ofSymbol: (symbol) => symbol,
    allPlans: '任一计划委托',
    price: {
      'rises-to': (symbol, market, level) => `${symbol} ${market}上涨至 ${level}`,
      'falls-to': (symbol, market, level) => `${symbol} ${market}下跌至 ${level}`,
      crosses: (symbol, market, level) => `${symbol} ${market}触及 ${level}`,
    },
    change: (symbol, market, percent) => `${symbol} ${market} 24 小时涨跌幅达到 ${percent}%`,
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
    unknown: (number) => `${number} 笔已结束`,
  },
  alertsFired: (number) => `${number} 条提醒触发`,
};
