import { User, Users } from 'lucide-react';
import { useState } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { Segmented } from './Segmented.tsx';
import { Tooltips } from './Tooltips.tsx';

function Titled() {
  const [count, setCount] = useState(0);
  return (
    <>
      <Tooltips />
      <button type="button">First</button>
      <button type="button" title={`Pressed ${count}`} onKeyUp={() => setCount(count + 1)}>
        Titled
      </button>
      <p>Other</p>
    </>
  );
}

const tooltip = page.getByRole('tooltip');
const titled = page.getByRole('button', { name: 'Titled' });

it('the title under the pointer is a tooltip of the page, and is back once the pointer has left', async () => {
  render(<Titled />);
  await titled.hover();
  await expect.element(tooltip).toHaveTextContent('Pressed 0');
  await expect.element(titled).toHaveAttribute('title', '');
  await expect.element(titled).toHaveAccessibleDescription('Pressed 0');
  await page.getByText('Other').hover();
  await expect.element(tooltip).not.toBeInTheDocument();
  await expect.element(titled).toHaveAttribute('title', 'Pressed 0');
});

it('the focus of the keyboard shows the title, and a title that changes meanwhile is kept', async () => {
  render(<Titled />);
  await page.getByRole('button', { name: 'First' }).click();
  await userEvent.tab();
  await expect.element(tooltip).toHaveTextContent('Pressed 1');
  await userEvent.keyboard('x');
  await expect.element(tooltip).not.toBeInTheDocument();
  await userEvent.tab({ shift: true });
  await expect.element(titled).toHaveAttribute('title', 'Pressed 2');
});

it('a title that only repeats what the element shows is no tooltip, unless the element is too narrow for it', async () => {
  render(
    <>
      <Tooltips />
      <div title="Opened">Opened</div>
      <div title="Long words" style={{ width: 40, overflow: 'hidden', whiteSpace: 'nowrap' }}>
        Long words
      </div>
    </>,
  );
  // Without frames: a dialog of a later test would wait for one that was requested meanwhile.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  for (const [words, shown] of [
    ['Opened', null],
    ['Long words', 'Long words'],
  ] as const) {
    await page.getByText(words, { exact: true }).first().hover();
    vi.advanceTimersByTime(300);
    expect(tooltip.query()?.textContent ?? null).toBe(shown);
  }
});

it('the words that a narrow window hides are a tooltip of their icon, also of a choice', async () => {
  await page.viewport(1024, 700);
  render(
    <>
      <Tooltips />
      <button type="button">First</button>
      <button type="button" title="Export">
        <span style={{ display: 'none' }}>Export</span>
      </button>
      <Segmented
        label="Accounts"
        value="all"
        options={[
          { value: 'this', label: 'This account', icon: User },
          { value: 'all', label: 'All accounts', icon: Users },
        ]}
        onChange={() => {}}
      />
    </>,
  );
  await page.getByRole('button', { name: 'First' }).click();
  await userEvent.tab();
  await expect.element(tooltip).toHaveTextContent('Export');
  await userEvent.tab();
  await expect.element(tooltip).toHaveTextContent('All accounts');
});
