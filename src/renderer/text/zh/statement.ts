import type { statement as statementEn } from '../en/statement.ts';
import { countText as count } from '../number-form.ts';
import { orders } from './counted.ts';

export const statement: typeof statementEn = {
  fees: {
    after: (amount) => `扣费后约 ${amount}`,
    before: (amount) => `扣费前 ${amount}`,
    net: '扣费后盈亏',
    beforeFees: '扣费前',
    enterRates: '填写手续费率',
    without: (number) => `未计 ${orders(number)}的手续费`,
    pnl: '扣费后盈亏约',
    lowest: '扣费后盈亏估算（最低）',
    highest: '扣费后盈亏估算（最高）',
    winsExplained: '盈利不足以支付手续费的交易在此不计为盈利。',
    explained:
      '扣费后盈亏为估算值：盈亏减去您的费率乘以委托成交额。部分限价单可能适用任一费率，因此为区间。未计资金费，也未计无法从交易推算合约面值的委托。',
  },
  statement: {
    title: '对账单',
    open: '对账单…',
    kind: '周期',
    kinds: { year: '年', quarter: '季度', month: '月', days: '日期' },
    days: '日期',
    basisChoice: '委托计入方式',
    bases: { creation: '按创建时间', execution: '按成交时间' },
    basisName: '口径',
    costMethod: '成本计算方式',
    costMethods: { average: '平均成本法', fifo: '先进先出法（FIFO）', unknown: '未知' },
    basisOf: {
      creation: '按创建时间：每笔委托计入其创建时间。',
      execution: '按记录到的成交时间：其他委托计入其创建时间。',
    },
    enterDays: '请输入起止日期。',
    print: '打印…',
    save: (format) => `保存为 ${format}`,
    saved: (place) => `对账单已保存到 ${place}`,
    downloaded: (name) => `对账单已下载为 ${name}`,
    close: '关闭',
    reading: '正在汇总委托…',
    made: '生成时间',
    madeBy: (product, time) => `${time}，由 ${product} 生成`,
    account: '账户',
    period: '周期',
    zone: '时区',
    offsets: (zone, first, last) =>
      zone === 'UTC' ? zone : first === last ? `${zone}（${first}）` : `${zone}（${first}，期末 ${last}）`,
    orders: '委托',
    ordersOf: (number, earlier) =>
      earlier === 0
        ? `周期内的 ${orders(number)}`
        : `周期内的 ${orders(number)}，以及期初仍在持仓的交易此前的 ${orders(earlier)}`,
    hash: '委托的 SHA-256',
    hashExplained: {
      creation: '相同的委托总是得到相同的 SHA-256，可用于比较两份对账单。',
      execution: '委托及其记录时间相同，SHA-256 就相同，可用于比较两份对账单。',
    },
    totals: '合计',
    bySymbol: (quote) => (quote === '' ? '按合约' : `按合约（${quote}）`),
    opening: (day) => `期初持仓（${day} 开始时）`,
    closing: (day) => `期末持仓（${day} 结束时）`,
    closingAt: (time) => `期末持仓（截至上次同步 ${time}）`,
    noPositions: '根据委托推算，没有持仓。',
    noOrders: '此周期内没有委托。',
    columns: {
      quote: '计价币',
      gains: '盈利',
      losses: '亏损',
      net: '盈亏（未扣手续费）',
      trades: '已平仓交易',
      incompleteTrades: '不完整',
      orders: '委托',
    },
    total: '合计',
    noQuote: '无',
    completeness: '完整性',
    complete: (oldest) => `完整：截至期末，本地存档包含交易所仍列出的全部委托。最早的委托创建于 ${oldest}。`,
    noneListed: '完整：截至期末，交易所没有列出任何委托。',
    canChange: (number, rest) =>
      `此对账单可能变化：上次同步时，期末前创建的 ${orders(number)}仍未完全成交。未成交数量：${rest}。`,
    between: {
      start: (number, parts) =>
        `${orders(number)}计入周期之前，但可能在周期内成交，因此数据为区间，期初持仓已包含：${parts}。`,
      end: (number, parts) =>
        `${orders(number)}计入期末之前，但可能在期末之后成交，因此数据为区间，期末持仓已包含：${parts}。`,
    },
    unseen: (number) => `周期内有 ${orders(number)}的成交时间未记录到，按创建时间计入。`,
    range: (lowest, highest) => `${lowest} 至 ${highest}`,
    oddQuantity: (number) => `其中 ${orders(number)}的成交量与委托量不符，无法判断剩余数量。`,
    unfinishedOf: (symbol, contracts) => `${symbol} ${contracts} 张`,
    missing: {
      nothing: '本地存档没有此周期及更早的委托。',
      startOfPeriod: (time) => `本地存档没有 ${time} 之前的委托，缺少周期的开头部分。`,
      earlier: (time) => `本地存档没有 ${time} 之前的委托，更早开仓的持仓可能缺失或不完整。`,
      gap: (from, to) => `${from} 至 ${to} 之间可能缺少委托。`,
      neverRead: '尚未下载最新的委托。',
      readUntil: (time) => `不含 ${time}（上次同步）之后创建的委托。`,
      unreadable: (number) => `本地存档中有 ${orders(number)}无法识别，未计入对账单。`,
      incompleteTrades: (number) => `${count(number)} 笔已平仓交易不完整，可能缺少委托；已知委托的盈亏已计入。`,
    },
    basis: '数据说明',
    basisNotes: [
      '盈利和亏损分别是交易所返回的各笔委托盈亏中正值与负值的精确合计。',
      '未知且未计入：手续费、资金费、持仓的价值。盈亏未扣手续费。',
      '各月的盈利、亏损、已平仓交易和委托之和等于全年；不完整交易和区间不一定。',
    ],
    basisNotesOf: {
      creation: [
        '交易所不提供成交时间。每笔委托计入其创建时间。',
        '交易和持仓由委托推算。交易在平仓时计数，其委托的盈亏计入委托的创建时间。',
      ],
      execution: [
        '交易所不提供成交时间。先后记录到未成交和成交的委托，计入最后一次记录到未成交的时间；其他委托计入其创建时间。',
        '交易和持仓由委托推算。交易在平仓时计数，其委托的盈亏计入委托的成交时间。',
      ],
    },
  },
};
