import { maxPlanLives } from '../../../shared/orders/history.ts';
import type { planLife as planLifeEn } from '../en/plan-life.ts';
import { countText as count } from '../number-form.ts';
import { plans } from './counted.ts';

export const planLife: typeof planLifeEn = {
  planLife: {
    title: '本机记录',
    failed: '此计划委托的本机记录加载失败。',
    never: '本机没有此计划委托待执行期间的记录。',
    firstSeen: '首次记录',
    changed: '有变更',
    seenAgain: '再次出现',
    left: '结束时间',
    lastSeen: '最后一次记录到未结束',
    outcome: (outcome) => `结果：${outcome}`,
    noOutcome: '历史计划委托中暂无结果',
    between: (from, to) => `${from} 至 ${to}`,
    nearest: (price, percent, time) => `最接近触发价：${price}，相距 ${percent}%，${time}`,
    reached: (price, time) => `已到触发价：${price}，${time}`,
    watchedUntil: (time) => `最近一次记录：${time}`,
    gaps: (number, from, to) => `期间有 ${count(number)} 段没有记录，最长一段为 ${from} 至 ${to}，其间的变化未知。`,
    dropped: (number) => `较早的 ${count(number)} 次变更已不再保留。`,
    days: {
      show: '按日查看',
      title: '每日计划委托',
      day: '日期',
      before: '前一天',
      after: '后一天',
      label: (day) => `${day} 的当前计划委托`,
      number: (number) => `当日有 ${plans(number)}`,
      uncertain: (number) => `其中 ${count(number)} 笔可能早已结束`,
      maybe: '可能早已结束',
      explained: (time) => `本机自 ${time} 起记录，按当日最后一次记录显示。`,
      watched: (span) => `记录时段 ${span}`,
      watchedAlso: (span, more) => `记录时段 ${span} 及另外 ${count(more)} 段`,
      notWatched: '当日没有记录',
      dropped: (time) => `只保留最近 ${count(maxPlanLives)} 笔计划委托，${time} 之前结束的可能缺失。`,
      first: (number) => `显示前 ${count(number)} 笔。`,
      nothing: '当日没有计划委托的记录',
      notYet: '本机尚无此账户的计划委托记录',
      nothingNext: 'Orderglass 运行期间会记录所有已有密钥的账户的计划委托。',
      firstSeen: '首次记录',
      left: '结束时间',
      changes: '变更次数',
      stillOpen: '尚未结束',
    },
  },
};
