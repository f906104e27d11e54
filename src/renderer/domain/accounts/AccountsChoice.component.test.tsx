import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { succeed } from '../../../shared/values/result.ts';
import { expectAccessible } from '../../testing/axe.ts';
import { render } from '../../testing/render.tsx';
import { demoAccount } from '../../testing/samples.ts';
import { AccountsChoice } from './AccountsChoice.tsx';
import '../../ui/screen/screen.css';

const choice = page.getByRole('radiogroup', { name: 'Accounts shown' });
const width = () => choice.element().getBoundingClientRect().width;

function Toolbar() {
  return (
    <div className="toolbar">
      <AccountsChoice />
    </div>
  );
}

it('has words in a wide window, and icons with the same names in a narrow one', async () => {
  await page.viewport(1440, 900);
  const own = { ...demoAccount, id: 'own', kind: 'live', name: 'Own' } as const;
  const { host } = render(<Toolbar />, {
    answers: { listAccounts: () => succeed([demoAccount, own, { ...own, id: 'other', name: 'Other' }]) },
    settings: { account: 'own' },
  });
  await expect.element(choice.getByText('All accounts')).toBeVisible();
  const wide = width();
  await page.viewport(1024, 700);
  await expect.element(choice.getByText('All accounts')).not.toBeVisible();
  expect(width()).toBeLessThan(wide / 2);
  await choice.getByRole('radio', { name: 'All accounts' }).click();
  await expect.poll(() => host.settings.planAccounts).toBe('all');
  await expectAccessible(choice.element());
});

it.each([
  ['one account beside the demo account', 'own', []],
  ['the demo account beside several, because it is shown alone', 'demo', ['other']],
])('is not there for %s', async (_of, account, others) => {
  const own = { ...demoAccount, id: 'own', kind: 'live', name: 'Own' } as const;
  const { host } = render(<Toolbar />, {
    answers: { listAccounts: () => succeed([demoAccount, own, ...others.map((id) => ({ ...own, id }))]) },
    settings: { account },
  });
  await expect.poll(() => host.callsOf('listAccounts').length).toBeGreaterThan(0);
  await expect.element(choice).not.toBeInTheDocument();
});
