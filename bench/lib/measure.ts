import { cpus, totalmem } from 'node:os';

export interface Measurement {
  what: string;
  against: string;
  /** One value per round. */
  ours: readonly number[];
  theirs: readonly number[];
  /** Largest acceptable ratio. */
  reach: number;
  /** Default `ms`. */
  unit?: 'ms' | 'KiB' | 'MiB';
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}

function machine(): string {
  const processors = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${processors[0]?.model.trim() ?? 'unknown processor'}, ${processors.length} cores, ${memory} GiB, Node ${process.versions.node}`;
}

const figure = (value: number): string => (value < 10 ? value.toFixed(3) : value.toFixed(0));

/** Prints the medians of both sides and their ratio within the run. */
export function printTable(measurements: readonly Measurement[], rounds: number): void {
  const lines = measurements.map(({ what, against, ours, theirs, reach, unit = 'ms' }) => {
    const [a, b] = [median(ours), median(theirs)];
    return `| ${what} | ${figure(a)} ${unit} | ${against} | ${figure(b)} ${unit} | ${(a / b).toFixed(2)}x | <= ${reach}x |`;
  });
  console.log(`\n${machine()}; medians of ${rounds} rounds`);
  console.log('| what | median | against | median | ratio | reach |');
  console.log('|---|---|---|---|---|---|');
  for (const line of lines) console.log(line);
}

/** Prints percentiles of times in milliseconds without a comparison. */
export function printTimes(what: string, times: readonly number[], reach: number): void {
  const sorted = times.toSorted((a, b) => a - b);
  const part = (share: number) => (sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN).toFixed(0);
  console.log(`${what}: p50 ${part(0.5)} ms, p95 ${part(0.95)} ms of ${sorted.length} (<= ${reach} ms)`);
}
