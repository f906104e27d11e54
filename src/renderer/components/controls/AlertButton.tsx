import { BellPlus } from 'lucide-react';
import type { AlertPreset } from '../../model/alert-draft.ts';
import { newAlert } from '../../state/alerts.ts';
import { useText } from '../../text/use-text.ts';

/** Begins an alert about what one looks at. */
export function AlertButton({ preset }: { preset: AlertPreset }) {
  const text = useText();
  return (
    <button type="button" className="button" onClick={() => newAlert(preset)}>
      <BellPlus size={14} aria-hidden="true" />
      {text.alerts.alertMe}
    </button>
  );
}
