import { beforeEach, expect, it } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { commandGroups, commandNames, commandWord } from '../../../shared/settings/commands.ts';
import { succeed } from '../../../shared/values/result.ts';
import { alertFormRequest } from '../../domain/alerts/alerts.ts';
import { registerCommand } from '../../platform/commands.ts';
import { closeDialog, dialog, openDialog, typedAhead } from '../../platform/dialogs.ts';
import { notice } from '../../platform/notice.ts';
import { putQueryData } from '../../platform/query-client.ts';
import { settingsQuery } from '../../platform/settings/settings.ts';
import { expectAccessible } from '../../testing/axe.ts';
import type { Answers } from '../../testing/fake-host.ts';
import { FakeMarket } from '../../testing/fake-market.ts';
import { type Rendered, render } from '../../testing/render.tsx';
import { en } from '../../text/en.ts';
import type { Text } from '../../text/use-text.ts';
import { zh } from '../../text/zh.ts';
import { Palette } from './Palette.tsx';
import { ShortcutsDialog } from './ShortcutsDialog.tsx';

const further = Array.from({ length: 80 }, (_, place) => `T${place}-USDT`);
const palette = page.getByRole('dialog', { name: 'Command palette' });
const input = palette.getByRole('combobox');
const options = palette.getByRole('option');
const selected = palette.getByRole('option', { selected: true });
const status = palette.getByRole('status').last();
const press = (keys: string): Promise<void> => userEvent.keyboard(keys);
const labels = (): string[] => [...document.querySelectorAll('.palette-label')].map((each) => each.textContent ?? '');

let market: FakeMarket;

beforeEach(() => {
  market = new FakeMarket(['BTC-USDT', 'ETH-USDT', '币安人生-USDT', ...further]);
});

function renderPalette(text: Text = en): Rendered {
  const saveAlert: Answers['saveAlert'] = ({ account: of, condition, paused }) =>
    succeed({
      id: '1',
      account: of,
      condition,
      paused,
      quietMinutes: 5,
      endsAt: null,
      createdAt: 1,
      lastFiredAt: null,
      isArmed: true,
    });
  return render(<Palette accounts={[market.owner]} account={market.owner} />, {
    answers: { ...market.answers, saveAlert },
    text,
  });
}

async function openPalette(): Promise<Rendered> {
  const rendered = renderPalette();
  openDialog('palette');
  await expect.element(input).toHaveFocus();
  await expect.element(status).toMatchTextContent('83 symbols');
  return rendered;
}

/** Expects the first result of each query. */
async function expectFirst(field: Locator, expected: Record<string, string>): Promise<void> {
  for (const [query, label] of Object.entries(expected)) {
    await field.fill(query);
    await expect.poll(() => labels()[0], { message: query }).toBe(label);
  }
}

it('begins with letters that were typed before it appeared', async () => {
  renderPalette();
  typedAhead.set('btc');
  openDialog('palette');
  await expect.element(input).toHaveFocus();
  await press('-usdt');
  await expect.element(input).toHaveValue('btc-usdt');
  await expect.poll(() => labels()[0]).toBe('BTC-USDT');
  closeDialog('palette');
  await expect.element(palette).not.toBeInTheDocument();
  openDialog('palette');
  await expect.element(input).toHaveValue('');
});

it('shows the number of results, and runs what the arrow keys select', async () => {
  const ran: string[] = [];
  const end = registerCommand('show-plan-history', () => void ran.push('plan history'));
  await openPalette();
  await expect.element(options.first()).toHaveAttribute('aria-selected', 'true');
  await input.fill('-');
  await expect.element(status).toMatchTextContent(/^\d+ more\. Keep typing to narrow the list\.$/);
  expect(options.elements()).toHaveLength(50);
  await input.fill('btc-usdt');
  await expect.element(status).toMatchTextContent(/^1 result$/);
  await expectAccessible(palette.element());

  await input.fill('history');
  await expect.poll(labels).toEqual(['Order history', 'Plan history']);
  await expect.element(selected).toMatchTextContent('Order history');
  await press('{ArrowDown}');
  await expect.element(selected).toMatchTextContent('Plan history');
  expect(input.element().getAttribute('aria-activedescendant')).toBe(selected.element().id);
  await press('{ArrowUp}');
  await expect.element(selected).toMatchTextContent('Order history');
  await press('{ArrowDown}{Enter}');
  await expect.element(palette).not.toBeInTheDocument();
  await expect.poll(() => ran).toEqual(['plan history']);
  end();
});

it('finds symbols, also by Chinese names and full-width letters, and lists recent choices first', async () => {
  const { host, destinations } = await openPalette();
  for (const [query, symbol] of [
    ['币安', '币安人生-USDT'],
    ['ｂｔｃ usdt', 'BTC-USDT'],
  ] as const) {
    openDialog('palette');
    await input.fill(query);
    await expect.element(selected).toMatchTextContent(symbol);
    await press('{Enter}');
    await expect.element(palette).not.toBeInTheDocument();
    const destination = { kind: 'screen', account: market.account, screen: 'futures-tickers', row: symbol };
    await expect.poll(() => destinations.at(-1)).toEqual(destination);
  }
  openDialog('palette');
  await expect.poll(() => labels().slice(0, 2)).toEqual(['BTC-USDT', '币安人生-USDT']);
  const chosen = 'T10-USDT';
  await input.fill(chosen);
  await palette.getByRole('option', { name: chosen }).click();
  await expect.element(palette).not.toBeInTheDocument();
  expect(host.settings.recentChoices[0]).toBe(`symbol ${chosen}`);
  openDialog('palette');
  await input.fill('usdt');
  await expect.poll(() => labels()[0]).toBe(chosen);
});

it('finds the most liquid symbol first, forgives a typing error, and knows other words and what was chosen most', async () => {
  market = new FakeMarket(['BTC-USDT', 'ETH-USDT', 'BTC-USDC', 'DOGE-USDT', '币安人生-USDT']);
  const ends = (['export', 'show-plan-history', 'show-order-history'] as const).map((name) =>
    registerCommand(name, () => {}),
  );
  renderPalette();
  openDialog('palette');
  await expect.element(status).toMatchTextContent('5 symbols');
  await expectFirst(input, {
    btc: 'BTC-USDT',
    bct: 'BTC-USDT',
    dodge: 'DOGE-USDT',
    bars: '币安人生-USDT',
    histroy: 'Order history',
    csv: 'Export to file',
    loss: 'PnL analysis',
    night: 'Theme: Dark',
  });
  for (const screen of ['Plan history', 'Plan history', 'Order history']) {
    await input.fill(screen);
    await press('{Enter}');
    await expect.element(palette).not.toBeInTheDocument();
    openDialog('palette');
  }
  await expectFirst(input, { history: 'Plan history' });
  for (const end of ends) end();
});

it('reads pinyin initials and English words in Chinese', async () => {
  renderPalette(zh);
  openDialog('palette');
  await expectFirst(page.getByRole('dialog', { name: '命令面板' }).getByRole('combobox'), {
    ykfx: '盈亏分析',
    loss: '盈亏分析',
    亏损: '盈亏分析',
    夜间: '主题：深色',
  });
});

it('changes a setting, and names the current one', async () => {
  const { host } = await openPalette();
  await input.fill('theme');
  await expect.poll(() => labels().slice(0, 3)).toEqual(['Theme: Dark', 'Theme: Light', 'Theme: System']);
  await expect.element(selected).toMatchTextContent('Theme: Dark');
  await expectAccessible(palette.element());
  await input.fill('light theme');
  await press('{Enter}');
  await expect.poll(() => host.settings.theme).toBe('light');

  openDialog('palette');
  await input.fill('中文');
  await expect.poll(() => labels()[0]).toBe('Language: 简体中文');
  await press('{Enter}');
  await expect.poll(() => host.settings.language).toBe('zh');
});

it('finds settings that are no choice of a few values, and opens the dialog at them', async () => {
  const { host } = await openPalette();
  await expectFirst(input, { fee: 'Fee rates…', 'quiet hours': 'Quiet hours…', 'time zone': 'Time zone…' });
  await input.fill('tokyo');
  await expect.poll(() => labels()[0]).toBe('Time zone: Asia/Tokyo');
  await press('{Enter}');
  await expect.poll(() => host.settings.timeZone).toBe('Asia/Tokyo');
  openDialog('palette');
  await input.fill('fee');
  await press('{Enter}');
  await expect.poll(() => dialog.get()).toBe('settings');
  closeDialog('settings');
});

it('hands what it does not find to the search of the lists, with the words as conditions', async () => {
  const { destinations } = await openPalette();
  await input.fill('no such thing');
  const searched = '“no such thing” in symbols, IDs, and notes';
  await expect.poll(labels).toEqual([`Order history: ${searched}`, `Plan history: ${searched}`, `Trades: ${searched}`]);
  await expectAccessible(palette.element());
  await input.fill('btc-usdt long >500');
  await expect.poll(() => labels()[0]).toBe('Order history: Symbols: BTC-USDT · Position: Long · PnL: 500 or more');
  await press('{Enter}');
  await expect.element(palette).not.toBeInTheDocument();
  await expect
    .poll(() => destinations.at(-1))
    .toMatchObject({
      kind: 'list',
      account: market.account,
      list: 'order-history',
      filter: { symbols: ['BTC-USDT'], positionSides: ['long'], pnl: { from: '500' } },
    });
});

it('creates an alert from one line, and opens the form for one without a level', async () => {
  const { host } = await openPalette();
  // At a price of 100, the comma is a decimal comma.
  await input.fill('alert btc-usdt 95,125');
  await expect.element(selected).toMatchTextContent('Create alert: BTC falls to 95.125');
  await input.fill('alert btc-usdt 95,125.5');
  await expect.element(selected).toMatchTextContent('Create alert: BTC rises to 95,125.5');
  await press('{Enter}');
  await expect.poll(() => notice.get()).toBe('Alert saved: BTC rises to 95,125.5');
  expect(host.callsOf('saveAlert')).toMatchObject([
    {
      account: market.account,
      condition: { kind: 'price', symbol: 'BTC-USDT', level: '95125.5', direction: 'rises-to' },
    },
  ]);
  openDialog('palette');
  await input.fill('alert btc-usdt 5,000');
  await expect.element(selected).toMatchTextContent('5,000');
  await press('{Enter}');
  await expect.poll(() => dialog.get()).toBe('alert');
  expect(alertFormRequest.get()).toMatchObject({ kind: 'new', preset: { level: '5,000' } });
  openDialog('palette');
  await input.fill('alert btc-usdt');
  await expect.element(selected).toMatchTextContent('BTC');
  await press('{Enter}');
  await expect.poll(() => dialog.get()).toBe('alert');
  expect(alertFormRequest.get()).toMatchObject({ kind: 'new', preset: { kind: 'price', symbol: 'BTC-USDT' } });
});

it('marks and chooses all accounts as the title bar does, and not on a screen of the market', async () => {
  const accounts = ['Main', 'Swing'].map((name) => ({ ...market.owner, id: name, kind: 'live' as const, name }));
  const [account = market.owner] = accounts;
  const settings = { account: account.id, planAccounts: 'all', screen: 'trades' } as const;
  const { host } = render(<Palette accounts={accounts} account={account} />, {
    answers: { ...market.answers, listAccounts: () => succeed(accounts) },
    settings,
  });
  const marked = (): string[] =>
    options
      .elements()
      .filter((each) => each.getAttribute('data-kind') === 'account')
      .map((each) => each.textContent ?? '');
  openDialog('palette');
  await expect.poll(marked).toEqual(['All accountscurrent', 'Main', 'Swing']);
  await input.fill('swing');
  await press('{Enter}');
  await expect.poll(() => host.settings).toMatchObject({ account: 'Swing', planAccounts: 'this' });
  openDialog('palette');
  await input.fill('all accounts');
  await expect.element(selected).toMatchTextContent('All accounts');
  await press('{Enter}');
  await expect.poll(() => host.settings).toMatchObject({ account: 'Main', planAccounts: 'all' });
  putQueryData(settingsQuery.queryKey, { ...host.settings, screen: 'symbol-rules' });
  openDialog('palette');
  await input.fill('account');
  await expect.poll(() => marked().toSorted()).toEqual(['MaincurrentAccount', 'SwingAccount']);
});

it('lists all keys in the dialog of the shortcuts', async () => {
  render(<ShortcutsDialog />);
  openDialog('shortcuts');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect.element(dialog).toBeVisible();
  const textsOf = (selector: string): (string | null)[] =>
    [...dialog.element().querySelectorAll(selector)].map(({ textContent }) => textContent);
  const { groups, table, tableKeys } = en.shortcuts;
  expect(textsOf('h3')).toEqual([...commandGroups.map((group) => groups[group]), table]);
  expect(textsOf('dt')).toEqual([...commandNames.map((name) => commandWord(name, en)), ...Object.values(tableKeys)]);
  const keysOf = (word: string): (string | null)[] => {
    const line = [...dialog.element().querySelectorAll('.shortcuts-line')].find((each) =>
      each.textContent?.includes(word),
    );
    return [...(line?.querySelectorAll('kbd') ?? [])].map(({ textContent }) => textContent);
  };
  expect(keysOf('Command palette')).toEqual([expect.stringMatching(/^(Ctrl|⌘)$/), 'K']);
  expect(keysOf('Spot tickers')).toEqual([expect.stringMatching(/^(Ctrl|⌘)$/), '7']);
  await expectAccessible(dialog.element());
});
