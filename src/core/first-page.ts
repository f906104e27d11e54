import type { ChannelName, InputOf, OutputOf } from '../shared/contract/index.ts';
import { settingsSchema } from '../shared/contract/settings.ts';
import { type FirstAnswer, fillFirstPage } from '../shared/first-page/first-page.ts';
import { firstLists, type LiveList } from '../shared/market/market.ts';
import { resolveLanguage } from '../shared/text/language.ts';
import type { Core } from './index.ts';

/** The system of the user who loads the page. */
export interface Reader {
  /** The preferred one first. */
  readonly languages: readonly string[];
  /** `null` if only the browser knows it. */
  readonly theme: 'dark' | 'light' | null;
}

/** Prepares the first screen while a page loads. */
export interface PageStart {
  /** Returns the built index.html with the user's look and the answers that the page needs first. */
  fill(html: string, reader: Reader): Promise<string>;
  /**
   * A file of the page was served. Shortly after the last one that index.html names, the tickers of the first screen are polled while the page
   * runs its code. Polled earlier, the start of the demo exchange would delay the first paint; open plan orders wait for the page, because their
   * first poll may ask the user for the keychain, and opens the history.
   */
  served(path: string): void;
}

interface Answer<Name extends ChannelName> extends FirstAnswer {
  readonly data: OutputOf<Name>;
}

/** Milliseconds that a page needs from its last file to its first paint. */
const firstPaintMs = 60;

/** Files that every page loads at its start, in the form in which Vite writes them. */
const startFiles = /<(?:script|link rel="(?:stylesheet|preload|modulepreload)")[^>]* (?:src|href)="\.\/([^"]+)"/g;

export function createPageStart(core: Pick<Core, 'call'>): PageStart {
  /** Files that the page has not requested yet. */
  const awaited = new Set<string>();
  let account = '';
  let tickers: readonly LiveList[] = [];

  /** Resolves with `undefined` for a failure: the page makes the call again and shows it. */
  const ask = async <Name extends ChannelName>(
    channel: Name,
    input: InputOf<Name>,
  ): Promise<Answer<Name> | undefined> => {
    const result = await core.call(channel, input);
    return result.ok ? { channel, input, data: result.data as OutputOf<Name> } : undefined;
  };

  return {
    async fill(html, { languages, theme }) {
      const [stored, accounts, ...others] = await Promise.all([
        ask('readSettings', {}),
        ask('listAccounts', {}),
        ask('readAbout', {}),
        ask('readFileNotices', {}),
        ask('readLeftEntries', {}),
      ]);
      const settings = settingsSchema.parse(stored?.data ?? {});
      const ids = accounts?.data.map(({ id }) => id) ?? [];
      account = ids.find((id) => id === settings.account) ?? ids[0] ?? '';
      tickers = (firstLists[settings.screen] ?? []).filter((list) => list !== 'open-plans');
      for (const [, path = ''] of html.matchAll(startFiles)) awaited.add(path);
      return fillFirstPage(html, {
        language: resolveLanguage(settings.language, languages),
        look: { ...settings, theme: settings.theme === 'system' ? (theme ?? 'system') : settings.theme },
        screen: settings.screen,
        answers: [stored, accounts, ...others, await ask('readConnection', { account })].filter(
          (answer) => answer !== undefined,
        ),
      });
    },
    served(path) {
      if (!awaited.delete(path) || awaited.size > 0) return;
      const poll = (): void => {
        for (const list of tickers) void core.call('refreshLive', { account, list });
      };
      setTimeout(poll, firstPaintMs).unref();
    },
  };
}
