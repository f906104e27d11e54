import { useMemo } from 'react';
import type { ResultList } from '../../../../shared/trade-results.ts';
import { FigureText } from '../../../components/controls/FigureText.tsx';
import type { TableColumn } from '../../../model/column.ts';
import { moneyFigure } from '../../../model/figures.ts';
import { useText } from '../../../text/use-text.ts';
import { furthestFromZero } from '../figures/parts.ts';
import { BarPanel, type NamedPart } from './BarPanel.tsx';

interface SymbolsPanelProps<Part extends NamedPart> {
  list: ResultList;
  quote: string;
  /** The array must stay the same object between renders, as must `columns`. */
  parts: readonly Part[];
  columns?: readonly TableColumn<Part>[];
  detailOf?: (part: Part) => string;
  onChoose: (part: Part) => void;
}

/** Maximum number of symbols in the chart. The table has all of them. */
const maxSymbols = 14;

/** A bar for each of the symbols with the largest results, and the sum of the others. */
export function SymbolsPanel<Part extends NamedPart>({ parts, ...props }: SymbolsPanelProps<Part>) {
  const text = useText();
  const furthest = useMemo(() => furthestFromZero(parts, maxSymbols), [parts]);
  return (
    <BarPanel
      {...props}
      area="symbols"
      title={text.results.symbols}
      heading={text.results.columns.symbol}
      direction="rows"
      drawn={furthest.shown}
      all={parts}
      foot={
        furthest.others > 0 && (
          <p className="results-foot">
            <FigureText
              figure={moneyFigure(furthest.othersPnl, text)}
              within={(figure) => text.results.others(furthest.others, figure)}
            />
          </p>
        )
      }
    />
  );
}
