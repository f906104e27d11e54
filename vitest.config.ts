import { existsSync, statfsSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { BaseSequencer, type BrowserCommand, type TestSpecification } from 'vitest/node';
import { chromiumIsHere, chromiumOptions } from './e2e/hosts/browser.ts';
import { testedBundlesPlugin } from './packaging/tested-bundles.ts';
import { keepCompiledCode } from './scripts/lib/keep-compiled-code.mjs';

keepCompiledCode();

const componentTests = 'src/renderer/**/*.component.test.tsx';
/** The size of the page, as in the specs. */
const viewport = { width: 1440, height: 900 };
const canRenderComponents = chromiumIsHere();
if (!canRenderComponents) process.stderr.write('Chromium is not on this machine: the component tests are left out.\n');

/** Files that mostly wait. Started last, they would leave the processors idle for up to 20 s. */
const waitingFiles = [
  'src/core/alerts/core.test.ts',
  'src/core/files/data-folder.test.ts',
  'src/core/history/throttled-history.test.ts',
  'src/core/watch/watched-accounts.test.ts',
  'src/exchange/pacing/rate-limited-client.test.ts',
];

/** Folder in memory, which Linux has. Tests keep their files there if it has room for them: on a disk, databases wait for each of their writes. */
const memoryFolder = '/dev/shm';
const temporaryFolder = hasRoom(memoryFolder) ? memoryFolder : tmpdir();

/** True if a folder exists and has 2 GiB free. Containers often have 64 MiB. */
function hasRoom(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= 2 * 1024 ** 3;
}

class WaitingFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const mostlyWaits = ({ moduleId }: TestSpecification) => waitingFiles.some((name) => moduleId.endsWith(name));
    const sorted = await super.sort(files);
    return [...sorted.filter(mostlyWaits), ...sorted.filter((file) => !mostlyWaits(file))];
  }
}

/** Chooses a file in the next file chooser that the page opens. */
const chooseFile: BrowserCommand<[name: string, content: string, encoding?: 'utf8' | 'latin1']> = async (
  { page },
  name,
  content,
  encoding = 'utf8',
) => {
  const chooser = await page.waitForEvent('filechooser');
  await chooser.setFiles({ name, mimeType: 'application/json', buffer: Buffer.from(content, encoding) });
};

/** Tests that render components in Chromium. */
const components: TestProjectInlineConfiguration = {
  extends: true,
  // React as users run it. Its development build stores a stack for each element, and StrictMode renders twice there.
  oxc: { jsx: { runtime: 'automatic', development: false } },
  optimizeDeps: {
    // All packages of the page. One that is found later reloads a running test.
    entries: ['src/renderer/main.tsx', 'src/renderer/testing/*.{ts,tsx}'],
    include: ['react/jsx-runtime'],
    rolldownOptions: { transform: { define: { 'process.env.NODE_ENV': '"production"' } } },
  },
  test: {
    name: 'components',
    // The project remains: the check of unused code reads its other files on every machine.
    include: canRenderComponents ? [componentTests] : [],
    setupFiles: ['src/renderer/testing/bridge.ts'],
    browser: {
      enabled: true,
      headless: true,
      // The frame of a test is scaled to the page around it. In a scaled one clicks miss. The headless shell copies nothing without permission.
      provider: playwright({
        launchOptions: chromiumOptions(),
        contextOptions: { viewport, colorScheme: 'dark', permissions: ['clipboard-write'] },
      }),
      instances: [{ browser: 'chromium', viewport }],
      screenshotFailures: false,
      // A name is part of the whole name, as in the specs.
      locators: { exact: false },
      commands: { chooseFile },
    },
  },
};

export default defineConfig({
  test: {
    reporters: ['default'],
    // Tests of processes start the built program.
    globalSetup: 'scripts/lib/build-for-tests.mjs',
    // Chromium reports each observer that changes a size, as the table does. It observes again in the next frame.
    onConsoleLog: (log) => !log.includes('ResizeObserver loop completed'),
    // One more than processors, because tests wait for timeouts and processes. Vitest's default leaves one processor idle.
    maxWorkers: availableParallelism() + 1,
    // Test files clean up after themselves. A process or a page for each file would cost a quarter of the time.
    isolate: false,
    sequence: { sequencer: WaitingFilesFirst },
    // Long enough for a busy machine: the limits are there to find hangs.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        plugins: [testedBundlesPlugin(path.join(import.meta.dirname, 'node_modules/.cache/orderglass/bundles'))],
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'packaging/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: [componentTests],
          // LC_ALL: programs that tests start speak English, whatever the system speaks.
          env: { ORDERGLASS_CHECK_OUTPUTS: '1', LC_ALL: 'C.UTF-8', TMPDIR: temporaryFolder },
          pool: 'forks',
        },
      },
      components,
    ],
  },
});
