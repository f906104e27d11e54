import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ColumnSort } from '../../../shared/contract/settings.ts';
import type { ColumnMeta } from './column.ts';
import './sort-head.css';

interface SortHeadProps {
  id: string;
  align: ColumnMeta<unknown>['align'];
  /** That of the table. */
  sort: ColumnSort | null;
  onClick: () => void;
  children: ReactNode;
}

/** The header of a column that a click sorts, in a table of plain elements. The arrow takes no room, so that the columns do not move. */
export function SortHead({ id, align, sort, onClick, children }: SortHeadProps) {
  const order = sort?.id !== id ? 'none' : sort.desc ? 'descending' : 'ascending';
  const Arrow = order === 'ascending' ? ArrowUp : ArrowDown;
  return (
    <th scope="col" data-align={align} aria-sort={order}>
      <button type="button" className="sort-head" onClick={onClick}>
        <span>{children}</span>
        <Arrow size={11} aria-hidden="true" className="sort-mark" data-active={order !== 'none' || undefined} />
      </button>
    </th>
  );
}
