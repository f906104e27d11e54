import type { ChannelName } from '../contract/index.ts';
import type { Settings } from '../contract/settings.ts';
import type { Language } from '../text/language.ts';

/** ID of the element with the first answers in the page. */
export const firstAnswersId = 'first-answers';

/** Result of a call that every page makes at its start. */
export interface FirstAnswer {
  readonly channel: ChannelName;
  readonly input: object;
  readonly data: unknown;
}

export interface FirstPage {
  readonly language: Language;
  readonly look: Readonly<Pick<Settings, 'theme' | 'priceColors' | 'density' | 'flashes'>>;
  /** Screen that the navigation marks. */
  readonly screen: Settings['screen'];
  readonly answers: readonly FirstAnswer[];
}

/** The frame of the page in one language. The build puts one for each language into index.html. */
export function markShell(language: Language, markup: string): string {
  return `<!--shell ${language}-->${markup}<!--end of shell-->`;
}

/** Returns the built index.html as the page first shows itself: in the user's look and language, with the answers that it needs first. */
export function fillFirstPage(html: string, { language, look, screen, answers }: FirstPage): string {
  const attributes = [
    `lang="${language}"`,
    `data-theme="${look.theme}"`,
    `data-price-colors="${look.priceColors}"`,
    `data-density="${look.density}"`,
    `data-flashes="${look.flashes}"`,
  ];
  return html
    .replace(/<html\b[^>]*>/, () => `<html ${attributes.join(' ')}>`)
    .replace(/<!--shell (\w+)-->(.*?)<!--end of shell-->/gs, (_mark, each, markup) => (each === language ? markup : ''))
    .replace(`data-screen="${screen}"`, (item) => `${item} aria-current="page"`)
    .replace('</body>', () => `${dataElement(firstAnswersId, answers)}</body>`);
}

/** Returns an element with data, which no browser runs. No text in it can end the element or begin a comment. */
function dataElement(id: string, data: unknown): string {
  return `<script type="application/json" id="${id}">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;
}

/** Reads the text of the element. Returns no answers for anything that `fillFirstPage` does not write. */
export function parseFirstAnswers(text: string): readonly FirstAnswer[] {
  try {
    const answers: unknown = JSON.parse(text);
    return Array.isArray(answers) && answers.every(isFirstAnswer) ? answers : [];
  } catch {
    return [];
  }
}

function isFirstAnswer(value: unknown): value is FirstAnswer {
  if (typeof value !== 'object' || value === null) return false;
  const { channel, input, data } = value as Partial<FirstAnswer>;
  return typeof channel === 'string' && typeof input === 'object' && input !== null && data !== undefined;
}
