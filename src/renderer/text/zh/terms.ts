import { hostTextZh } from '../../../shared/text/host-zh.ts';
import type { terms as termsEn } from '../en/terms.ts';
import { countText as count } from '../number-form.ts';

export const terms: typeof termsEn = {
  marginModes: { all: '全部', isolated: '逐仓', cross: '全仓' },

  columns: {
    createdAt: '创建时间',
    symbol: '合约',
    pair: '交易对',
    side: '方向',
    kind: '委托类型',
    action: '开平',
    price: '委托价',
    averagePrice: '成交均价',
    quantity: '委托量',
    filledQuantity: '已成交',
    leverage: '杠杆',
    pnl: '盈亏',
    status: '状态',
    marginMode: '保证金模式',
    id: '委托号',
    triggerDirection: '触发条件',
    triggerPrice: '触发价',
    takeProfit: '止盈',
    stopLoss: '止损',
    triggerStatus: '触发状态',
    distance: '距触发价',
    toTakeProfit: '距止盈',
    toStopLoss: '距止损',
    last: '最新价',
    change: '24h 涨跌',
    changePercent: '24h 涨跌幅',
    favorite: '★',
    own: '我的',
    range: '24h 区间',
    basis: '基差率',
    spread: '价差',
    high: '24h 最高',
    low: '24h 最低',
    open: '24h 开盘',
    bid: '买一',
    ask: '卖一',
    volume: '24h 成交量',
    turnover: '24h 成交额',
    trades: '成交笔数',
    opened: '开仓时间',
    closed: '平仓时间',
    duration: '持仓时长',
    openedBy: '最晚开仓时间',
    closedBy: '最晚平仓时间',
    executions: '成交顺序',
    state: '状态',
    entryPrice: '开仓均价',
    exitPrice: '平仓均价',
    largestSize: '最大持仓',
    openedQuantity: '开仓量',
    closedQuantity: '平仓量',
    r: 'R',
    returnPercent: '收益率',
    pnlPerContract: '每张盈亏',
    orders: '委托数',
    note: '备注',
    tickSize: '最小变动价位',
    pricePrecision: '价格精度',
    quantityPrecision: '数量精度',
    minQuantity: '最小数量',
    maxQuantity: '最大数量',
    minPrice: '最低价格',
    maxPrice: '最高价格',
  },

  units: {
    contracts: '张',
    quote: '计价币',
    ticks: 'tick',
    base: '基础币',
    beforeFees: '未扣费',
    decimals: '位小数',
    basisPoints: '基点',
  },

  side: { buy: '买入', sell: '卖出' },

  kinds: {
    limit: '限价',
    market: '市价',
    post_only: '只做 Maker',
    ioc: 'IOC',
    fok: 'FOK',
    stop_limit: '限价止损',
    twap: 'TWAP',
  },

  actions: { open: '开仓', close: '平仓' },

  positions: {
    open: { buy: '买入开多', sell: '卖出开空' },
    close: { buy: '买入平空', sell: '卖出平多' },
  },

  orderStatus: {
    pending: '未成交',
    'partially-filled': '部分成交',
    filled: '全部成交',
    canceling: '撤单中',
    'partially-canceled': '部分成交已撤',
    canceled: '已撤单',
  },

  planStatus: hostTextZh.activity.planStatus,

  triggerStatus: {
    'not-triggered': '未触发',
    triggered: '已触发',
  },

  direction: {
    'rises-to': '上涨至',
    'falls-to': '下跌至',
    'unknown:0': '未提供',
  },

  bounds: {
    quantity: {
      below: (bound) => `低于交易所当前允许的最小数量 ${bound}。`,
      above: (bound) => `高于交易所当前允许的最大数量 ${bound}。`,
      tooFine: (places) => `超出数量精度：最多 ${count(places)} 位小数。`,
    },
    price: {
      below: (bound) => `低于交易所当前允许的最低价格 ${bound}。`,
      above: (bound) => `高于交易所当前允许的最高价格 ${bound}。`,
      tooFine: (places) => `超出价格精度：最多 ${count(places)} 位小数。`,
    },
  },

  labeled: (label, value) => `${label}：${value}`,

  enumerated: hostTextZh.activity.enumerated,

  clauses: (first, second) => `${first}，${second}`,

  sentences: (first, second) => `${first}${second}`,

  unknown: (value) => (value === '' ? '未知' : `未知（${value}）`),

  largeUnits: '万亿 12, 亿 8, 万 4',

  none: '–',

  marketPrice: '市价',

  leverage: (value) => `${value}×`,
};
