import { Menu } from '@base-ui/react/menu';
import { ChevronsUpDown } from 'lucide-react';
import type { AccountSummary } from '../../shared/domain.ts';
import { RadioItems } from '../components/controls/RadioMenu.tsx';
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
      <Menu.Trigger className="account" aria-label={text.labelled(text.account.label, account.name)}>
        <span className="account-name">{account.name}</span>
        <ChevronsUpDown size={14} aria-hidden="true" />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className="popup-positioner" sideOffset={4} align="start">
          <Menu.Popup className="popup popup-list">
            <RadioItems
              values={accounts.map(({ id }) => id)}
              nameOf={(each) => accounts.find(({ id }) => id === each)?.name ?? each}
              value={account.id}
              onChange={onChoose}
            />
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
