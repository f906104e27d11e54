import { FlaskConical, X } from 'lucide-react';
import type { AccountSummary } from '../../shared/contract/accounts.ts';
import { openDialog, screenFocus } from '../platform/dialogs.ts';
import { useChangeSettings, useSetting } from '../platform/settings/settings.ts';
import { useText } from '../text/use-text.ts';
import { IconButton } from '../ui/controls/IconButton.tsx';
import { Bar } from '../ui/screen/Bar.tsx';

interface DemoStripProps {
  accounts: readonly AccountSummary[];
  account: AccountSummary;
}

/** Explains the demo account until the user has an own account, or dismisses the strip for good. */
export function DemoStrip({ accounts, account }: DemoStripProps) {
  const { demoStrip: words } = useText();
  const isDemoStripDismissed = useSetting('isDemoStripDismissed');
  const change = useChangeSettings();
  if (isDemoStripDismissed || account.kind !== 'demo' || accounts.some(({ kind }) => kind === 'live')) return null;
  return (
    <Bar rank="hint">
      <section className="demo-strip" aria-label={words.label}>
        <FlaskConical size={14} className="demo-strip-icon" aria-hidden="true" />
        <p>
          <span>{words.explained}</span>
        </p>
        <button type="button" className="button" data-kept onClick={() => openDialog('new-account')}>
          {words.connect}
        </button>
        <IconButton
          label={words.dismiss}
          icon={X}
          onClick={() => {
            change({ isDemoStripDismissed: true });
            screenFocus()?.focus();
          }}
        />
      </section>
    </Bar>
  );
}
