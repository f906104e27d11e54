import { createAtom } from '@tanstack/react-store';
import { renderToStaticMarkup } from 'react-dom/server';
import { markShell } from '../../shared/first-page/first-page.ts';
import type { Language } from '../../shared/text/language.ts';
import { en } from '../text/en.ts';
import { type Text, TextProvider } from '../text/use-text.ts';
import { zh } from '../text/zh.ts';
import { BackForward } from './BackForward.tsx';
import { Navigation } from './Navigation.tsx';
import { Product } from './Product.tsx';

const texts: Readonly<Record<Language, Text>> = { en, zh };

/**
 * Returns the frame of the page without data as HTML, once for each language. The build puts it into index.html, so that the page has it
 * before its code runs.
 */
export function staticShells(): string {
  const languages = Object.keys(texts) as Language[];
  return languages.map((language) => markShell(language, staticShell(language))).join('');
}

function staticShell(language: Language): string {
  return renderToStaticMarkup(
    <TextProvider value={texts[language]}>
      <div className="shell" id="watch" inert aria-hidden="true">
        <header className="header">
          <Product />
          <BackForward visited={noneVisited} />
        </header>
        <Navigation current={null} onChoose={() => {}} />
      </div>
    </TextProvider>,
  );
}

const noneVisited = { steps: createAtom({ back: false, forward: false }), back() {}, forward() {} };
