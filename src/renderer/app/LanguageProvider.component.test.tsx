import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { Settings } from '../../shared/contract/settings.ts';
import { notice, showNotice } from '../platform/notice.ts';
import { render } from '../testing/render.tsx';
import { setFigureForm } from '../text/number-form.ts';
import { useText } from '../text/use-text.ts';
import { moneyFigure } from '../ui/text/figures.ts';
import { LanguageProvider } from './LanguageProvider.tsx';

afterEach(() => setFigureForm({ isExact: false, countsZeros: false }));

function Amount() {
  return <output>{moneyFigure('16608.261776', useText()).shown}</output>;
}

it.each<[Settings['figures'], string]>([
  ['short', '16,608.26'],
  ['exact', '16,608.261776'],
])('shows %s figures', async (figures, shown) => {
  render(
    <LanguageProvider language="en" settings={{ numberGrouping: 'comma', figures, tinyPrices: 'full' }}>
      <Amount />
    </LanguageProvider>,
  );
  await expect.element(page.getByRole('status')).toMatchTextContent(new RegExp(`^\\+?${shown}$`));
});

function SwitchedLanguage() {
  const [language, setLanguage] = useState<Settings['language']>('en');
  return (
    <LanguageProvider language={language} settings={undefined}>
      <button type="button" onClick={() => setLanguage(language === 'en' ? 'zh' : 'en')}>
        Switch
      </button>
    </LanguageProvider>
  );
}

it('takes a notice of the earlier language away, and returns to that language', async () => {
  render(<SwitchedLanguage />);
  const button = page.getByRole('button', { name: 'Switch' });
  await expect.element(button).toBeVisible();
  showNotice('Copied');
  expect(notice.get()).toBe('Copied');
  await button.click();
  await expect.poll(() => document.documentElement.lang).toBe('zh-Hans');
  await expect.poll(() => notice.get(), { timeout: 1000 }).toBeNull();
  await button.click();
  await expect.poll(() => document.documentElement.lang).toBe('en');
});
