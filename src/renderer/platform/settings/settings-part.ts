import { createAtom } from '@tanstack/react-store';
import { openDialog } from '../dialogs.ts';

/** Parts of the settings dialog that are found by name, although they are no choice of a few values. */
export const settingsParts = ['timeZone', 'fees', 'notifications', 'quietHours', 'sound', 'updates'] as const;
export type SettingsPart = (typeof settingsParts)[number];

/** The part at which the dialog opens; `null` for its beginning. */
const shownPart = createAtom<SettingsPart | null>(null);

export function openSettings(part: SettingsPart | null = null): void {
  shownPart.set(part);
  openDialog('settings');
}

/** Scrolls the dialog to its part. Returns the first field of the part; `null` for the beginning, and for a part that this host does not have. */
export function fieldOfShownPart(): HTMLElement | null {
  const part = document.querySelector<HTMLElement>(`[data-part="${shownPart.get()}"]`);
  part?.scrollIntoView();
  return part?.querySelector<HTMLElement>('input, .setting button') ?? part;
}
