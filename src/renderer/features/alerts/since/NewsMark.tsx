import { useEffect, useState } from 'react';
import { type Absence, useCatchUp } from '../../../domain/alerts/presence.ts';
import { useText } from '../../../text/use-text.ts';
import { useNews } from './use-news.ts';
import './since.css';

export interface NewsMarkProps {
  id: string;
  account: string;
}

/** The mark on the bell: something happened in the account since the user last looked, and the user has not dismissed it. */
export function NewsMark({ id, account }: NewsMarkProps) {
  const { catchUp, absence } = useCatchUp(account);
  const [openedAt] = useState(() => Date.now());
  if (catchUp === null && absence === null) return null;
  const before = absence?.before ?? openedAt;
  return <Mark id={id} account={account} span={{ since: catchUp?.since ?? absence?.since ?? before, before }} />;
}

function Mark({ id, account, span }: NewsMarkProps & { span: Absence }) {
  const text = useText();
  const { catchUp, keep } = useCatchUp(account);
  const { parts, isKnown } = useNews(account, span);
  const isFound = isKnown && parts.length > 0;
  const { since } = span;
  useEffect(() => {
    // A moment since which nothing happened is not worth keeping: the next one is that of the next absence.
    if (isFound && catchUp === null) keep({ since, lastLook: since });
  }, [isFound, catchUp, keep, since]);
  return isFound ? (
    <span id={id} className="news-mark" title={text.absence.mark}>
      <span className="visually-hidden">{text.absence.mark}</span>
    </span>
  ) : null;
}
