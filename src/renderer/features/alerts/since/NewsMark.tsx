import { useEffect, useState } from 'react';
import type { AccountSummary } from '../../../../shared/contract/accounts.ts';
import type { ShownArchive } from '../../../domain/accounts/shown-archive.ts';
import { useShownArchive } from '../../../domain/accounts/use-shown-archive.ts';
import { type Absence, useCatchUp } from '../../../domain/alerts/presence.ts';
import { useText } from '../../../text/use-text.ts';
import { useNews } from './use-news.ts';
import './since.css';

export interface NewsMarkProps {
  id: string;
  account: AccountSummary;
}

/** The mark on the bell: something happened in the shown accounts since the user last looked, and the user has not dismissed it. */
export function NewsMark({ id, account }: NewsMarkProps) {
  const archive = useShownArchive(account);
  const { since, before } = useCatchUp(archive.id);
  const [openedAt] = useState(() => Date.now());
  if (since === null) return null;
  return <Mark id={id} account={account} archive={archive} span={{ since, before: before ?? openedAt }} />;
}

function Mark({ id, account, archive, span }: NewsMarkProps & { archive: ShownArchive; span: Absence }) {
  const text = useText();
  const { isKept, keep } = useCatchUp(archive.id);
  const { parts, isKnown } = useNews(account, archive, span);
  const isFound = isKnown && parts.length > 0;
  useEffect(() => {
    // A moment since which nothing happened is not worth keeping: the next one is that of the next absence.
    if (isFound && !isKept) keep();
  }, [isFound, isKept, keep]);
  return isFound ? (
    <span id={id} className="news-mark" title={text.absence.mark}>
      <span className="visually-hidden">{text.absence.mark}</span>
    </span>
  ) : null;
}
