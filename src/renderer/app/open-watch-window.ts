import { inBrowser } from '../api/bridge.ts';
import { client } from '../api/client.ts';
import { showNotice } from '../state/notice.ts';
import type { Text } from '../text/use-text.ts';

/** In CSS pixels. */
const popup = 'popup,width=380,height=560';

/** A window of the program, above all others; in a browser, which has none of these, a small one of its own. */
export async function openWatchWindow(text: Text): Promise<void> {
  if (inBrowser) {
    if (window.open('/#watch', 'orderglass-watch', popup) === null) showNotice(text.watch.blocked);
    return;
  }
  const result = await client.showWindow({ window: 'watch' });
  if (!result.ok) showNotice(text.errors[result.error.code].what);
}
