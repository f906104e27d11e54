import { useMemo } from 'react';
import type { ResultList } from '../../../../shared/trade-results.ts';
import type { TableColumn } from '../../../model/column.ts';
import { useText } from '../../../text/use-text.ts';
import { furthestFromZero } from '../figures/parts.ts';
import { BarPanel, type NamedPart } from './BarPanel.tsx';

interface TagsPanelProps<Part extends NamedPart> {
  list: ResultList;
  quote: string;
  /** The array must stay the same object between renders, as must `columns`. */
  parts: readonly Part[];
  columns?: readonly TableColumn<Part>[];
  detailOf?: (part: Part) => string;
  onChoose: (part: Part) => void;
}

/** Maximum number of tags in the chart. The table has all of them. */
const maxTags = 10;

/** A bar for each of the tags with the largest results. Renders nothing without tags. */
export function TagsPanel<Part extends NamedPart>({ parts, ...props }: TagsPanelProps<Part>) {
  const { results, tradeResults, notes } = useText();
  const furthest = useMemo(() => furthestFromZero(parts, maxTags), [parts]);
  if (parts.length === 0) return null;
  return (
    <BarPanel
      {...props}
      area="tags"
      title={tradeResults.groups.tag}
      heading={tradeResults.headings.tag}
      direction="columns"
      drawn={furthest.shown}
      all={parts}
      // The tags have no sum: what has several tags is in each of them.
      foot={<p className="results-foot">{notes.inEachTag(results.of[props.list].name, furthest.others)}</p>}
    />
  );
}
