import { hostTextZh } from '../../shared/text/host-zh.ts';
import type { Text } from './use-text.ts';
import { absence } from './zh/absence.ts';
import { accounts } from './zh/accounts.ts';
import { alerts } from './zh/alerts.ts';
import { failures } from './zh/failures.ts';
import { filter } from './zh/filter.ts';
import { history } from './zh/history.ts';
import { market } from './zh/market.ts';
import { notes } from './zh/notes.ts';
import { periods } from './zh/periods.ts';
import { planChain } from './zh/plan-chain.ts';
import { planLife } from './zh/plan-life.ts';
import { reconcile } from './zh/reconcile.ts';
import { results } from './zh/results.ts';
import { review } from './zh/review.ts';
import { risk } from './zh/risk.ts';
import { settings } from './zh/settings.ts';
import { shell } from './zh/shell.ts';
import { statement } from './zh/statement.ts';
import { synonyms } from './zh/synonyms.ts';
import { tables } from './zh/tables.ts';
import { terms } from './zh/terms.ts';
import { trades } from './zh/trades.ts';

/*
 * The terms of Chinese exchanges, one for each thing:
 *   order 委托 (count word 笔) · plan order 计划委托 · trigger price 触发价 · take profit 止盈 · stop loss 止损 · leverage 杠杆
 *   margin mode 保证金模式 · isolated 逐仓 · cross 全仓 · open / close 开仓 / 平仓 · filled 已成交 · average price 成交均价
 *   PnL 盈亏 · before fees 未扣手续费 · symbol 合约, of the spot market 交易对 · contracts 张 · tick tick · base / quote 基础币 / 计价币
 *   last price 最新价 · bid / ask 买一 / 卖一 · change 涨跌 · change in percent 涨跌幅 · volume 成交量 · turnover 成交额
 *   spread 价差 · basis 基差 · basis point 基点 · favorites 自选 · watchlist 自选分组 · watch window 盯盘小窗
 *   activity 消息 · alert 提醒 · local archive 本地存档 · sync 同步 · row 条 · filter 筛选 · saved view 已保存视图
 *   position 持仓, never 仓位 · its side 多 / 空 · fill sequence 成交顺序 · executed / failed / canceled plan order 已执行 / 执行失败 / 已撤销
 *   access token 访问令牌 · secret key 密钥, never 私钥, which is the private key of a wallet
 * Digits and Latin words have a space beside Chinese. A percent sign follows its number without a space.
 */

/** Simplified Chinese. */
export const zh: Text = {
  language: 'zh-Hans',
  product: hostTextZh.product,
  screens: hostTextZh.screens,
  commands: hostTextZh.commands,
  removeData: hostTextZh.removeData,
  ...shell,
  ...terms,
  ...tables,
  ...filter,
  ...periods,
  ...history,
  ...notes,
  ...planChain,
  ...planLife,
  ...reconcile,
  ...results,
  ...review,
  ...trades,
  ...statement,
  ...market,
  ...risk,
  ...alerts,
  ...accounts,
  ...settings,
  ...absence,
  ...synonyms,
  ...failures,
};
