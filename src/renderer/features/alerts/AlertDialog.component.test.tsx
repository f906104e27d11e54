import { beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Alert } from '../../../shared/contract/alerts.ts';
import type { Position } from '../../../shared/contract/trades.ts';
import { longPosition } from '../../../shared/testing/positions.ts';
import { succeed } from '../../../shared/values/result.ts';
import { changeAlert, openNewAlert } from '../../domain/alerts/alerts.ts';
import { planSample } from '../../domain/plans/testing/samples.ts';
import { expectAccessible } from '../../testing/axe.ts';
import { FakeMarket } from '../../testing/fake-market.ts';
import { type Rendered, render } from '../../testing/render.tsx';
import { AlertDialog } from './AlertDialog.tsx';

const plan = planSample('7', { triggerPrice: '105.25' });
/** A long position that entered at 90, and its stop at 85. */
const position: Position = { ...longPosition, symbol: 'ETH-USDT', entryPrice: '90', quantity: '1' };
const stop = planSample('8', {
  ...{ symbol: 'ETH-USDT', side: 'sell', kind: 'market', quantity: '1' },
  ...{ triggerDirection: 'falls-to', triggerPrice: '85' },
});
const saved: Alert = {
  id: '1',
  account: 'demo',
  condition: { kind: 'account-silent' },
  paused: false,
  createdAt: 1,
  quietMinutes: 5,
  endsAt: null,
  lastFiredAt: null,
  isArmed: true,
};
const form = page.getByRole('dialog', { name: 'New alert' });
const level = form.getByRole('textbox', { name: 'Level' });
const symbol = form.getByRole('combobox', { name: 'Symbol' });
const press = (keys: string): Promise<void> => userEvent.keyboard(keys);

let market: FakeMarket;

beforeEach(() => {
  market = new FakeMarket(['BTC-USDT', 'ETH-USDT', 'SOL-USDT'], [plan, stop], [position]);
});

async function openForm(of: string | undefined): Promise<Rendered> {
  const account = market.owner;
  const answers = { ...market.answers, saveAlert: () => succeed(saved), listAlerts: () => succeed([saved]) };
  const rendered = render(<AlertDialog accounts={[account]} account={account} />, { answers });
  openNewAlert(of ?? '', null, { account: account.id });
  await expect.element(form).toBeVisible();
  return rendered;
}

async function chooseKind(name: string): Promise<void> {
  await form.getByRole('combobox', { name: 'Alert me when' }).click();
  await page.getByRole('option', { name }).click();
}

it('starts at the last price, which presets and triggers of plan orders move', async () => {
  const { host } = await openForm('BTC-USDT');
  await expect.element(level).toHaveFocus();
  await expect.element(level).toHaveValue('100.00');
  await form.getByRole('button', { name: '−1%' }).click();
  await expect.element(level).toHaveValue('99.00');
  await expect.element(level).toHaveFocus();
  await form.getByRole('button', { name: '+5%' }).click();
  await expect.element(level).toHaveValue('105.00');
  await form.getByRole('button', { name: 'At my trigger 105.25' }).click();
  await expect.element(form).toMatchTextContent('105.25, +5.25% from the last price');
  await expectAccessible(form.element());

  // The level is selected, so typing replaces it.
  await press('{Control>}a{/Control}0.1k');
  await expect.element(form).toMatchTextContent('100, 0.00% from the last price');
  await press('{Backspace}{Backspace}2k{Enter}');
  await expect.element(form).not.toBeInTheDocument();
  const condition = { kind: 'price', market: 'futures', symbol: 'BTC-USDT', level: '200', direction: 'rises-to' };
  expect(host.callsOf('saveAlert')).toMatchObject([{ account: market.account, condition, paused: false }]);
});

it('watches the account of the row that led to it, and names the account', async () => {
  const account = market.owner;
  const shown = { ...account, id: `${account.id}-shown`, name: 'Main' };
  const answers = { ...market.answers, saveAlert: () => succeed(saved), listAlerts: () => succeed([saved]) };
  const { host } = render(<AlertDialog accounts={[account, shown]} account={shown} />, { answers });
  openNewAlert('BTC-USDT', '95', { account: account.id });
  await expect.element(form).toMatchTextContent('Account: Demo account');
  await form.getByRole('button', { name: 'Create alert' }).click();
  await expect.element(form).not.toBeInTheDocument();
  expect(host.callsOf('saveAlert')).toMatchObject([{ account: account.id, condition: { level: '95' } }]);
});

it('lets the direction follow from the level, until the user selects one', async () => {
  await openForm('BTC-USDT');
  const direction = (name: string) => form.getByRole('radio', { name });
  await expect.element(direction('Crosses')).toBeChecked();
  await level.fill('110');
  await expect.element(direction('Rises to')).toBeChecked();
  await expect.element(form).toMatchTextContent('Re-arms at 109.89 or lower.');
  await level.fill('-2%');
  await expect.element(level).toHaveValue('98.00');
  await expect.element(direction('Falls to')).toBeChecked();
  await direction('Crosses').click();
  await level.fill('120');
  await expect.element(form).toMatchTextContent('120, +20.00% from the last price');
  await expect.element(direction('Crosses')).toBeChecked();
});

it('saves the direction of the level, however soon after its last digit it is submitted', async () => {
  const { host } = await openForm('BTC-USDT');
  await expect.element(level).toHaveValue('100.00');
  const input = level.element() as HTMLInputElement;
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
  set?.call(input, '110');
  input.dispatchEvent(new InputEvent('input', { bubbles: true }));
  // React renders the typed text in this task, and runs what follows from its effects in a later one.
  await Promise.resolve();
  input.form?.requestSubmit();
  await expect.element(form).not.toBeInTheDocument();
  expect(host.callsOf('saveAlert')).toMatchObject([{ condition: { level: '110', direction: 'rises-to' } }]);
});

it('keeps the direction of an existing alert until its level changes', async () => {
  const condition = {
    kind: 'price',
    market: 'futures',
    symbol: 'BTC-USDT',
    level: '99',
    direction: 'rises-to',
  } as const;
  await openForm(undefined);
  await form.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(form).not.toBeInTheDocument();
  changeAlert({ ...saved, account: market.account, condition });
  const edited = page.getByRole('dialog', { name: 'Edit alert' });
  await expect.element(edited).toMatchTextContent('99, −1.00% from the last price');
  await expect.element(edited.getByRole('radio', { name: 'Rises to' })).toBeChecked();
  await edited.getByRole('textbox', { name: 'Level' }).fill('98');
  await expect.element(edited.getByRole('radio', { name: 'Falls to' })).toBeChecked();
});

it('takes a multiple of the risk of a position as a level', async () => {
  await openForm('ETH-USDT');
  await expect.element(form.getByRole('button', { name: '+1R' })).toBeVisible();
  await level.fill('+1.5R');
  await expect.element(level).toHaveValue('97.50');
  await form.getByRole('button', { name: '+2R' }).click();
  await expect.element(level).toHaveValue('100.00');
});

it('says that a multiple needs a position with a stop', async () => {
  await openForm('BTC-USDT');
  await level.fill('+1R');
  await form.getByRole('button', { name: 'Create alert' }).click();
  await expect.element(form).toMatchTextContent('R needs one position in this symbol with a stop at a loss.');
});

it('follows the symbol with its level until the user changes the level', async () => {
  await openForm(undefined);
  await expect.element(symbol).toHaveFocus();
  const choose = async (name: string): Promise<void> => {
    await symbol.fill(name);
    await page.getByRole('option', { name, exact: true }).click();
  };
  await choose('BTC-USDT');
  await expect.element(level).toHaveValue('100.00');
  await choose('ETH-USDT');
  await expect.element(level).toHaveValue('101.00');
  await level.fill('3500');
  await choose('SOL-USDT');
  await expect.element(form).toMatchTextContent('Last price 102.00');
  await expect.element(level).toHaveValue('3500');
});

it('reads a comma in the level by the last price, and asks if that does not tell', async () => {
  const { host } = await openForm('BTC-USDT');
  await level.fill('98,765');
  await expect.element(level).toHaveValue('98.765');
  await level.fill('2,219');
  const create = form.getByRole('button', { name: 'Create alert' });
  await create.click();
  await expect.element(form).toMatchTextContent('The comma is ambiguous. Enter 1234 or 1.234.');
  expect(host.callsOf('saveAlert')).toEqual([]);
  await level.fill('97,5');
  await create.click();
  await expect
    .poll(() => host.callsOf('saveAlert'))
    .toMatchObject([{ condition: { level: '97.5', direction: 'falls-to' } }]);
});

it('creates an alert for each plan order that leaves the list', async () => {
  const { host } = await openForm(undefined);
  await chooseKind('Plan order is no longer open');
  await form.getByRole('button', { name: 'Create alert' }).click();
  await expect.element(form).not.toBeInTheDocument();
  expect(host.callsOf('saveAlert')).toMatchObject([{ condition: { kind: 'plan-left' }, paused: false }]);
});

it('says at its field what is missing or wrong, and saves nothing then', async () => {
  const { host } = await openForm(undefined);
  const create = form.getByRole('button', { name: 'Create alert' });
  await create.click();
  await expect.element(form).toMatchTextContent('Select a symbol.');
  await expectAccessible(form.element());
  await chooseKind('Data stops updating');
  const minutes = form.getByRole('textbox', { name: 'No update for' });
  await minutes.fill('0');
  await create.click();
  await expect.element(form).toMatchTextContent('Enter a whole number from 1 to 1,440.');
  expect(host.callsOf('saveAlert')).toEqual([]);
  await minutes.fill('3');
  await create.click();
  await expect.element(form).not.toBeInTheDocument();
  expect(host.callsOf('saveAlert')).toMatchObject([{ condition: { kind: 'stale', minutes: 3 } }]);
});

it('asks for what a PnL is of, and says what is missing', async () => {
  const { host } = await openForm(undefined);
  await chooseKind('PnL or price from entry reaches an amount');
  const amount = form.getByRole('textbox', { name: 'At least' });
  await amount.fill('2');
  await form.getByRole('radio', { name: 'Quote currency' }).click();
  await expectAccessible(form.element());
  await form.getByRole('combobox', { name: 'PnL of' }).click();
  await page.getByRole('option', { name: 'The account if all stops hit' }).click();
  const currency = form.getByRole('textbox', { name: 'Currency' });
  await currency.fill('');
  await form.getByRole('button', { name: 'Create alert' }).click();
  await expect.element(form.getByText('Enter a currency, e.g. USDT.')).toBeVisible();
  await currency.fill('usdc');
  await form.getByRole('button', { name: 'Create alert' }).click();
  await expect.element(form).not.toBeInTheDocument();
  const condition = { kind: 'pnl', of: 'stops', direction: 'loss', amount: '2', unit: 'amount', quote: 'USDC' };
  expect(host.callsOf('saveAlert')).toMatchObject([{ condition }]);
});

it('asks for the percentage of a price from the entry, and of the account', async () => {
  const { host } = await openForm('BTC-USDT');
  await chooseKind('PnL or price from entry reaches an amount');
  const choose = async (name: string): Promise<void> => {
    await form.getByRole('combobox', { name: 'PnL of' }).click();
    await page.getByRole('option', { name, exact: true }).click();
  };
  await choose('Price from the entry of a position');
  await expect.element(form.getByRole('radio', { name: 'Quote currency' })).not.toBeInTheDocument();
  await form.getByRole('radio', { name: 'Below' }).click();
  await form.getByRole('textbox', { name: 'At least' }).fill('2');
  await form.getByRole('button', { name: 'Create alert' }).click();
  await expect.element(form).not.toBeInTheDocument();
  const ofEntry = { kind: 'pnl', of: 'entry', direction: 'loss', amount: '2', unit: 'percent', symbol: 'BTC-USDT' };
  expect(host.callsOf('saveAlert')).toMatchObject([{ condition: ofEntry }]);
});

it('asks for how long a position has no stop', async () => {
  const { host } = await openForm('BTC-USDT');
  await chooseKind('No stop found for a position');
  await form.getByRole('textbox', { name: 'For' }).fill('15');
  await form.getByRole('button', { name: 'Create alert' }).click();
  await expect.element(form).not.toBeInTheDocument();
  const condition = { kind: 'position-unstopped', minutes: 15, symbol: 'BTC-USDT' };
  expect(host.callsOf('saveAlert')).toMatchObject([{ condition }]);
});

it('creates an alert for a change over 24 hours, for requests that fail, and for plan orders without a position', async () => {
  const { host } = await openForm('BTC-USDT');
  const create = async (): Promise<void> => {
    await form.getByRole('button', { name: 'Create alert' }).click();
    await expect.element(form).not.toBeInTheDocument();
    openNewAlert('BTC-USDT', null, { account: market.account });
  };
  await chooseKind('24h change reaches a percentage');
  await form.getByRole('textbox', { name: 'At least' }).fill('50');
  await create();
  await chooseKind('Account requests fail');
  await create();
  await chooseKind('Plan order becomes an orphan');
  await form.getByRole('radio', { name: 'All' }).click();
  await create();
  expect(host.callsOf('saveAlert').map((change) => change.condition)).toEqual([
    { kind: 'change', market: 'futures', symbol: 'BTC-USDT', percent: '50' },
    { kind: 'account-silent' },
    { kind: 'plan-orphaned' },
  ]);
});

it('saves how often the alert fires and its last day, and shows both again', async () => {
  const { host } = await openForm('BTC-USDT');
  await form.getByRole('textbox', { name: 'At most every' }).fill('15');
  const ends = form.getByRole('textbox', { name: 'Until the end of' });
  await ends.fill('2001-01-01');
  const create = form.getByRole('button', { name: 'Create alert' });
  await create.click();
  await expect.element(form).toMatchTextContent('Enter today or a later day.');
  expect(host.callsOf('saveAlert')).toEqual([]);
  await ends.fill('2100-01-01');
  await create.click();
  await expect.poll(() => host.callsOf('saveAlert')).toMatchObject([{ quietMinutes: 15, endsAt: expect.any(Number) }]);
  const [change] = host.callsOf('saveAlert');
  changeAlert({ ...saved, account: market.account, quietMinutes: null, endsAt: change?.endsAt ?? null });
  const edited = page.getByRole('dialog', { name: 'Edit alert' });
  await expect.element(edited.getByRole('radio', { name: 'Once' })).toBeChecked();
  await expect.element(edited.getByRole('textbox', { name: 'At most every' })).not.toBeInTheDocument();
  await expect.element(edited.getByRole('textbox', { name: 'Until the end of' })).toHaveValue('2100-01-01');
  await edited.getByRole('radio', { name: 'Every time' }).click();
  await edited.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => host.callsOf('saveAlert').at(-1)).toMatchObject({ quietMinutes: 0, endsAt: change?.endsAt });
});

it('says that the symbol of an alert is not in the list', async () => {
  await openForm('GONE-USDT');
  await expect.element(form).toMatchTextContent('Not in the list of tickers, so it has no price.');
  await expectAccessible(form.element());
});
