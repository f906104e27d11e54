import { User, Users } from 'lucide-react';
import { settingTable } from '../../../shared/settings/settings.ts';
import { useChangeSettings, useSetting } from '../../platform/settings/settings.ts';
import { useText } from '../../text/use-text.ts';
import { Segmented } from '../../ui/controls/Segmented.tsx';
import { useAccounts } from './accounts.ts';
import { areSeveral } from './use-shown-archive.ts';

const icons = { this: User, all: Users };

/** The choice between the selected account and all of them. Renders nothing unless there are several, or for the demo account, which is shown alone. */
export function AccountsChoice() {
  const { account } = useText();
  const selected = useSetting('account');
  const planAccounts = useSetting('planAccounts');
  const change = useChangeSettings();
  const { data: all = [] } = useAccounts();
  const isDemo = (all.find(({ id }) => id === selected) ?? all[0])?.kind === 'demo';
  if (isDemo || !areSeveral(all)) return null;
  return (
    <Segmented
      label={account.whose}
      options={settingTable.planAccounts.values.map((value) => ({
        value,
        label: account.whoseNames[value],
        icon: icons[value],
      }))}
      value={planAccounts}
      onChange={(value) => change({ planAccounts: value })}
    />
  );
}
