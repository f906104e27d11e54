import { useMemo, useSyncExternalStore } from 'react';

/** Colors of the style sheet for the canvas. */
export interface ChartColors {
  text: string;
  muted: string;
  line: string;
  lineStrong: string;
  accent: string;
  marker: string;
  up: string;
  down: string;
  /** Of few rows. */
  upFaint: string;
  downFaint: string;
  font: string;
}

/** Returns the colors. They change with the theme and the price colors. */
export function useChartColors(): ChartColors {
  const scheme = useSyncExternalStore(subscribe, currentScheme);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the scheme stands for the style sheet
  return useMemo(readColors, [scheme]);
}

function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme', 'data-price-colors'] });
  return () => observer.disconnect();
}

function currentScheme(): string {
  const { theme, priceColors } = document.documentElement.dataset;
  return `${theme} ${priceColors}`;
}

function readColors(): ChartColors {
  // A property may stand for a color of each theme. A canvas needs the color itself.
  const probe = document.body.appendChild(document.createElement('i'));
  const resolved = (color: string): string => {
    probe.style.color = color;
    return getComputedStyle(probe).color;
  };
  const color = (name: string): string => resolved(`var(${name})`);
  const faint = (name: string): string => resolved(`color-mix(in srgb, var(${name}) 22%, transparent)`);
  const colors = {
    text: color('--text'),
    muted: color('--text-muted'),
    line: color('--line'),
    lineStrong: color('--line-strong'),
    accent: color('--accent'),
    marker: color('--surface-3'),
    up: color('--up'),
    down: color('--down'),
    upFaint: faint('--up'),
    downFaint: faint('--down'),
    font: getComputedStyle(probe).fontFamily,
  };
  probe.remove();
  return colors;
}
