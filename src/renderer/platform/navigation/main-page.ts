import { useEffect } from 'react';
import { isMainPageOpen } from '../../domain/alerts/notifications.ts';
import { inBrowser } from '../bridge.ts';
import { client } from '../client.ts';
import { useChangeSettings } from '../settings/settings.ts';
import { type SymbolPlace, showPlace } from './symbol-places.ts';

/** True in the watch window (main/window.ts sets the hash). */
export const isWatchWindow = window.location.hash === '#watch';

/** Connects the pages of the program. A message is a `SymbolPlace` for the main pages, or `opened` from a new one. */
const channelName = 'orderglass-main-page';
const opened = 'opened';

/** Returns the function that shows a place in this page, or from the watch window in a main page. */
export function useShowPlace(): (place: SymbolPlace) => void {
  const change = useChangeSettings();
  return isWatchWindow ? (place) => void showInMainPage(place) : (place) => showPlace(place, change);
}

/** Shows the places that the user selects in the watch window. */
export function useWatchedPlaces(): void {
  const change = useChangeSettings();
  useEffect(() => {
    const channel = new BroadcastChannel(channelName);
    channel.onmessage = ({ data }: MessageEvent<SymbolPlace | typeof opened>) => {
      if (data !== opened) showPlace(data, change);
    };
    channel.postMessage(opened);
    return () => channel.close();
  }, [change]);
}

/** Ends the wait for a main page that is about to open. */
let endWait = (): void => {};

/** Shows a place in the main pages that are open, or in a new one. */
async function showInMainPage(place: SymbolPlace): Promise<void> {
  endWait();
  const channel = new BroadcastChannel(channelName);
  endWait = () => channel.close();
  const send = (): void => {
    channel.postMessage(place);
    endWait();
  };
  const isOpen = await isMainPageOpen();
  if (isOpen) send();
  else channel.onmessage = send;
  if (!inBrowser) void client.showWindow({ window: 'main' });
  else if (isOpen) window.opener?.focus();
  else window.open('/');
}
