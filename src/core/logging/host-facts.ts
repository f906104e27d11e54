import os from 'node:os';
import { versionSchema } from './entries.ts';
import { architectures, knownWord, platforms } from './words.ts';

export interface HostFacts {
  readonly platform: (typeof platforms)[number];
  readonly architecture: (typeof architectures)[number];
  /** Of the system's kernel. */
  readonly release: string;
  readonly node: string;
  readonly electron?: string;
  readonly chrome?: string;
}

/** What the program runs on, without anything that a machine or a user is named by. */
export function readHostFacts(): HostFacts {
  const { node, electron, chrome } = process.versions;
  return {
    platform: knownWord(platforms, process.platform),
    architecture: knownWord(architectures, process.arch),
    release: versionNumber(os.release()),
    node: versionNumber(node),
    ...(electron === undefined ? {} : { electron: versionNumber(electron) }),
    ...(chrome === undefined ? {} : { chrome: versionNumber(chrome) }),
  };
}

/** The numbers that a version begins with: what follows can be whatever its builder liked. "0" where there are none. */
export function versionNumber(text: string): string {
  const [start = ''] = /^\d+(?:\.\d+){0,3}(?:-\d+)?/.exec(text) ?? [];
  return versionSchema.safeParse(start).data ?? '0';
}

/** Language and time zone as the system is set; each "other" where it has no usual form. */
export function readLocale(): { locale: string; timeZone: string } {
  const { locale, timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return {
    locale: /^[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|\d{3}))?$/.test(locale) ? locale : 'other',
    timeZone: /^[A-Za-z]{2,20}(?:[/_+-][A-Za-z0-9]{1,20}){0,6}$/.test(timeZone) ? timeZone : 'other',
  };
}
