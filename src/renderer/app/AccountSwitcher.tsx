import { Menu } from '@base-ui/react/menu';
import { Check, ChevronsUpDown } from 'lucide-react';
import type { AccountSummary } from '../../shared/domain.ts';
import { useText } from '../text/use-text.ts';

interface AccountSwitcherProps {
  accounts: readonly AccountSummary[];
  account: AccountSummary;
  onChoose: (id: string) => void;
  onManage: () => void;
}

export function AccountSwitcher({ accounts, account, onChoose, onManage }: AccountSwitcherProps) {
  const text = useText();
  return (
    <Menu.Root>
      <Menu.Trigger className="account" aria-label={`${text.account.label}: ${account.name}`}>
        <span className="account-name">{account.name}</span>
        <ChevronsUpDown size={14} aria-hidden="true" />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className="popup-positioner" sideOffset={4} align="start">
          <Menu.Popup className="popup popup-list">
            <Menu.RadioGroup value={account.id} onValueChange={(id: string) => onChoose(id)}>
              {accounts.map(({ id, name }) => (
                <Menu.RadioItem key={id} value={id} className="popup-item" closeOnClick>
                  <span className="popup-item-text">{name}</span>
                  <Menu.RadioItemIndicator className="popup-item-mark">
                    <Check size={14} aria-hidden="true" />
                  </Menu.RadioItemIndicator>
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
            <Menu.Separator className="popup-separator" />
            <Menu.Item className="popup-item" onClick={onManage}>
              {text.account.manage}
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
