#!/bin/sh
# currency.js 2.0.4, accounting 0.4.1 and numeral 2.0.6 drop the letter e of an amount such as 1e3 and read its exponent as further digits: 13.
# 4.9e-7, which is JavaScript's own text of 0.00000049, becomes 4.9 with accounting, ten million times as much, and NaN with currency.js. Needs
# Node 22 or newer and npm. Prints what each reads; fails if that changes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund currency.js@2.0.4 accounting@0.4.1 numeral@2.0.6

cat >read.mjs <<'END'
import accounting from 'accounting';
import currency from 'currency.js';
import numeral from 'numeral';

for (const text of ['1e3', '1.5e+2', String(0.00000049)]) {
  const read = [currency(text, { precision: 8 }).value, accounting.unformat(text), numeral(text).value()];
  console.log(`${text}: currency.js ${read[0]}, accounting ${read[1]}, numeral ${read[2]}`);
}
END
node read.mjs | tee seen

cat >expected <<'END'
1e3: currency.js 13, accounting 13, numeral 13
1.5e+2: currency.js 1.52, accounting 1.52, numeral 150
4.9e-7: currency.js NaN, accounting 4.9, numeral 4.9e-7
END
diff expected seen
