import { firstAnswersId, parseFirstAnswers } from '../../shared/first-page/first-page.ts';

const inPage = parseFirstAnswers(textInPage() ?? '');
const channels: ReadonlySet<string> = new Set(inPage.map(({ channel }) => channel));
/** Answers that the host has put into the page. Each replaces one call. */
const answers = new Map(inPage.map(({ channel, input, data }) => [nameOf(channel, input), data]));

/** Returns the data of a call that the host has answered in the page, once; `undefined` for any other call. */
export function takeFirstAnswer(channel: string, input: unknown): unknown {
  if (!channels.has(channel)) return undefined;
  const name = nameOf(channel, input);
  const data = answers.get(name);
  answers.delete(name);
  return data;
}

/** Unit tests of the page's code run without a document. */
function textInPage(): string | null | undefined {
  if (typeof document === 'undefined') return null;
  // A page that is reloaded sends its last changes when the next page arrives, whose answers are older.
  const [navigation] = performance.getEntriesByType('navigation');
  if (navigation instanceof PerformanceNavigationTiming && navigation.type === 'reload') return null;
  return document.getElementById(firstAnswersId)?.textContent;
}

function nameOf(channel: string, input: unknown): string {
  return `${channel} ${JSON.stringify(input)}`;
}
