import { expect, it, onTestFinished, vi } from 'vitest';
import { render } from '../testing/render.tsx';
import { useNow } from './timer.ts';

function Clock() {
  return <time>{useNow()}</time>;
}

/** Vitest's own waits would move the clock. */
const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));

it('the time of a hidden page stands still until the page is seen again', async () => {
  vi.useFakeTimers({ now: 0, toFake: ['Date', 'setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  render(<Clock />);
  const shownAfter = async (milliseconds: number) => {
    vi.advanceTimersByTime(milliseconds);
    await frame();
    await frame();
    return document.querySelector('time')?.textContent;
  };
  await frame();
  expect([await shownAfter(0), await shownAfter(2000)]).toEqual(['0', '2000']);
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  onTestFinished(() => visibility.mockRestore());
  expect(await shownAfter(2000)).toBe('2000');
  visibility.mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange'));
  expect(await shownAfter(0)).toBe('4000');
});
