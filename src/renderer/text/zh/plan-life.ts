import type { planLife as planLifeEn } from '../en/plan-life.ts';
import { countText as count } from '../number-form.ts';

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
  },
};
