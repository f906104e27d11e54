import type { results as resultsEn } from '../en/results.ts';
import { countText as count } from '../number-groups.ts';
import { orders, twoDigits } from './counted.ts';

const longDay = new Intl.DateTimeFormat('zh-CN', { dateStyle: 'long', timeZone: 'UTC' });

const covers = (past: string | null): string => (past === null ? '未包含全部委托' : `已包含的委托：${past}`);

export const results: typeof resultsEn = {
  results: {
    cumulative: '累计盈亏',
    days: '每日盈亏',
    symbols: '各交易对盈亏',
    weekdays: '各星期盈亏',
    hours: '各小时盈亏',
    weekdayNames: ['星期一', '星期二', '星期三', '星期四', '星期五', '星期六', '星期日'],
    weekdayShort: ['周一', '周二', '周三', '周四', '周五', '周六', '周日'],
    weekdayLetters: ['一', '二', '三', '四', '五', '六', '日'],
    hour: (hour) => `${twoDigits(hour)}:00 至 ${twoDigits(hour)}:59`,
    hourShort: twoDigits,
    total: '盈亏（未扣手续费）',
    orders: '委托',
    won: '盈利',
    lost: '亏损',
    best: '最佳',
    worst: '最差',
    columns: {
      day: '日期',
      symbol: '交易对',
      weekday: '星期',
      hour: '小时',
      pnl: '盈亏',
      total: '累计',
    },
    amount: (amount, quote) => (quote === '' ? amount : `${amount} ${quote}`),
    noQuote: '无计价币',
    quote: '计价币',
    onThisDay: (amount, detail) => `当日 ${amount}，${detail}`,
    detail: (number, wins, losses) => `${orders(number)}，${count(wins)} 笔盈利，${count(losses)} 笔亏损`,
    noOrders: '无委托',
    longDay: (day) => longDay.format(Date.parse(`${day}T00:00:00Z`)),
    span: (first, last) => (first === last ? first : `${first} 至 ${last}`),
    showing: (time) => `显示的是 ${time} 的数据。`,
    others: (number, amount) => `其余 ${count(number)} 个更接近零的交易对，合计 ${amount}`,
    reading: (name, amount, detail) => `${name}：${amount}，${detail}`,
    table: (title) => `${title}，表格`,
    showTable: (title) => `以表格显示${title}`,
    showChart: (title) => `以图表显示${title}`,
    copyTable: (title) => `复制${title}`,
    copied: '表格已复制',
    keys: '方向键在数据间移动。回车键显示对应的委托。',
    earlierYear: '上一年',
    laterYear: '下一年',
    loss: '亏损',
    profit: '盈利',
    explained: (zone) =>
      `未扣手续费：交易所不提供手续费。按委托创建时间计，日期与小时按 ${zone}。点击数据可查看其委托。`,
    readsOn: (past) => `${covers(past)}；缺少的委托仍在读取。`,
    readsNot: (past) => `${covers(past)}；缺少的委托尚未读取。`,
    empty: '尚无产生盈亏的委托',
    emptyNext: '此账户的委托成交后，统计会显示在这里。',
    noneFits: '没有符合筛选条件的委托',
    noneFitsNext: '清除筛选即可查看全部委托的统计。',
  },
};
