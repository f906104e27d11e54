import { BellPlus } from 'lucide-react';
import { useText } from '../../text/use-text.ts';

export function AlertButton({ onClick }: { onClick: () => void }) {
  const text = useText();
  return (
    <button type="button" className="button" onClick={onClick}>
      <BellPlus size={14} aria-hidden="true" />
      {text.alerts.alertMe}
    </button>
  );
}
