/** For `node --import`: resolves `electron` to the double. */
import { registerHooks } from 'node:module';

const double = new URL('./module.ts', import.meta.url).href;
const names = new Set(['electron', 'electron/main', 'electron/common']);

registerHooks({
  resolve: (specifier, context, next) =>
    names.has(specifier) ? { url: double, shortCircuit: true } : next(specifier, context),
});
