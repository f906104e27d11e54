import type { NativeTheme } from 'electron';
import { EmitterDouble } from '../emitter.ts';

interface ThemeEvents {
  updated: [];
}

/** Simulates a system with a light theme. Media queries of pages are not affected. */
export class NativeThemeDouble
  extends EmitterDouble<NativeTheme, ThemeEvents>
  implements Pick<NativeTheme, 'themeSource' | 'shouldUseDarkColors'>
{
  #source: NativeTheme['themeSource'] = 'system';

  constructor() {
    super({
      updated: (theme, listener) => theme.on('updated', listener),
    });
  }

  get themeSource(): NativeTheme['themeSource'] {
    return this.#source;
  }

  set themeSource(source: NativeTheme['themeSource']) {
    if (source === this.#source) return;
    const wasDark = this.shouldUseDarkColors;
    this.#source = source;
    if (wasDark !== this.shouldUseDarkColors) this.emit('updated');
  }

  get shouldUseDarkColors(): boolean {
    return this.#source === 'dark';
  }
}
