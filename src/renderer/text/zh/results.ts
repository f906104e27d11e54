import type { results as resultsEn } from '../en/results.ts';
import { countText as count } from '../number-form.ts';
import { orders, twoDigits } from './counted.ts';

const longDay = new Intl.DateTimeFormat('zh-CN', { dateStyle: 'long', timeZone: 'UTC' });

const covers = (past: string | null): string => (past === null ? '尚未包含全部委托' : `已包含的委托：${past}`);

export const results: typeof resultsEn = {
  results: {
    ranges: {
      today: '今天',
      'last-7-days': '近 7 天',
      'last-30-days': '近 30 天',
      'this-month': '本月',
      'this-year': '今年',
      all: '全部',
    },
    cumulative: '累计盈亏',
    days: '每日盈亏',
    symbols: '交易对盈亏',
    weekdays: '星期盈亏分布',
    hours: '时段盈亏分布',
    weekdayNames: ['星期一', '星期二', '星期三', '星期四', '星期五', '星期六', '星期日'],
    weekdayShort: ['周一', '周二', '周三', '周四', '周五', '周六', '周日'],
    weekdayLetters: ['一', '二', '三', '四', '五', '六', '日'],
    hour: (hour) => `${twoDigits(hour)}:00 至 ${twoDigits(hour)}:59`,
    hourShort: twoDigits,
    total: '盈亏（未扣手续费）',
    orders: '委托数',
    won: '盈利笔数',
    lost: '亏损笔数',
    best: '最高',
    worst: '最低',
    columns: {
      day: '日期',
      symbol: '交易对',
      weekday: '星期',
      hour: '小时',
      pnl: '盈亏',
      total: '累计盈亏',
    },
    amount: (amount, quote) => (quote === '' ? amount : `${amount} ${quote}`),
    noQuote: '无计价币',
    quote: '计价币',
    onThisDay: (amount) => `当日 ${amount}，`,
    detail: (number, wins, losses) => `${orders(number)}，${count(wins)} 笔盈利，${count(losses)} 笔亏损`,
    noOrders: '无委托',
    longDay: (day) => longDay.format(Date.parse(`${day}T00:00:00Z`)),
    span: (first, last) => (first === last ? first : `${first} 至 ${last}`),
    showing: (time) => `当前显示 ${time} 的数据。`,
    others: (number, amount) => `其他 ${count(number)} 个交易对，合计 ${amount}`,
    reading: (name, amount, detail) => `${name}：${amount}，${detail}`,
    table: (title) => `${title}，表格`,
    showTable: (title) => `以表格显示${title}`,
    showChart: (title) => `以图表显示${title}`,
    copyTable: (title) => `复制${title}`,
    copied: '表格已复制',
    keys: '用方向键切换，按回车键查看对应的委托。',
    earlierYear: '上一年',
    laterYear: '下一年',
    loss: '亏损',
    profit: '盈利',
    explained: (zone) =>
      `盈亏未扣手续费（交易所不提供）。日期和小时按委托创建时间，时区为 ${zone}。点击数据可查看对应的委托。`,
    readsOn: (past) => `${covers(past)}；其余仍在下载。`,
    readsNot: (past) => `${covers(past)}；其余尚未下载。`,
    empty: '暂无盈亏数据',
    emptyNext: '此账户有成交后，会在这里显示盈亏。',
    noneFits: '没有符合筛选条件的委托',
    noneFitsNext: '清除筛选即可查看全部委托的盈亏。',
  },
};
