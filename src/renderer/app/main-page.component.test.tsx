import { useState } from 'react';
import { flushSync } from 'react-dom';
import { expect, it, onTestFinished } from 'vitest';
import { type Destination, GoTo } from '../platform/navigation/go-to.ts';
import { render } from '../testing/render.tsx';
import { useMainPage } from './main-page.ts';

let redraw = (): void => {};
const shown: Destination[] = [];

function MainPage() {
  useMainPage();
  return null;
}

/** Has another function to go to places with each drawing, as a page that is still loading. */
function Page() {
  const [, setDrawings] = useState(0);
  redraw = () => flushSync(() => setDrawings((drawings) => drawings + 1));
  return (
    <GoTo value={(destination) => void shown.push(destination)}>
      <MainPage />
    </GoTo>
  );
}

it('shows what the watch window answers to its opening, also if the page is drawn again meanwhile', async () => {
  const watch = new BroadcastChannel('orderglass-main-page');
  onTestFinished(() => watch.close());
  const destination: Destination = { kind: 'accounts', account: 'demo' };
  watch.onmessage = () => {
    watch.postMessage(destination);
    redraw();
  };
  render(<Page />);
  await expect.poll(() => shown).toEqual([destination]);
});
