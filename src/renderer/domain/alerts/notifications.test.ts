import { afterEach, beforeEach, expect, it, vi } from 'vitest';

/** A context that is allowed to play, or waits for the first click in the page. */
class TestAudioContext {
  static isAllowed = false;
  static readonly waiting: (() => void)[] = [];
  static notes = 0;
  state: AudioContextState = 'suspended';
  currentTime = 0;
  destination = {};

  static allow(): void {
    TestAudioContext.isAllowed = true;
    for (const resume of TestAudioContext.waiting.splice(0)) resume();
  }

  resume(): Promise<void> {
    return new Promise((resolve) => {
      const begin = (): void => {
        this.state = 'running';
        resolve();
      };
      if (TestAudioContext.isAllowed) begin();
      else TestAudioContext.waiting.push(begin);
    });
  }

  createOscillator() {
    TestAudioContext.notes += 1;
    const node = { frequency: {}, start: () => {}, stop: () => {}, connect: () => node };
    return node;
  }

  createGain() {
    const gain = { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} };
    return { gain, connect: () => {} };
  }
}

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  vi.stubGlobal('AudioContext', TestAudioContext);
  vi.stubGlobal('window', globalThis);
  Object.assign(TestAudioContext, { isAllowed: false, notes: 0 });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('the tone plays if the browser allows it', async () => {
  const { playTone } = await import('./notifications.ts');
  TestAudioContext.allow();
  await playTone();
  expect(TestAudioContext.notes).toBe(2);
});

it('tones before the first click are dropped, later ones play', async () => {
  const { playTone } = await import('./notifications.ts');
  const tones = [playTone(), playTone(), playTone()];
  await vi.advanceTimersByTimeAsync(1000);
  await Promise.all(tones);
  TestAudioContext.allow();
  await vi.advanceTimersByTimeAsync(1000);
  expect(TestAudioContext.notes).toBe(0);
  await playTone();
  expect(TestAudioContext.notes).toBe(2);
});
