import type { Decimal, SymbolRules } from '../../shared/domain.ts';
import { type BoundedField, type BoundProblem, boundProblemsOf } from '../../shared/order-bounds.ts';
import type { Text } from '../text/use-text.ts';
import { decimalText } from './decimal-text.ts';

/** Which bound of its symbol a figure breaks, in words; `null` where it breaks none, or where the rules are not known. */
export function boundWarning(
  field: BoundedField,
  value: Decimal | null,
  rules: SymbolRules | undefined,
  text: Text,
): string | null {
  if (rules === undefined || value === null) return null;
  const problems = boundProblemsOf(field, value, rules);
  return problems.length === 0 ? null : problems.map((problem) => boundWords(problem, text)).join(' ');
}

function boundWords(problem: BoundProblem, text: Text): string {
  const words = problem.field === 'quantity' ? text.bounds.quantity : text.bounds.price;
  if (problem.kind === 'too-fine') return words.tooFine(problem.places);
  return words[problem.kind](decimalText(problem.bound));
}
