import { hostTextEn } from '../../shared/text/host-en.ts';
import { absence } from './en/absence.ts';
import { accounts } from './en/accounts.ts';
import { alerts } from './en/alerts.ts';
import { failures } from './en/failures.ts';
import { filter } from './en/filter.ts';
import { history } from './en/history.ts';
import { market } from './en/market.ts';
import { notes } from './en/notes.ts';
import { periods } from './en/periods.ts';
import { planChain } from './en/plan-chain.ts';
import { planLife } from './en/plan-life.ts';
import { reconcile } from './en/reconcile.ts';
import { results } from './en/results.ts';
import { review } from './en/review.ts';
import { risk } from './en/risk.ts';
import { settings } from './en/settings.ts';
import { shell } from './en/shell.ts';
import { statement } from './en/statement.ts';
import { synonyms } from './en/synonyms.ts';
import { tables } from './en/tables.ts';
import { terms } from './en/terms.ts';
import { trades } from './en/trades.ts';

/** All texts of the page, by subject. Another language is an object of the same type. */
export const en = {
  language: 'en',
  product: hostTextEn.product,
  screens: hostTextEn.screens,
  commands: hostTextEn.commands,
  removeData: hostTextEn.removeData,
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
