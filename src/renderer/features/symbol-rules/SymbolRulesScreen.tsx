import type { AccountSummary } from '../../../shared/domain.ts';
import { MarketScreen } from '../../components/screen/MarketScreen.tsx';
import { useSymbolRules } from '../../state/queries.ts';
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
