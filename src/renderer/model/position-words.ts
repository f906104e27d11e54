import type { ModeCoverage } from '../../shared/history.ts';
import type { Text } from '../text/use-text.ts';
import { coverageOf, coverageText } from './coverage.ts';

/** Returns what is missing of the order history, in words, for each margin mode that is not stored as a whole. */
export function missingHistory(modes: readonly ModeCoverage[], zone: string, text: Text): string[] {
  return modes.flatMap((mode) => {
    const coverage = coverageOf([mode]);
    if (coverage.complete) return [];
    return [text.openPositions.notWhole(text.marginModes[mode.marginMode], coverageText(coverage, zone, text))];
  });
}
