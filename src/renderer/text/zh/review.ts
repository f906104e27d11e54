import type { review as reviewEn } from '../en/review.ts';
import { countText as count } from '../number-form.ts';

export const review: typeof reviewEn = {
  review: {
    title: '每日复盘',
    open: '复盘…',
    earlier: '前一天',
    later: '后一天',
    close: '关闭',
    reading: '正在加载当日交易…',
    pnl: '已平仓交易',
    noTrades: '没有平仓的交易',
    plans: '计划委托',
    noPlans: 'Orderglass 未看到计划委托结束',
    triggered: (number) => `${count(number)} 笔已触发`,
    failed: (number) => `${count(number)} 笔执行失败`,
    left: (number) => `${count(number)} 笔未触发即结束`,
    unknown: (number) => `${count(number)} 笔结果未知`,
    stops: '当前止损',
    stopsNotOf: (day) => `为当前情况，不是 ${day} 当日`,
    showAll: (number) => `显示全部 ${count(number)} 个`,
    readingPositions: '正在加载持仓…',
    notes: '备注',
    withoutNote: (number) => `${count(number)} 笔交易没有备注`,
    allNoted: '每笔交易都有备注',
    list: '当日交易',
    keys: '用 ↓ 和 ↑ 在备注之间移动。',
    trade: (symbol, side) => `${symbol} ${side}`,
    closedAt: (time, duration) => `${time} · ${duration}`,
    more: (shown) => `仅显示当日前 ${count(shown)} 笔交易。`,
    from: (day) => `${day} 复盘`,
  },
};
