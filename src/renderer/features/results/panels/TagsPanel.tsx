import { useMemo } from 'react';
import { useText } from '../../../text/use-text.ts';
import { furthestFromZero } from '../figures/parts.ts';
import { BarPanel, type LargestPartsProps, type NamedPart } from './BarPanel.tsx';

/** Maximum number of tags in the chart. The table has all of them. */
const maxTags = 10;

/** A bar for each of the tags with the largest results. Renders nothing without tags. */
export function TagsPanel<Part extends NamedPart>({ parts, ...props }: LargestPartsProps<Part>) {
  const { results, tradeResults, notes } = useText();
  const furthest = useMemo(() => furthestFromZero(parts, maxTags), [parts]);
  if (parts.length === 0) return null;
  return (
    <BarPanel
      {...props}
      area="tags"
      sortsNames
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
