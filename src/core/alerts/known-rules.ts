import { z } from 'zod';
import type { RuleChange } from '../../shared/contract/alerts.ts';
import type { SymbolRules } from '../../shared/contract/market.ts';
import { ruleNames } from '../../shared/market/market.ts';
import { trimmed } from '../../shared/values/decimal.ts';

const rulesSchema = z.partialRecord(z.enum(ruleNames), z.string());
export const knownRulesSchema = z.record(z.string(), rulesSchema);
/** The rules of symbols as they were last read. A rule that could not be read stays as it was, because that is no change. */
export type KnownRules = z.output<typeof knownRulesSchema>;

export interface ChangedRules {
  readonly symbol: string;
  readonly changes: readonly RuleChange[];
}

/** Returns what has changed for the watched symbols, and their rules from now on. A symbol without rules in the list keeps those that it had. */
export function compareRules(
  known: KnownRules,
  rules: readonly SymbolRules[],
  watched: ReadonlySet<string>,
): { known: KnownRules; changed: readonly ChangedRules[] } {
  const next: KnownRules = {};
  const changed: ChangedRules[] = [];
  for (const [symbol, rule] of Object.entries(known)) if (watched.has(symbol)) next[symbol] = rule;
  for (const rule of rules) {
    if (!watched.has(rule.symbol)) continue;
    const before = known[rule.symbol] ?? {};
    const now = { ...before };
    const changes: RuleChange[] = [];
    for (const name of ruleNames) {
      const value = rule[name];
      if (value === null) continue;
      const to = trimmed(String(value));
      now[name] = to;
      const from = before[name];
      if (from !== undefined && from !== to) changes.push({ rule: name, from, to });
    }
    next[rule.symbol] = now;
    if (changes.length > 0) changed.push({ symbol: rule.symbol, changes });
  }
  return { known: next, changed };
}
