import type { absence as absenceEn } from '../en/absence.ts';
import { countText as count } from '../number-form.ts';
import { orders, plans } from './counted.ts';

export const absence: typeof absenceEn = {
  absence: {
    label: '上次查看以来',
    since: (time) => `${time} 以来`,
    choose: '查看某时刻以来的变化',
    moments: { lastLook: '上次查看', yesterday: '昨天 0:00', day: '24 小时' },
    nothing: '没有变化',
    mark: '上次查看以来有新变化',
    from: (time) => `${time} 以来`,
    orders,
    filled: {
      buy: (number) => `${count(number)} 笔买入成交`,
      sell: (number) => `${count(number)} 笔卖出成交`,
    },
    filledExplained: '全部或部分成交',
    trades: (number) => `${count(number)} 笔交易已平仓`,
    incomplete: (number) => `${count(number)} 笔不完整交易已平仓`,
    triggered: (number) => `${plans(number)}已触发`,
    failed: (number) => `${plans(number)}失败`,
    left: (number) => `${plans(number)}已结束`,
    unknown: (number) => `${plans(number)}已结束，结果未知`,
    alerts: (number) => `${count(number)} 条提醒`,
    asOf: (time) => `委托截至 ${time}`,
    partly: '期间部分委托尚未下载',
    plansSeen: '计划委托：仅统计 Orderglass 看到过的',
    plansSeenExplained: '在 Orderglass 未运行期间提交并结束的计划委托不计入。',
    unknownLook: (accounts) => `${accounts} 的上次查看时间未知`,
    noSum: (accounts) => `无法判断盈亏：${accounts} 可能缺少委托`,
    cut: '较早的消息已不再保留',
    dismiss: '关闭',
  },
};
