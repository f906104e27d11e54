const maxMessageLength = 300;
const secretMark = '…';
const replacement = '\u{FFFD}';
/** Control characters, and invisible ones such as those that change the writing direction. */
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu;

/**
 * Returns a function that makes untrusted text safe to store and show: removes the secrets in any capitalization or percent-encoding,
 * replaces control characters, and cuts the text at 300 characters.
 */
export function createRedactor(secrets: readonly string[]): (text: string) => string {
  const forms = secrets.flatMap((secret) => [secret, encodeURIComponent(secret)]).filter((form) => form !== '');
  const alternatives = [...new Set(forms)].sort((a, b) => b.length - a.length).map(escapePattern);
  const pattern = alternatives.length === 0 ? null : new RegExp(alternatives.join('|'), 'giu');
  const hide = (text: string) => (pattern === null ? text : text.replace(pattern, secretMark));
  return (text) => {
    // Twice: a secret may contain an unprintable character, or unprintable characters may stand inside a secret.
    const safe = hide(hide(text).replace(unprintable, replacement));
    return safe.length <= maxMessageLength ? safe : `${cutWhole(safe, maxMessageLength - 1)}…`;
  };
}

/** Shorter secrets, and secrets of digits only, could be part of a figure or an ID by chance. */
const minErasedLength = 8;

/**
 * Returns a function that removes the secrets from a JSON text, in all their spellings in JSON. So a service that repeats a secret cannot
 * put it into a row or a file.
 */
export function createEraser(secrets: readonly string[]): (json: string) => string {
  const erased = secrets.filter((secret) => secret.length >= minErasedLength && /\D/.test(secret));
  const plain = erased.flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)]);
  return (json) => {
    const found = plain.some((form) => json.includes(form));
    // Any character may be escaped. The slow search for that is rarely needed, because few responses contain a backslash.
    if (!found && !json.includes('\\')) return json;
    return erased.reduce((text, secret) => text.replace(escapedForms(secret), secretMark), json);
  };
}

function escapedForms(secret: string): RegExp {
  const characters = Array.from({ length: secret.length }, (_, index) => {
    const unit = secret.charAt(index);
    const hexadecimal = secret.charCodeAt(index).toString(16).padStart(4, '0');
    const digits = hexadecimal.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
    return `(?:\\\\?${escapePattern(unit)}|\\\\u${digits})`;
  });
  return new RegExp(characters.join(''), 'g');
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, (character) => (character === '-' ? '\\x2d' : `\\${character}`));
}

/** Cuts a text without splitting a surrogate pair. */
function cutWhole(text: string, length: number): string {
  const cut = text.slice(0, length);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
}
