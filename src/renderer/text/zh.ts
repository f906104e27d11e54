import { hostTextZh } from '../../shared/text/host-zh.ts';
import type { Text } from './use-text.ts';
import { accounts } from './zh/accounts.ts';
import { alerts } from './zh/alerts.ts';
import { failures } from './zh/failures.ts';
import { filter } from './zh/filter.ts';
import { history } from './zh/history.ts';
import { market } from './zh/market.ts';
import { results } from './zh/results.ts';
import { settings } from './zh/settings.ts';
import { shell } from './zh/shell.ts';
import { tables } from './zh/tables.ts';
import { terms } from './zh/terms.ts';

/*
 * The terms of Chinese exchanges, one for each thing:
 *   order 委托 · plan order 计划委托 · trigger 触发 · take profit 止盈 · stop loss 止损 · leverage 杠杆
 *   isolated 逐仓 · cross 全仓 · open / close 开仓 / 平仓 · filled 成交 · average price 均价 · PnL 盈亏 · gross 未扣手续费
 *   symbol 交易对 · contracts 张 · tick 跳 · base / quote 基础币 / 计价币 · last 最新价 · bid / ask 买一 / 卖一
 *   change 涨跌 · change in per cent 涨跌幅 · volume 成交量 · turnover 成交额 · spread 价差 · basis 基差 · basis point 基点
 *   favourites 自选 · watchlist 观察列表 · archive 本地存档 · filter 筛选 · view 视图 · access token 访问令牌 · secret key 私钥
 * Digits and Latin words stand apart from Chinese by a space; a percent sign follows its figure at once.
 */

/** Simplified Chinese. */
export const zh: Text = {
  language: 'zh-Hans',
  product: hostTextZh.product,
  screens: hostTextZh.screens,
  commands: hostTextZh.commands,
  ...shell,
  ...terms,
  ...tables,
  ...filter,
  ...history,
  ...results,
  ...market,
  ...alerts,
  ...accounts,
  ...settings,
  ...failures,
};
