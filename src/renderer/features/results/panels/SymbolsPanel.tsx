import { useMemo } from 'react';
import { useText } from '../../../text/use-text.ts';
import { FigureText } from '../../../ui/controls/FigureText.tsx';
import { netExplained, netFigure } from '../figures/net-figures.ts';
import { furthestFromZero } from '../figures/parts.ts';
import { BarPanel, type LargestPartsProps, type NamedPart } from './BarPanel.tsx';

/** Maximum number of symbols in the chart. The table has all of them. */
const maxSymbols = 14;

/** A bar for each of the symbols with the largest results, and the sum of the others. */
export function SymbolsPanel<Part extends NamedPart>({ parts, ...props }: LargestPartsProps<Part>) {
  const text = useText();
  const furthest = useMemo(() => furthestFromZero(parts, maxSymbols), [parts]);
  return (
    <BarPanel
      {...props}
      area="symbols"
      sortsNames
      symbolOf={nameOf}
      title={text.results.symbols}
      heading={text.results.columns.symbol}
      direction="rows"
      drawn={furthest.shown}
      all={parts}
      foot={
        furthest.others > 0 && (
          <p className="results-foot" title={netExplained(furthest.ofOthers, text)}>
            <FigureText
              figure={netFigure(furthest.ofOthers, text)}
              within={(figure) => text.results.others(furthest.others, figure)}
            />
          </p>
        )
      }
    />
  );
}

function nameOf({ name }: NamedPart): string {
  return name;
}
