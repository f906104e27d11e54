import { createAtom } from '@tanstack/react-store';
import type { Decimal } from '../../../../shared/values/domain.ts';

/** A question what would happen if a price or all prices moved. It lasts as long as the page. */
export type Scenario =
  | { kind: 'price'; account: string; symbol: string; price: Decimal }
  /** A move of one symbol whose last price is not known yet. */
  | { kind: 'move'; account: string; symbol: string; percent: Decimal }
  /** `percent`: above -100. */
  | { kind: 'shift'; percent: Decimal };

export const scenario = createAtom<Scenario | null>(null);
