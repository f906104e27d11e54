import type { planChain as planChainEn } from '../en/plan-chain.ts';
import { countText as count } from '../number-form.ts';

export const planChain: typeof planChainEn = {
  planChain: {
    title: '委托和交易',
    failed: '无法加载该计划委托的去向。',
    none: '未找到可能由该计划委托下的委托。',
    probably: '很可能：计划委托结束时创建的委托中，只有这一笔的合约、保证金模式、方向、类型和数量相符。交易所未注明。',
    probablyUnseen:
      '很可能：计划委托创建后 30 天内，只有这一笔委托的条件相符。本机未看到计划委托何时结束，交易所也未注明。',
    oneOf: (number, isCut) => `${isCut ? '至少 ' : ''}${count(number)} 笔条件相符的委托之一。交易所未注明是哪一笔。`,
    againstTrigger: '相对触发价',
    againstLimit: '相对限价',
    worse: (percent) => `差 ${percent}%`,
    better: (percent) => `好 ${percent}%`,
    same: '价格相同',
    filledAfter: '成交用时',
    atOnce: '立即（市价）',
    notSeen: '未看到',
    trade: '交易记录',
    placedBy: '下单的计划委托（很可能）',
    whyFailed: '失败原因',
    noReason: '交易所未给出原因。可核对的情况：',
    noRules: '该合约的交易规则未知。',
    rulesFit: '数量和价格符合当前交易规则。',
    unseen: '本机未准确看到该计划委托何时失败，因此当时的持仓和委托未知。',
    couldClose: '当时有该计划委托可平的持仓。',
    couldAdd: '当时有该计划委托可加的持仓，没有可平的持仓。',
    noPosition: '当时该合约和保证金模式没有持仓。',
    noOrders: '当时该合约和保证金模式没有创建其他委托。',
    orders: (number) => `当时该合约和保证金模式创建了 ${count(number)} 笔委托：`,
  },
};
