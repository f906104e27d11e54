import { useEffect } from 'react';
import type { Settings } from '../../shared/settings.ts';

const prefersLight = window.matchMedia('(prefers-color-scheme: light)');

/** Puts theme and price colours on the document, where the style sheets look for them. */
export function useTheme(settings: Settings | undefined): void {
  const theme = settings?.theme;
  const priceColours = settings?.priceColours;
  useEffect(() => {
    if (!theme || !priceColours) return;
    const apply = (): void => {
      const light = theme === 'light' || (theme === 'system' && prefersLight.matches);
      document.documentElement.dataset.theme = light ? 'light' : 'dark';
      document.documentElement.dataset.priceColours = priceColours;
    };
    apply();
    prefersLight.addEventListener('change', apply);
    return () => prefersLight.removeEventListener('change', apply);
  }, [theme, priceColours]);
}
