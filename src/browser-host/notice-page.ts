import { createHash } from 'node:crypto';
import { contentSecurityPolicy } from '../shared/first-page/page-headers.ts';
import type { HostText } from '../shared/text/host-en.ts';

const style = `
:root { color-scheme: dark light; --back: #0d1014; --text: #dfe5ec; --muted: #8f9baa; --line: #39434f; }
@media (prefers-color-scheme: light) { :root { --back: #fff; --text: #1a2027; --muted: #57626f; --line: #b9c1cb; } }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--back); color: var(--text);
  font: 13px/20px system-ui, sans-serif; }
main { max-width: 400px; padding: 24px; border-left: 2px solid var(--line); }
h1 { margin: 0 0 4px; font-size: 16px; line-height: 24px; font-weight: 600; }
p { margin: 0; color: var(--muted); }
`;

const styleHash = createHash('sha256').update(style).digest('base64');

/** Policy of notice pages. Their style is inline, because a browser without the session can load no other file. */
export const noticePolicy: string = contentSecurityPolicy.replace(
  "style-src 'self'",
  `style-src 'sha256-${styleHash}'`,
);

export type Notice = keyof HostText['notices'];

/** Returns the HTML of a notice. It contains the host's own texts only, and nothing of the request. */
export function noticePage(notice: Notice, text: HostText): string {
  const { title, detail } = text.notices[notice];
  return `<!doctype html>
<html lang="${text.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text.product}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escapeText(title)}</h1>
<p>${escapeText(detail)}</p>
</main>
</body>
</html>
`;
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
