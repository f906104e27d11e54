import { useState } from 'react';
import { maxTypedLength } from '../../../shared/settings/choices.ts';

interface TimeOfDayFieldProps {
  label: string;
  /** On a 24-hour clock, such as "22:00". */
  value: string;
  onChange: (value: string) => void;
}

/** A time on a 24-hour clock. The browser's own field follows the language of the browser, which may have a 12-hour clock. */
export function TimeOfDayField({ label, value, onChange }: TimeOfDayFieldProps) {
  /** What the user is typing; `null` at rest. */
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <input
      className="form-input setting-time"
      maxLength={maxTypedLength}
      inputMode="numeric"
      autoComplete="off"
      aria-label={label}
      aria-invalid={typed !== null && readTimeOfDay(typed) === null}
      value={typed ?? value}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={() => {
        const time = typed === null ? null : readTimeOfDay(typed);
        if (time !== null && time !== value) onChange(time);
        setTyped(null);
      }}
      onKeyDown={({ key, currentTarget }) => {
        if (key === 'Enter') currentTarget.blur();
      }}
    />
  );
}

const timeForm = /^(\d{1,2})(?:[:.h]?([0-5]\d))?$/;

/** Returns a time such as "22:00" from the ways in which a user types it; `null` if the text is no time of a day. */
export function readTimeOfDay(typed: string): string | null {
  const [, hours = '', minutes = '00'] = timeForm.exec(typed.trim().replaceAll('：', ':')) ?? [];
  if (hours === '' || Number(hours) > 23) return null;
  return `${hours.padStart(2, '0')}:${minutes}`;
}
