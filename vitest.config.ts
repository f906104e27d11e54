import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
    reporters: ['default'],
    pool: 'forks',
    // Of two processors it would leave one idle.
    maxWorkers: 2,
    // No file leaves anything behind that another one meets, and a process of its own for each costs a quarter of the time.
    isolate: false,
    // A hang is to be found, not a machine that is busy with other things.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    expect: { poll: { timeout: 10_000 } },
  },
});
