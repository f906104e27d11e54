import type { Core } from '../core/index.ts';
import { settingsSchema } from '../shared/settings.ts';
import type { HostText } from '../shared/text/host-en.ts';
import { hostText } from '../shared/text/host-text.ts';

/** Answers with the host's words in the language in force at the time: the one chosen in the page, or the system's. */
export async function followLanguage(core: Pick<Core, 'call' | 'subscribe'>): Promise<() => HostText> {
  const { locale } = Intl.DateTimeFormat().resolvedOptions();
  let text = hostText('system', locale);
  const answer = await core.call('readSettings', {});
  if (answer.ok) text = hostText(settingsSchema.parse(answer.data).language, locale);
  core.subscribe((event) => {
    if (event.name === 'settingsChanged') text = hostText(event.data.language, locale);
  });
  return () => text;
}
