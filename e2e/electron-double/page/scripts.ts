import { randomUUID } from 'node:crypto';
import { createBridge } from './bridge.ts';
import { createCodec } from './codec.ts';
import { isolatedWorld, type WorldSettings } from './isolated-world.ts';
import { mainWorld } from './main-world.ts';

/** Name of the isolated world in all frames and documents. */
export const isolatedWorldName = 'Electron Isolated Context';

export interface PageScripts {
  binding: string;
  main: string;
  isolated: string;
}

/** Creates the scripts that run first in both worlds of every frame. `preload` is the source of the preload script. */
export function createPageScripts(preload: string, preloadInSubFrames: boolean): PageScripts {
  const settings: WorldSettings = {
    meeting: `electron-double-${randomUUID()}`,
    binding: 'electronDoubleBinding',
    preloadInSubFrames,
    platform: process.platform,
  };
  const preloadFunction = `function (require, process, exports, module) {\n${preload}\n}`;
  return {
    binding: settings.binding,
    main: `(${mainWorld})(${JSON.stringify(settings.meeting)}, ${createBridge});`,
    isolated: `(${isolatedWorld})(${JSON.stringify(settings)}, ${createCodec}, ${createBridge}, ${preloadFunction});`,
  };
}
