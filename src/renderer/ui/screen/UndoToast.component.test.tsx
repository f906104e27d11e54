import { Dialog } from '@base-ui/react/dialog';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { offerUndo } from '../../platform/undo.ts';
import { render } from '../../testing/render.tsx';
import { columnHelper } from '../table/column.ts';
import { DetailPanel } from './DetailPanel.tsx';
import { UndoToast } from './UndoToast.tsx';

interface Row {
  symbol: string;
  note: string;
}
const helper = columnHelper<Row>();
const columns = (['symbol', 'note'] as const).map((id) =>
  helper.accessor(id, { header: id, meta: { text: (row) => row[id] } }),
);

/** A screen with the details of a row, as large as the window. */
function Screen() {
  return (
    <section className="screen">
      <div className="screen-body">
        <div style={{ flex: 1 }} />
        <DetailPanel row={{ symbol: 'BTC-USDT', note: 'A breakout' }} columns={columns} onClose={() => {}} />
      </div>
      <div className="toasts">
        <UndoToast />
      </div>
    </section>
  );
}

const boxOf = (selector: string): DOMRect =>
  (document.querySelector(selector) ?? expect.fail(selector)).getBoundingClientRect();

it.each([
  [1440, 900],
  [1024, 700],
  [720, 450],
])(
  'shows a toast beside the details at %dx%d, and the value of a field where the title bar of the details ends',
  async (width, height) => {
    await page.viewport(width, height);
    render(<Screen />);
    await expect.element(page.getByRole('heading', { name: 'BTC-USDT' })).toBeVisible();
    offerUndo('Filter cleared', () => {});
    await expect.element(page.getByText('Filter cleared')).toBeVisible();
    const [toast, details] = [boxOf('.toast'), boxOf('.detail')];
    expect(toast.right).toBeLessThanOrEqual(details.left);
    expect(toast.left).toBeGreaterThanOrEqual(0);
    expect(toast.bottom).toBeLessThanOrEqual(height);
    // Each 16 pixels from the edge, and the symbol only once.
    expect(boxOf('[data-field="note"] dd > span').right).toBe(details.right - 16);
    expect(document.querySelector('[data-field="symbol"]')).toBeNull();
  },
);

it('shows a toast at the left while a dialog is open, away from its buttons', async () => {
  await page.viewport(1024, 700);
  render(
    <>
      <Screen />
      <Dialog.Root defaultOpen>
        <Dialog.Portal>
          <Dialog.Popup className="dialog" aria-label="Account">
            <Dialog.Close className="button">Close</Dialog.Close>
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
    </>,
  );
  offerUndo('Filter cleared', () => {});
  const close = page.getByRole('button', { name: 'Close', exact: true });
  await expect.element(close).toBeVisible();
  const toast = () => boxOf('.toast');
  expect(toast().left).toBe(16);
  await close.click();
  await expect.poll(() => toast().right).toBe(boxOf('.detail').left - 16);
});
