import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { chromiumIsHere, chromiumOptions } from './e2e/hosts/browser.ts';

const componentTests = 'src/renderer/**/*.component.test.tsx';
const canRenderComponents = chromiumIsHere();
if (!canRenderComponents) process.stderr.write('Chromium is not on this machine: the component tests are left out.\n');

/** Tests that render components in Chromium. */
const components: TestProjectInlineConfiguration = {
  extends: true,
  plugins: [react()],
  // All packages of the page. One that is found later reloads a running test.
  optimizeDeps: { entries: ['src/renderer/main.tsx', 'src/renderer/testing/*.{ts,tsx}'] },
  test: {
    name: 'components',
    include: [componentTests],
    setupFiles: ['src/renderer/testing/bridge.ts'],
    browser: {
      enabled: true,
      headless: true,
      provider: playwright({ launchOptions: chromiumOptions() }),
      instances: [{ browser: 'chromium', viewport: { width: 1440, height: 900 } }],
      screenshotFailures: false,
    },
  },
};

export default defineConfig({
  test: {
    reporters: ['default'],
    // Chromium reports each observer that changes a size, as the table does. It observes again in the next frame.
    onConsoleLog: (log) => !log.includes('ResizeObserver loop completed'),
    // Vitest's default leaves one processor idle.
    maxWorkers: '100%',
    // Test files clean up after themselves. A process or a page for each file would cost a quarter of the time.
    isolate: false,
    // Long enough for a busy machine: the limits are there to find hangs.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    expect: { poll: { timeout: 10_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'packaging/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: [componentTests],
          // LC_ALL: programs that tests start speak English, whatever the system speaks.
          env: { ORDERGLASS_CHECK_OUTPUTS: '1', LC_ALL: 'C.UTF-8' },
          pool: 'forks',
        },
      },
      ...(canRenderComponents ? [components] : []),
    ],
  },
});
