import { TriangleAlert } from 'lucide-react';
import type { ArchiveProblem } from '../../../shared/history.ts';
import { useText } from '../../text/use-text.ts';

interface ArchiveBannerProps {
  problem: ArchiveProblem;
  onRetry: () => void;
}

/** What is the matter with the file that the rows are kept in, and what to do about it. */
export function ArchiveBanner({ problem, onRetry }: ArchiveBannerProps) {
  const text = useText();
  const { what, next } = text.problems[problem.kind];
  return (
    <div role="alert" className="failure failure-strip archive-problem" data-problem={problem.kind}>
      <TriangleAlert size={16} className="failure-icon" aria-hidden="true" />
      <div className="failure-text">
        <p className="failure-what">{what}</p>
        <p className="failure-next">{next}</p>
        <p className="archive-file">{problem.file}</p>
      </div>
      {problem.kind !== 'set-aside' && (
        <button type="button" className="button" onClick={onRetry}>
          {text.failure.retry}
        </button>
      )}
    </div>
  );
}
