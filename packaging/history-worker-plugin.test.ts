import { expect, test } from 'vitest';
import { historyWorkerPlugin } from './history-worker-plugin.ts';

test('the worker is one script, without a character for which all of its characters would take two bytes', async () => {
  const sources = new Map<string, string>();
  const context = { emitFile: (file: { fileName: string; source: string }) => sources.set(file.fileName, file.source) };
  const { generateBundle } = historyWorkerPlugin() as unknown as {
    generateBundle: (this: typeof context) => Promise<void>;
  };
  await generateBundle.call(context);
  const code = sources.get('history-worker.cjs') ?? '';
  expect(() => new Function(code)).not.toThrow();
  expect(Array.from(code.matchAll(/[\u0100-\uffff]/g), ([unit]) => unit)).toEqual([]);
  // A sign that the sources have.
  expect(code).toContain('\\uff03');
});
