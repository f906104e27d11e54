import { cpus } from 'node:os';

/** Times in milliseconds. */
export interface Duration {
  readonly elapsed: number;
  readonly processor: number;
}

export function timed(run: () => unknown): Duration {
  const before = process.cpuUsage();
  const start = performance.now();
  run();
  const elapsed = performance.now() - start;
  const { user, system } = process.cpuUsage(before);
  return { elapsed, processor: (user + system) / 1000 };
}

export function total(durations: readonly Duration[]): Duration {
  return durations.reduce(
    (sum, { elapsed, processor }) => ({ elapsed: sum.elapsed + elapsed, processor: sum.processor + processor }),
    { elapsed: 0, processor: 0 },
  );
}

/** A table of elapsed and processor times. The processor time is useful if the machine has other work. */
export class DurationTable {
  readonly #lines: string[] = [];

  add(what: string, durations: readonly Duration[]): void {
    const cells = [durations.map(({ elapsed }) => elapsed), durations.map(({ processor }) => processor)].flatMap(
      (times) => {
        const sorted = times.toSorted((a, b) => a - b);
        return [0.5, 0.95].map(
          (part) => sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN,
        );
      },
    );
    this.#lines.push(`| ${what} | ${cells.map((time) => `${time.toFixed(1)} ms`).join(' | ')} |`);
  }

  print(data: string): void {
    globalThis.gc?.();
    const { rss, heapUsed, arrayBuffers } = process.memoryUsage();
    console.log(`\n${cpus()[0]?.model.trim()}, ${cpus().length} cores, Node ${process.versions.node}; ${data}`);
    console.log('| what | p50 | p95 | processor p50 | processor p95 |');
    console.log('|---|---|---|---|---|');
    for (const line of this.#lines) console.log(line);
    console.log(`memory: ${mebibytes(rss)} resident, ${mebibytes(heapUsed)} heap, ${mebibytes(arrayBuffers)} arrays`);
  }
}

/** Returns a function that picks one of several values, in the same sequence every time. */
export function picker(): <Value>(list: readonly Value[]) => Value {
  let state = 7;
  return (list) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return list[Math.floor((state / 2 ** 32) * list.length)] as (typeof list)[number];
  };
}

function mebibytes(bytes: number): string {
  return `${Math.round(bytes / 2 ** 20)} MiB`;
}
