import { foldText } from '../../../shared/rows/fold-text.ts';
import { maxNameLength } from '../../../shared/settings/choices.ts';

export type NameProblem = 'missing' | 'too-long' | 'taken' | 'too-many';

/**
 * Returns the problem of a name; `null` if it is valid. It must differ from `others`. `hasRoom`: one more may be saved.
 */
export function nameProblem(name: string, others: readonly string[], hasRoom: boolean): NameProblem | null {
  const trimmed = name.trim();
  if (trimmed === '') return 'missing';
  if (trimmed.length > maxNameLength) return 'too-long';
  if (others.some((other) => foldText(other) === foldText(trimmed))) return 'taken';
  return hasRoom ? null : 'too-many';
}
