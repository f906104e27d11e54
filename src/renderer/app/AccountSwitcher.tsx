import { Select } from '@base-ui/react/select';
import { Check, ChevronsUpDown } from 'lucide-react';
import type { AccountSummary } from '../../shared/domain.ts';
import { useText } from '../text/use-text.ts';

interface AccountSwitcherProps {
  accounts: readonly AccountSummary[];
  account: AccountSummary;
  onChoose: (id: string) => void;
}

export function AccountSwitcher({ accounts, account, onChoose }: AccountSwitcherProps) {
  const text = useText();
  const items = accounts.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Select.Root items={items} value={account.id} onValueChange={(id) => id !== null && onChoose(id)}>
      <Select.Trigger className="account" aria-label={text.account.label}>
        <Select.Value className="account-name" />
        <Select.Icon>
          <ChevronsUpDown size={14} aria-hidden="true" />
        </Select.Icon>
      </Select.Trigger>
      <Select.Portal>
        <Select.Positioner className="popup-positioner" sideOffset={4} alignItemWithTrigger={false}>
          <Select.Popup className="popup">
            <Select.List className="popup-list">
              {items.map((item) => (
                <Select.Item key={item.value} value={item.value} className="popup-item">
                  <Select.ItemText className="popup-item-text">{item.label}</Select.ItemText>
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
  );
}
