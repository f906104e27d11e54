/** The page's own scheme and host. With a scheme of its own it shares its origin with nothing else on the machine. */
export const pageScheme = 'orderglass';
const pageHost = 'app';
export const pageUrl: string = `${pageScheme}://${pageHost}/`;

/** Whether a URL or an origin is of the program's own page. */
export function isOwnPage(url: string): boolean {
  const parsed = URL.parse(url);
  return (
    parsed?.protocol === `${pageScheme}:` &&
    parsed.host === pageHost &&
    parsed.username === '' &&
    parsed.password === ''
  );
}
