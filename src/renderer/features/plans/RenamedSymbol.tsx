import { useId, useMemo, useState } from 'react';
import { byLiquidity } from '../../domain/market/liquidity.ts';
import { useLive } from '../../domain/market/live/live.ts';
import type { PositionRow } from '../../domain/plans/positions/position-row.ts';
import { useSetting } from '../../platform/settings/settings.ts';
import { useStoreEntry } from '../../platform/settings/store-entry.ts';
import { useText } from '../../text/use-text.ts';
import { SearchSelect } from '../../ui/controls/SearchSelect.tsx';

/** Most symbols in the list. The user finds the others by typing. */
const maxListed = 50;

/** In the details of a position: lets the user say under which name a symbol that has left the list goes on, and take it back. */
export function RenamedSymbol({ row }: { row: PositionRow }) {
  const text = useText();
  const words = text.openPositions.renamed;
  const { account, symbol, isListed } = row;
  const names = useSetting('renamedSymbols')[account] ?? {};
  const earlier = Object.keys(names).filter((name) => names[name] === symbol);
  const rename = useStoreEntry('renamedSymbols');
  return (
    <>
      {!isListed && (
        <NameChoice row={row} onChoose={(name) => rename(account, symbol, name, words.done(symbol, name))} />
      )}
      {earlier.map((name) => (
        <p key={name} className="panel-section form-hint">
          {words.counts(name, symbol)}{' '}
          <button type="button" className="status-button" onClick={() => rename(account, name, null, null)}>
            {text.undo.action}
          </button>
        </p>
      ))}
    </>
  );
}

function NameChoice({ row, onChoose }: { row: PositionRow; onChoose: (name: string) => void }) {
  const text = useText();
  const words = text.openPositions.renamed;
  const id = useId();
  const [chosen, setChosen] = useState<string | null>(null);
  const { rows } = useLive('futures-tickers', row.account);
  const symbols = useMemo(
    () =>
      byLiquidity(
        rows.map(({ symbol }) => symbol),
        rows,
      ),
    [rows],
  );
  return (
    <section className="panel-section renamed-symbol">
      <label htmlFor={id}>{words.ask}</label>
      <SearchSelect
        items={symbols}
        value={chosen}
        onChange={setChosen}
        words={{
          placeholder: text.alerts.findSymbol,
          none: text.toolbar.noSymbolFound,
          open: text.toolbar.openSymbols,
        }}
        input={{ id }}
        className="renamed-symbol-choice"
        max={maxListed}
      />
      <button
        type="button"
        className="button"
        disabled={chosen === null}
        onClick={() => {
          if (chosen !== null) onChoose(chosen);
        }}
      >
        {words.join}
      </button>
    </section>
  );
}
