import { useMemo } from 'react';
import { accountNameIn, isJointArchive, type ShownArchive } from '../../../domain/accounts/shown-archive.ts';
import { useText } from '../../../text/use-text.ts';
import { BarPanel, type LargestPartsProps, type NamedPart } from './BarPanel.tsx';

interface AccountsPanelProps<Part extends NamedPart> extends LargestPartsProps<Part> {
  archive: ShownArchive;
}

/** The results of each account, as a table first. `parts`: named by the IDs of the accounts. Renders nothing for a single account. */
export function AccountsPanel<Part extends NamedPart>({ archive, parts, ...props }: AccountsPanelProps<Part>) {
  const { groups, headings } = useText().tradeResults;
  const named = useMemo(
    () =>
      parts.map((part) => {
        const name = accountNameIn(archive, part.name);
        return { ...part, name, short: name };
      }),
    [parts, archive],
  );
  if (!isJointArchive(archive)) return null;
  return (
    <BarPanel
      {...props}
      area="account"
      title={groups.account}
      heading={headings.account}
      direction="columns"
      sortsNames
      isTableFirst
      drawn={named}
      all={named}
    />
  );
}
