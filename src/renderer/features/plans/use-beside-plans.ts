import { useSelector } from '@tanstack/react-store';
import { useMemo } from 'react';
import { scenario } from '../../domain/plans/what-if/scenario.ts';
import { useChangeSettings, useSetting } from '../../platform/settings/settings.ts';
import { useMatch } from '../../ui/controls/use-match.ts';

/** Windows (CSS pixels) with room beside the table up to its distances, and beside table and details. */
const roomy = window.matchMedia('(min-width: 1280px)');
const wide = window.matchMedia('(min-width: 1600px)');

export interface BesidePlans {
  /** True if the window has no room beside the table: the radar and the ladder take the place of the table. */
  isInstead: boolean;
  /** Where the ladder is: beside the table or in its place, or in the details; `null` if it is hidden. */
  ladder: 'beside' | 'details' | null;
  toggleLadder: () => void;
  /** True if the radar is where the ladder would be. */
  hasRadar: boolean;
  toggleRadar: () => void;
}

/**
 * Where the price ladder and the radar are shown, and their switches. The ladder is in open details, unless the window has room for it beside
 * them and the radar is not there. While the user tries a price the ladder is shown.
 */
export function useBesidePlans(hasDetails: boolean): BesidePlans {
  const planLadder = useSetting('planLadder');
  const planRadar = useSetting('planRadar');
  const change = useChangeSettings();
  const isInstead = !useMatch(roomy);
  const isWide = useMatch(wide);
  const current = useSelector(scenario);
  const isTrying = current !== null && current.kind !== 'shift';
  // A window that is not wide has room beside the table for the details alone, and for the ladder while the user tries a price.
  const hasRadar = planRadar && (isWide || !(isTrying || (hasDetails && !isInstead)));
  const isInDetails = hasDetails && (!isWide || hasRadar);
  const isShown = isTrying || (planLadder ?? (isWide || isInDetails));
  const ladder = !isShown ? null : isInDetails ? 'details' : hasRadar && !isTrying ? null : 'beside';
  return useMemo(
    () => ({
      isInstead,
      ladder,
      toggleLadder: () => {
        if (isTrying) scenario.set(null);
        change({ planLadder: ladder === null, ...(ladder === null && !hasDetails ? { planRadar: false } : {}) });
      },
      hasRadar,
      toggleRadar: () => change({ planRadar: !planRadar }),
    }),
    [isInstead, ladder, isTrying, hasDetails, hasRadar, planRadar, change],
  );
}
