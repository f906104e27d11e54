import type { SymbolRules } from '../../../../shared/domain.ts';
import { plainText } from '../../../model/figures.ts';
import { useText } from '../../../text/use-text.ts';

/** What the exchange accepts for the symbol. */
export function RulesSection({ rules }: { rules: SymbolRules | undefined }) {
  const text = useText();
  const { columns, tickers } = text;
  const bounds = (from: string | null, to: string | null): string =>
    tickers.bounds(plainText(from, text), plainText(to, text));
  const places = (number: number | null): string => (number === null ? text.none : tickers.places(String(number)));
  return (
    <section className="panel-section" aria-label={tickers.rules}>
      <h3>{tickers.rules}</h3>
      {rules === undefined ? (
        <p className="panel-note">{tickers.noRules}</p>
      ) : (
        <dl className="panel-facts">
          <dt>{tickers.priceBounds}</dt>
          <dd>{bounds(rules.minPrice, rules.maxPrice)}</dd>
          <dt>{columns.pricePrecision}</dt>
          <dd>{places(rules.pricePrecision)}</dd>
          <dt>{tickers.quantityBounds}</dt>
          <dd>{bounds(rules.minQuantity, rules.maxQuantity)}</dd>
          <dt>{columns.quantityPrecision}</dt>
          <dd>{places(rules.quantityPrecision)}</dd>
        </dl>
      )}
    </section>
  );
}
