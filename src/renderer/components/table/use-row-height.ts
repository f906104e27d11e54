import { useSettings } from '../../state/settings.ts';
import { rowHeights } from './row-geometry.ts';

/** Of every row of every table, in CSS pixels. */
export function useRowHeight(): number {
  return rowHeights[useSettings().density];
}
