import { Select } from '@base-ui/react/select';
import { Check, ChevronDown } from 'lucide-react';
import type { AlertKind } from '../../../shared/market.ts';
import { useText } from '../../text/use-text.ts';

interface KindChoiceProps {
  kinds: readonly AlertKind[];
  value: AlertKind;
  onChange: (kind: AlertKind) => void;
}

/** What kind of thing the alert waits for. */
export function KindChoice({ kinds, value, onChange }: KindChoiceProps) {
  const words = useText().alerts;
  return (
    <div className="form-field">
      <span>{words.kind}</span>
      <Select.Root value={value} onValueChange={(kind) => kind && onChange(kind)}>
        <Select.Trigger className="field alert-kind" aria-label={words.kind}>
          <Select.Value>{(kind: AlertKind) => words.kinds[kind]}</Select.Value>
          <ChevronDown size={14} aria-hidden="true" />
        </Select.Trigger>
        <Select.Portal>
          <Select.Positioner className="popup-positioner popup-above" sideOffset={4} alignItemWithTrigger={false}>
            <Select.Popup className="popup">
              <Select.List className="popup-list">
                {kinds.map((kind) => (
                  <Select.Item key={kind} value={kind} className="popup-item">
                    <Select.ItemText className="popup-item-text">{words.kinds[kind]}</Select.ItemText>
                    <Select.ItemIndicator className="popup-item-mark">
                      <Check size={14} aria-hidden="true" />
                    </Select.ItemIndicator>
                  </Select.Item>
                ))}
              </Select.List>
            </Select.Popup>
          </Select.Positioner>
        </Select.Portal>
      </Select.Root>
    </div>
  );
}
