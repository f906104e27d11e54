import type { trades as tradesEn } from '../en/trades.ts';
import { countText as count } from '../number-form.ts';
import { trades as countTrades, fromTo, orders } from './counted.ts';

export const trades: typeof tradesEn = {
  picture: {
    entryAt: (price) => `开仓均价 ${price}`,
    exitAt: (price) => `平仓均价 ${price}`,
    stopAt: (price) => `止损 ${price}`,
    r: (multiple) => `${multiple} R`,
    rUnknown: 'R 未知',
    noStop: 'R 未知：未看到止损',
    rExplained:
      'R 为开仓均价到平仓均价的变动，除以开仓均价到止损的距离。止损取开仓时已有的，若没有则取之后的第一个。只计入计划委托：Orderglass 看不到直接设在持仓上的止损。',
    executions: (number) => `${count(number)} 次成交`,
    roles: { stop: '止损', target: '止盈' },
    level: (role, price, quantity, from, to) =>
      to === null
        ? `${role} ${price}，${quantity} 张，创建于 ${from}，结束时间未看到`
        : `${role} ${price}，${quantity} 张，${from} 至 ${to} 期间看到`,
    execution: (action, quantity, price, time, isSeen) =>
      `${action} ${quantity}，价格 ${price}，${isSeen ? time : `不早于 ${time}`}`,
    size: '持仓量',
    now: '现在',
    notDrawn: (number) => `有 ${count(number)} 个价位或成交未画出：距离太远或数量太多。`,
    tradeOf: (side, size, pnl) => `交易：${side} ${size}，${pnl} ›`,
  },
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
      unplaced: '一笔无法归入任何持仓的委托。',
      'doubtful-order': '另一笔委托可能已平仓或加仓，无法判断。',
      settled: '您说明有一笔委托已平掉该持仓，价格未知。',
      'no-pnl': '交易所未返回一笔平仓委托的盈亏，盈亏不完整。',
    },
    executions: { certain: '确定', uncertain: '不确定' },
    markedUncertain: (state) => `${state} · 成交顺序不确定`,
    uncertainExplained:
      '成交顺序不确定：挂单的成交先后可能不同，由此得出的交易也会不同。模拟中约六分之一的标记交易有误，未标记的几乎没有错误。',
    uncertain: (number) => `${count(number)} 笔成交顺序不确定`,
    completeness: '完整性',
    durationMinutes: '持仓时长（分钟）',
    seconds: (number) => `${count(number)} 秒`,
    minutes: (number) => `${count(number)} 分钟`,
    hours: (number) => `${count(number)} 小时`,
    days: (number) => `${count(number)} 天`,
    twoUnits: (larger, smaller) => `${larger} ${smaller}`,
    durationRange: fromTo,
    durationUnknown: '未知',
    durationUpTo: (to) => `最多 ${to}`,
    durationAtLeast: (from) => `至少 ${from}`,
    number: countTrades,
    open: (number) => `${count(number)} 笔持仓中`,
    left: (number) => `${count(number)} 笔不完整`,
    closedPnl: '已平仓交易盈亏',
    openPnl: '持仓中交易已实现盈亏',
    incompletePnl: '不完整交易盈亏',
    basis: '由委托推算，未扣手续费',
    basisExplained:
      '交易所不提供交易记录、手续费和成交时间。Orderglass 由委托推算每笔交易，并根据挂单时间和盈亏推断成交顺序；无法确定时会标记交易，持仓时长显示为范围。网格挂单无法拆分为单笔交易：几乎都会被标记，但委托盈亏仍准确。盈亏笔数、胜率和平均值只计算完整的已平仓交易；持仓中和不完整的交易分别合计。',
    lostStart: '这是存档中该方向的第一笔交易，平仓量大于开仓量：交易所可能已不再提供更早的委托。',
    partly: '可能更早开始的交易会标记为不完整。',
    orders: '此交易的委托',
    allOrders: '在历史委托中查看',
    allOrdersExplained: '显示该合约在此保证金模式下、交易期间各日的全部委托。',
    showOrder: '在历史委托中查看此委托',
    filledAt: (quantity, price) => `${quantity} 张，均价 ${price}`,
    size: (size) => `持仓 ${size}`,
    moreOrders: (number) => `显示更多委托（${count(number)}）`,
    ordersLeft: (number) => `其余 ${orders(number)}请在历史委托中查看`,
    ordersFailed: '此交易的委托加载失败。',
    empty: '暂无交易',
    emptyNext: '此账户有成交后，会在这里显示交易。',
    noneFits: '没有符合筛选条件的交易',
    noneFitsNext: '已搜索全部交易。交易由交易所仍列出的全部委托推算。',
  },
};
