import { useSelector } from '@tanstack/react-store';
import { scenario } from '../../domain/plans/what-if/scenario.ts';
import { useChangeSettings, useSetting } from '../../platform/settings/settings.ts';
import { useMatch } from '../../ui/controls/use-match.ts';

/** Windows (CSS pixels) with room for the ladder beside the table and the details. */
const wide = window.matchMedia('(min-width: 1600px)');

export interface LadderToggle {
  /** Where the ladder is: beside the table, or in the details; `null` if it is hidden. */
  place: 'beside' | 'details' | null;
  toggle: () => void;
}

/** Where the price ladder is shown, and its switch. It is in open details, unless the window has room for it beside them. While the user tries a price it is shown. */
export function useLadderToggle(hasDetails: boolean): LadderToggle {
  const planLadder = useSetting('planLadder');
  const change = useChangeSettings();
  const isWide = useMatch(wide);
  const isInDetails = hasDetails && !isWide;
  const current = useSelector(scenario);
  const isTrying = current !== null && current.kind !== 'shift';
  const isShown = isTrying || (planLadder ?? (isWide || isInDetails));
  return {
    place: !isShown ? null : isInDetails ? 'details' : 'beside',
    toggle: () => {
      if (isTrying) scenario.set(null);
      change({ planLadder: !isShown });
    },
  };
}
