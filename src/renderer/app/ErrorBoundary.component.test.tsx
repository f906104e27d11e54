import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { succeed } from '../../shared/values/result.ts';
import { render } from '../testing/render.tsx';
import { zh } from '../text/zh.ts';
import { ErrorBoundary, PartFailed } from './ErrorBoundary.tsx';

const alert = page.getByRole('alert');

/** A component that throws for a text, as the code of a screen could. */
function Throws({ text }: { text: string }): string {
  return new Date(text).toISOString();
}

it('keeps the rest of the page, says what to do, and reports where the error is', async () => {
  const rendered = render(
    <>
      <p>Navigation</p>
      <ErrorBoundary part="trades">
        <Throws text="no date" />
      </ErrorBoundary>
    </>,
    {
      answers: { reportPageProblem: () => succeed({}), readDiagnostics: () => succeed({ text: 'Diagnostics' }) },
      settings: {
        filters: { trades: { text: 'btc' }, 'order-history': { text: 'eth' } },
        tables: { trades: { sorting: [{ id: 'pnl', desc: true }] } },
      },
    },
  );
  await expect.element(alert).toMatchTextContent('Orderglass can’t draw this screen.');
  await expect.element(page.getByText('Navigation')).toBeVisible();
  const [problem, ...others] = rendered.host.callsOf('reportPageProblem');
  expect(problem).toMatchObject({ part: 'trades', name: 'RangeError' });
  expect(problem?.at.length).toBeGreaterThan(0);
  expect(others).toEqual([]);

  await alert.getByRole('button', { name: 'Copy diagnostics' }).click();
  await expect.poll(() => rendered.host.callsOf('readDiagnostics').length).toBe(1);
  await alert.getByRole('button', { name: 'Reset this screen' }).click();
  await expect.poll(() => rendered.host.settings.filters).toEqual({ trades: {}, 'order-history': { text: 'eth' } });
  expect(rendered.host.settings.tables.trades?.sorting).toEqual([]);
});

it('has its words in Chinese', async () => {
  render(<PartFailed part="page" />, { text: zh });
  await expect.element(alert).toMatchTextContent('Orderglass 无法显示窗口的这一部分。');
});
