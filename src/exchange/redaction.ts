const longestMessage = 300;
const secretMark = '…';
const replacement = '\u{FFFD}';
/** Control characters, and the invisible ones that turn the direction of what follows. */
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu;

/**
 * Makes text from outside fit to be kept and shown: the secrets are taken out however they are capitalised or percent-encoded,
 * control characters are replaced, and it ends after 300 characters.
 */
export function createRedactor(secrets: readonly string[]): (text: string) => string {
  const forms = secrets.flatMap((secret) => [secret, encodeURIComponent(secret)]).filter((form) => form !== '');
  const alternatives = [...new Set(forms)].sort((a, b) => b.length - a.length).map(escapePattern);
  const pattern = alternatives.length === 0 ? null : new RegExp(alternatives.join('|'), 'giu');
  const hide = (text: string) => (pattern === null ? text : text.replace(pattern, secretMark));
  return (text) => {
    // Before, for a secret that itself holds such a character, and after, for one that they were put around.
    const safe = hide(hide(text).replace(unprintable, replacement));
    return safe.length <= longestMessage ? safe : `${cutWhole(safe, longestMessage - 1)}…`;
  };
}

/** Shorter ones, and those of digits alone, could be part of a figure or an id by chance. */
const shortestErased = 8;

/**
 * Takes the secrets out of the JSON text of an answer, so that a service which repeats them puts them into no row, archive or file:
 * as they are and as JSON may write them.
 */
export function createEraser(secrets: readonly string[]): (json: string) => string {
  const erased = secrets.filter((secret) => secret.length >= shortestErased && /\D/.test(secret));
  const plain = erased.flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)]);
  return (json) => {
    const found = plain.some((form) => json.includes(form));
    // Every character may be written as an escape; that costs a slow search, which nearly no answer needs.
    if (!found && !json.includes('\\')) return json;
    return erased.reduce((text, secret) => text.replace(escapedForms(secret), secretMark), json);
  };
}

function escapedForms(secret: string): RegExp {
  const characters = Array.from({ length: secret.length }, (_, place) => {
    const unit = secret.charAt(place);
    const hexadecimal = secret.charCodeAt(place).toString(16).padStart(4, '0');
    const digits = hexadecimal.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
    return `(?:\\\\?${escapePattern(unit)}|\\\\u${digits})`;
  });
  return new RegExp(characters.join(''), 'g');
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, (character) => (character === '-' ? '\\x2d' : `\\${character}`));
}

/** Never through the middle of a character. */
function cutWhole(text: string, length: number): string {
  const cut = text.slice(0, length);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
}
