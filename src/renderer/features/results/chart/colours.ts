import { useMemo, useSyncExternalStore } from 'react';

/** The style sheet's colours for a canvas, which cannot read them itself. */
export interface ChartColours {
  text: string;
  muted: string;
  line: string;
  lineStrong: string;
  accent: string;
  marker: string;
  up: string;
  down: string;
  font: string;
}

/** Anew when theme or price colours change. */
export function useChartColours(): ChartColours {
  const scheme = useSyncExternalStore(subscribe, currentScheme);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the scheme stands for what the style sheet says
  return useMemo(readColours, [scheme]);
}

function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme', 'data-price-colours'] });
  return () => observer.disconnect();
}

function currentScheme(): string {
  const { theme, priceColours } = document.documentElement.dataset;
  return `${theme} ${priceColours}`;
}

function readColours(): ChartColours {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string): string => style.getPropertyValue(name).trim();
  return {
    text: colour('--text'),
    muted: colour('--text-muted'),
    line: colour('--line'),
    lineStrong: colour('--line-strong'),
    accent: colour('--accent'),
    marker: colour('--surface-3'),
    up: colour('--up'),
    down: colour('--down'),
    font: colour('--font'),
  };
}
