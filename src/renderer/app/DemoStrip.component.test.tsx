import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { dialog } from '../platform/dialogs.ts';
import { expectAccessible } from '../testing/axe.ts';
import { render } from '../testing/render.tsx';
import { demoAccount } from '../testing/samples.ts';
import { en } from '../text/en.ts';
import { zh } from '../text/zh.ts';
import { Bar, BarPlace } from '../ui/screen/Bar.tsx';
import { DemoStrip } from './DemoStrip.tsx';
import './shell.css';

const strip = page.getByRole('region', { name: 'About the demo account' });

it('explains the demo account, leads to the form for an own account, and is dismissed for good', async () => {
  const { host, restart } = render(
    <>
      <BarPlace />
      <DemoStrip accounts={[demoAccount]} account={demoAccount} />
      <Bar rank="hint">Another hint</Bar>
    </>,
  );
  await expect.element(strip).toMatchTextContent('Made-up data');
  await expect.element(strip).toMatchTextContent('Read-only: it can’t place, change, or cancel orders.');
  await expectAccessible(strip.element());
  const main = page.getByRole('main').element() as HTMLElement;
  main.tabIndex = -1;
  // The hint that came last covers the others, until the pointer unfolds them.
  await page.getByText('Another hint').hover();
  await strip.getByRole('button', { name: 'Connect your account…' }).click();
  expect(dialog.get()).toBe('new-account');
  await strip.getByRole('button', { name: 'Don’t show again' }).click();
  await expect.element(strip).not.toBeInTheDocument();
  expect(document.activeElement).toBe(main);
  expect(host.settings.isDemoStripDismissed).toBe(true);
  restart();
  await expect.element(page.getByText('Another hint')).toBeVisible();
  expect(strip.query()).toBeNull();
});

it.each([
  ['a word', zh, (width: number) => expect(width).toBeGreaterThan(80)],
  ['nothing', en, (width: number) => expect(width).toBe(1)],
])('shows %s of its sentence in the room beside the button', async (_name, text, expectWidth) => {
  await page.viewport(1024, 700);
  render(
    <div style={{ display: 'flex', width: 310 }}>
      <BarPlace />
      <DemoStrip accounts={[demoAccount]} account={demoAccount} />
    </div>,
    { text },
  );
  await expect.element(page.getByText(text.demoStrip.explained)).toBeInTheDocument();
  expectWidth(document.querySelector('.demo-strip span')?.getBoundingClientRect().width ?? 0);
});

it('is not shown once there is an own account', async () => {
  const own = { ...demoAccount, id: 'mine', kind: 'live', name: 'Mine' } as const;
  render(
    <>
      <BarPlace />
      <DemoStrip accounts={[demoAccount, own]} account={demoAccount} />
      <Bar rank="hint">Another hint</Bar>
    </>,
  );
  await expect.element(page.getByText('Another hint')).toBeVisible();
  expect(strip.query()).toBeNull();
});
