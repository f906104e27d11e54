import { difference } from '../../../shared/values/decimal.ts';
import type { Decimal } from '../../../shared/values/domain.ts';
import { useText } from '../../text/use-text.ts';
import { FigureText } from '../../ui/controls/FigureText.tsx';
import { signTone } from '../../ui/text/figures.ts';
import type { FigureForm } from './figures/figure-forms.ts';

interface FigureChangeProps {
  form: FigureForm;
  /** `null` for a figure without a value. */
  now: Decimal | null;
  earlier: Decimal | null;
}

/** The difference of a figure from the one of the earlier days, and that one. */
export function FigureChange({ form, now, earlier }: FigureChangeProps) {
  const text = useText();
  if (earlier === null) return text.results.compare.noneBefore;
  const change = now === null ? null : difference(earlier, now);
  return (
    <>
      {change !== null && (
        <span data-tone={form.isBetterHigher ? signTone(change) : undefined}>
          <FigureText figure={form.showChange(change)} />
        </span>
      )}{' '}
      <FigureText figure={form.show(earlier)} within={text.results.compare.from} />
    </>
  );
}
