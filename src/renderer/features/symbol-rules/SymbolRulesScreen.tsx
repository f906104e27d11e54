import type { AccountSummary } from '../../../shared/domain.ts';
import { useSymbolRules } from '../../state/queries.ts';
import { MarketScreen } from './MarketScreen.tsx';
import { makeSymbolRuleColumns } from './symbol-rule-columns.ts';

export function SymbolRulesScreen({ account }: { account: AccountSummary }) {
  return (
    <MarketScreen
      screen="symbol-rules"
      account={account}
      query={useSymbolRules(account.id)}
      makeColumns={makeSymbolRuleColumns}
    />
  );
}
