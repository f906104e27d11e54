import type { trades as tradesEn } from '../en/trades.ts';
import { countText as count } from '../number-form.ts';
import { trades as countTrades, orders } from './counted.ts';

export const trades: typeof tradesEn = {
  trades: {
    sides: { long: '多', short: '空' },
    states: { open: '持仓中', closed: '已平仓' },
    incomplete: '不完整',
    complete: '完整',
    markedIncomplete: (state) => `${state} · 不完整`,
    reasons: {
      'more-closed': '平仓量超过已知委托的开仓量。',
      'missing-start': '本地存档未覆盖更早的记录，可能缺少更早的委托。',
      gap: '本地存档有缺失，可能缺少委托。',
      unplaced: '一笔无法归入任何仓位的委托。',
    },
    completeness: '完整性',
    durationMinutes: '持仓时长（分钟）',
    seconds: (number) => `${count(number)} 秒`,
    minutes: (number) => `${count(number)} 分钟`,
    hours: (number) => `${count(number)} 小时`,
    days: (number) => `${count(number)} 天`,
    twoUnits: (larger, smaller) => `${larger} ${smaller}`,
    number: countTrades,
    open: (number) => `${count(number)} 笔持仓中`,
    left: (number) => `${count(number)} 笔不完整`,
    closedPnl: '已平仓交易盈亏',
    openPnl: '持仓中交易盈亏',
    incompletePnl: '不完整交易盈亏',
    basis: '由委托推算，未扣手续费',
    basisExplained:
      '交易所不提供交易记录、手续费和成交时间。Orderglass 按创建时间由委托推算每笔交易。盈亏笔数、胜率和平均值只计算完整的已平仓交易；持仓中和不完整的交易分别合计。',
    partly: '可能更早开始的交易会标记为不完整。',
    orders: '此交易的委托',
    allOrders: '在历史委托中查看',
    allOrdersExplained: '显示该合约和保证金模式在交易期间各日的全部委托。',
    showOrder: '在历史委托中查看此委托',
    filledAt: (quantity, price) => `${quantity} 张，均价 ${price}`,
    size: (size) => `持仓 ${size}`,
    moreOrders: (number) => `显示更多委托（${count(number)}）`,
    ordersLeft: (number) => `其余 ${orders(number)}请在历史委托中查看`,
    ordersFailed: '此交易的委托加载失败。',
    empty: '暂无交易',
    emptyNext: '此账户有成交后，会在这里显示交易。',
    noneFits: '没有符合筛选条件的交易',
    noneFitsNext: '已搜索全部历史中的交易。',
  },
};
