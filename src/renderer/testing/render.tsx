import '@fontsource-variable/inter/index.css';
import '../ui/ui.css';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished } from 'vitest';
import type {} from 'vitest/browser';
import type { Bridge } from '../../shared/contract/index.ts';
import type { SettingsChange } from '../../shared/contract/settings.ts';
import { bridge } from '../platform/bridge.ts';
import { dialog } from '../platform/dialogs.ts';
import { type Destination, GoTo } from '../platform/navigation/go-to.ts';
import { notice, standingNotice } from '../platform/notice.ts';
import { queryClient } from '../platform/query-client.ts';
import { settingsQuery } from '../platform/settings/settings.ts';
import { en } from '../text/en.ts';
import { type Text, TextProvider } from '../text/use-text.ts';
import { type Answers, FakeHost } from './fake-host.ts';

declare module 'vitest/browser' {
  /** Commands of `vitest.config.ts`. */
  interface BrowserCommands {
    /** Chooses a file in the next file chooser that the page opens. */
    chooseFile(name: string, content: string, encoding?: 'utf8' | 'latin1'): Promise<void>;
  }
}

interface RenderOptions {
  /** What the host answers. A call without an answer fails the test. */
  answers?: Answers;
  /** Settings that differ from the defaults. */
  settings?: SettingsChange;
  text?: Text;
}

/** A component in the page, around it what the page provides to every component. */
export interface Rendered {
  host: FakeHost;
  /** Destinations that the component has led to. */
  destinations: readonly Destination[];
  /** Shows the component in a new page of the same host. */
  restart(): void;
}

/** How many pages are shown. A test may show several after one another. */
let shown = 0;

/** Renders a component alone in the page, until the test ends. Fails a test whose component breaks the contract. */
export function render(element: ReactNode, { answers, settings, text = en }: RenderOptions = {}): Rendered {
  const host = new FakeHost(settings, answers);
  Object.assign(bridge, {
    call: (channel, input) => host.call(channel, input),
    cancel: () => {},
    subscribe: (listener, onListening) => host.subscribe(listener, onListening),
  } satisfies Bridge);
  const destinations: Destination[] = [];
  const show = (): (() => void) => {
    queryClient.setQueryData(settingsQuery.queryKey, host.settings);
    const { theme, priceColors, density, flashes } = host.settings;
    Object.assign(document.documentElement.dataset, { theme, priceColors, density, flashes });
    const container = document.body.appendChild(document.createElement('div'));
    container.id = 'root';
    const root = createRoot(container);
    shown++;
    root.render(
      <CSPProvider disableStyleElements>
        <QueryClientProvider client={queryClient}>
          <TextProvider value={text}>
            <GoTo value={(destination) => void destinations.push(destination)}>
              <main id="main" style={{ display: 'flex', flexDirection: 'column', height: '100%' }}>
                {element}
              </main>
            </GoTo>
          </TextProvider>
        </QueryClientProvider>
      </CSPProvider>,
    );
    return () => {
      root.unmount();
      container.remove();
      shown--;
      // A page that is still shown may be rendered again, and needs its settings.
      if (shown === 0) queryClient.clear();
      for (const atom of [dialog, notice, standingNotice]) atom.set(null);
      // The address names the screen of the next page.
      window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search);
    };
  };
  let leave = show();
  onTestFinished(() => {
    leave();
    expect(host.faults).toEqual([]);
  });
  return {
    host,
    destinations,
    restart() {
      leave();
      leave = show();
    },
  };
}
