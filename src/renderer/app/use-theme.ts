import { useEffect } from 'react';
import type { Settings } from '../../shared/settings.ts';

const prefersLight = window.matchMedia('(prefers-color-scheme: light)');

/** Puts theme, price colours and density on the document, where the style sheets look for them. */
export function useTheme(settings: Settings | undefined): void {
  const theme = settings?.theme;
  const priceColours = settings?.priceColours;
  const density = settings?.density;
  useEffect(() => {
    if (!theme || !priceColours || !density) return;
    const apply = (): void => {
      const light = theme === 'light' || (theme === 'system' && prefersLight.matches);
      document.documentElement.dataset.theme = light ? 'light' : 'dark';
      document.documentElement.dataset.priceColours = priceColours;
      document.documentElement.dataset.density = density;
    };
    apply();
    prefersLight.addEventListener('change', apply);
    return () => prefersLight.removeEventListener('change', apply);
  }, [theme, priceColours, density]);
}
