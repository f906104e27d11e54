import { Copy, TriangleAlert } from 'lucide-react';
import { Component, type ReactNode } from 'react';
import type { InputOf } from '../../shared/contract/index.ts';
import type { SettingsChange } from '../../shared/contract/settings.ts';
import { archiveLists } from '../../shared/orders/trades.ts';
import { screens } from '../../shared/settings/choices.ts';
import { client } from '../platform/client.ts';
import { copyDiagnostics } from '../platform/copy-diagnostics.ts';
import { showNotice } from '../platform/notice.ts';
import { currentSettings, replaceSettings } from '../platform/settings/settings.ts';
import { useText } from '../text/use-text.ts';
import { failureSentences } from '../ui/text/failures.ts';

type Problem = InputOf<'reportPageProblem'>;
type Part = Problem['part'];

interface ErrorBoundaryProps {
  part: Part;
  /** Shown once the children throw while they are rendered. Default: the advice for the part. */
  fallback?: ReactNode;
  children: ReactNode;
}

/** Keeps an error of its children from emptying the page, and reports the error to the log. A new key tries the children again. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown): void {
    // The page is usable without the log.
    client.reportPageProblem(problemOf(this.props.part, error)).catch(() => {});
  }

  override render(): ReactNode {
    const { part, fallback, children } = this.props;
    return this.state.hasFailed ? (fallback ?? <PartFailed part={part} />) : children;
  }
}

const maxLocations = 5;

function problemOf(part: Part, error: unknown): Problem {
  if (!(error instanceof Error)) return { part, name: 'other', at: [] };
  const { stack = '' } = error;
  const locations = stack.matchAll(/:(\d{1,6}:\d{1,7})\)?$/gm);
  return {
    part,
    name: errorNames.find((each) => each === error.name) ?? 'other',
    at: Array.from(locations, ([, location = '']) => location).slice(0, maxLocations),
  };
}

const errorNames = ['Error', 'RangeError', 'ReferenceError', 'SyntaxError', 'TypeError'] as const;

/** Shown in place of a part of the page that cannot be rendered. */
export function PartFailed({ part }: { part: Part }) {
  const text = useText();
  const screen = screens.find((each) => each === part);
  const reset = async (): Promise<void> => {
    if (screen === undefined) return;
    const result = await replaceSettings(resetOf(screen));
    if (!result.ok) showNotice(failureSentences(result.error, text));
  };
  return (
    <div role="alert" className="failure failure-panel">
      <TriangleAlert size={24} className="failure-icon" aria-hidden="true" />
      <div className="failure-text">
        <p className="failure-what">{screen ? text.failure.screenFailed : text.failure.pageFailed}</p>
        <p className="failure-next">{screen ? text.failure.resetScreenNext : text.failure.reloadPage}</p>
      </div>
      <div className="failure-actions">
        {screen && (
          <button type="button" className="button button-main" onClick={() => void reset()}>
            {text.failure.resetScreen}
          </button>
        )}
        <button type="button" className="button" onClick={() => window.location.reload()}>
          {text.failure.reload}
        </button>
        <button type="button" className="button" onClick={() => void copyDiagnostics(text)}>
          <Copy size={14} aria-hidden="true" />
          {text.settings.copyDiagnostics}
        </button>
      </div>
    </div>
  );
}

/** Returns the change that resets the filter and the layout of a screen. Favorites stay. */
function resetOf(screen: (typeof screens)[number]): SettingsChange {
  const { resultsOf, tickers } = currentSettings();
  const list = screen === 'results' ? resultsOf : archiveLists.find((each) => each === screen);
  const unfiltered = { view: 'table', quote: null, shown: 'all' } as const;
  const { futures, spot } = tickers;
  return {
    tables: { [screen]: {}, ...(screen === 'open-plans' ? { positions: {} } : {}) },
    ...(list === undefined ? {} : { filters: { [list]: {} } }),
    ...(screen === 'open-plans' ? { planLadder: null, planRadar: false } : {}),
    ...(screen === 'futures-tickers' ? { tickers: { spot, futures: { ...futures, ...unfiltered } } } : {}),
    ...(screen === 'spot-tickers' ? { tickers: { futures, spot: { ...spot, ...unfiltered } } } : {}),
  };
}
