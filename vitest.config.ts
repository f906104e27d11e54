import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'packaging/*.test.ts', 'scripts/**/*.test.ts'],
    reporters: ['default'],
    // LC_ALL: programs that tests start speak English, whatever the system speaks.
    env: { ORDERGLASS_CHECK_OUTPUTS: '1', LC_ALL: 'C.UTF-8' },
    pool: 'forks',
    // Vitest's default leaves one processor idle.
    maxWorkers: '100%',
    // Test files clean up after themselves. A process for each file would cost a quarter of the time.
    isolate: false,
    // Long enough for a busy machine: the limits are there to find hangs.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    expect: { poll: { timeout: 10_000 } },
  },
});
