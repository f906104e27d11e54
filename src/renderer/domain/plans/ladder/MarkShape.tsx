import type { MarkKind } from './price-ladder.ts';

/** The shape of each kind, in a square of 10, so that color is not the only difference. */
const paths: Readonly<Record<MarkKind, string>> = {
  trigger: 'M5 0.5 9.5 5 5 9.5 0.5 5Z',
  limit: 'M1.5 1.5H8.5V8.5H1.5Z',
  'take-profit': 'M5 1 9.5 9H0.5Z',
  'stop-loss': 'M0.5 1H9.5L5 9Z',
  high: 'M0.5 1.5H9.5',
  low: 'M0.5 8.5H9.5',
};

export function MarkShape({ kind }: { kind: MarkKind }) {
  return (
    <svg className="ladder-shape" data-kind={kind} width={10} height={10} aria-hidden="true">
      <path d={paths[kind]} />
    </svg>
  );
}
