import { useEffect, useEffectEvent } from 'react';
import { inBrowser } from '../platform/bridge.ts';
import { client } from '../platform/client.ts';
import { type Destination, useGoTo } from '../platform/navigation/go-to.ts';
import { useText } from '../text/use-text.ts';

/** True in the watch window (main/window.ts sets the hash). */
export const isWatchWindow = window.location.hash === '#watch';

/** A shared lock that every main page holds. The browser releases it when the page ends, also after a crash. */
const lockName = 'orderglass-main-page';

/** True if a main page is open in any window or tab. */
export async function isMainPageOpen(): Promise<boolean> {
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name === lockName);
}

/** Connects the pages of the program. A message is a `Destination` for the main pages, or `opened` from a new one. */
const channelName = 'orderglass-main-page';
const opened = 'opened';

/** Makes this page a main page while the component is mounted: it shows the destinations that the user selects in the watch window. */
export function useMainPage(): void {
  const text = useText();
  const goTo = useGoTo();
  useEffect(() => {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    // A page that is being left is refused the lock ("callback is no longer runnable").
    navigator.locks.request(lockName, { mode: 'shared' }, () => ended).catch(() => {});
    return end;
  }, []);
  const show = useEffectEvent((destination: Destination) =>
    goTo(destination.kind === 'list' ? { from: text.watch.title, ...destination } : destination),
  );
  // One channel for as long as the page is open: the watch window answers `opened` once, and a channel that is replaced meanwhile misses it.
  useEffect(() => {
    const channel = new BroadcastChannel(channelName);
    channel.onmessage = ({ data }: MessageEvent<Destination | typeof opened>) => {
      if (data !== opened) show(data);
    };
    channel.postMessage(opened);
    return () => channel.close();
  }, []);
}

/** Ends the wait for a main page that is about to open. A function of the last call, which only the next one needs. */
let endWait = (): void => {};

/** Shows a destination in the main pages that are open, or in a new one. */
export async function openInMainPage(destination: Destination): Promise<void> {
  endWait();
  const channel = new BroadcastChannel(channelName);
  endWait = () => channel.close();
  const send = (): void => {
    channel.postMessage(destination);
    endWait();
  };
  const isOpen = await isMainPageOpen();
  if (isOpen) send();
  else channel.onmessage = send;
  if (!inBrowser) void client.showWindow({ window: 'main' });
  else if (isOpen) window.opener?.focus();
  else window.open('/');
}
