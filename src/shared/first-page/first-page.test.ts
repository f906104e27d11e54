import { describe, expect, it } from 'vitest';
import { type FirstPage, fillFirstPage, firstAnswersId, markShell, parseFirstAnswers } from './first-page.ts';

const html = `<!doctype html>
<html lang="en" data-theme="dark">
  <head><title>Orderglass</title></head>
  <body><div id="root">${markShell('en', '<b data-screen="trades">Trades</b>')}${markShell('zh', '<b data-screen="trades">交易记录</b>')}</div></body>
</html>`;
const page: FirstPage = {
  language: 'zh',
  look: { theme: 'light', priceColors: 'red-up', density: 'compact', flashes: 'off' },
  screen: 'trades',
  answers: [],
};

/** Returns the answers that a page would read from the HTML. */
function answersIn(filled: string) {
  const [, text = ''] =
    new RegExp(`<script type="application/json" id="${firstAnswersId}">(.*?)</script>`, 's').exec(filled) ?? [];
  return parseFirstAnswers(text);
}

describe('the first page', () => {
  it('has the look, the language and the marked screen of the user', () => {
    const filled = fillFirstPage(html, page);
    expect(filled).toContain(
      '<html lang="zh" data-theme="light" data-price-colors="red-up" data-density="compact" data-flashes="off">',
    );
    expect(filled).toContain('<div id="root"><b data-screen="trades" aria-current="page">交易记录</b></div>');
    expect(filled).not.toContain('<!--');
  });

  it.each(['</script><script>alert(1)</script>', '<!--<script>', "$& $1 $` $'", '\u2028 " \\ &lt;', '</body>'])(
    'carries the text %j as data, and nothing of it as markup',
    (text) => {
      const answers = [{ channel: 'listAccounts' as const, input: {}, data: [{ name: text }] }];
      const filled = fillFirstPage(html, { ...page, answers });
      expect(answersIn(filled)).toEqual(answers);
      expect(filled.match(/<\/?script/g)).toHaveLength(2);
      expect(filled.match(/<\/body>/g)).toHaveLength(1);
      expect(filled).not.toContain('<!--');
    },
  );

  it.each([
    '',
    'null',
    '{}',
    '[1]',
    '[{"channel":1,"input":{},"data":1}]',
    '[{"channel":"a","input":null,"data":1}]',
    '[{"channel":"a","input":{}}]',
    '[{',
  ])('has no answers in the text %j', (text) => {
    expect(parseFirstAnswers(text)).toEqual([]);
  });
});
