// @ts-check
// Runs on Node 20 without installed packages.

/**
 * Removes addresses from another program's output. They name servers of this machine's setup and may contain passwords.
 * @param {string} text
 * @returns {string}
 */
export function withoutAddresses(text) {
  return text
    .replace(/\b[a-z][a-z0-9+.-]*:\/\/[^\s'"<>]+/gi, '(address)')
    .replace(/\b(getaddrinfo \w+|connect \w+|request to) \S+/gi, '$1 (address)');
}

/**
 * @param {string} text
 * @param {number} lines
 * @returns {string}
 */
export function lastLines(text, lines) {
  return text.trimEnd().split('\n').slice(-lines).join('\n');
}

/**
 * @param {string} text
 * @param {number} lines
 * @returns {string}
 */
export function firstLines(text, lines) {
  return text.trimEnd().split('\n').slice(0, lines).join('\n');
}
