import { useAccounts } from '../../domain/accounts/accounts.ts';
import type { AccountNotes } from '../../domain/notes/user-file.ts';
import { useText } from '../../text/use-text.ts';
import { SelectOne } from '../../ui/controls/SelectOne.tsx';

/** Stands for no account. The IDs of accounts are others. */
const none = 'none';

interface ImportNotesProps {
  notes: readonly AccountNotes[];
  /** For each part of the notes, the ID of the account that gets them; `null` for none. */
  targets: readonly (string | null)[];
  onChange: (targets: (string | null)[]) => void;
}

/** The notes of a file, and the accounts that the user chooses for them. */
export function ImportNotes({ notes, targets, onChange }: ImportNotesProps) {
  const words = useText().notes;
  const accounts = useAccounts().data ?? [];
  const options = [
    { value: none, label: words.importNot },
    ...accounts.map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <section className="import-notes" aria-label={words.title}>
      {notes.map(({ account, notes: list }, index) => (
        <div key={account} className="setting">
          <span>{words.importOf(list.length, account)}</span>
          <SelectOne
            label={words.importInto(account)}
            options={options}
            value={targets[index] ?? none}
            onChange={(target) => onChange(targets.with(index, target === none ? null : target))}
            className="button"
          />
        </div>
      ))}
      <p className="form-hint">{words.importExplained}</p>
    </section>
  );
}
