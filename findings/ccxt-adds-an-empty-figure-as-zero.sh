#!/bin/sh
# ccxt 4.5.84: Precise, the exact decimals of its exchanges, takes an empty text, with which exchanges say that there is no figure, for 0. Only
# undefined is unknown: a sum with an empty part looks complete, a product and a smallest value are 0, and a comparison is true. Needs Node 22
# or newer and npm. Prints each result; fails if that changes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund ccxt@4.5.84

cat >add.mjs <<'END'
import { Precise } from 'ccxt';

for (const name of ['stringAdd', 'stringSub', 'stringMul', 'stringLt', 'stringMin']) {
  console.log(`${name}: empty ${Precise[name]('', '1.5')}, undefined ${Precise[name](undefined, '1.5')}`);
}
END
node add.mjs | tee seen

cat >expected <<'END'
stringAdd: empty 1.5, undefined undefined
stringSub: empty -1.5, undefined undefined
stringMul: empty 0, undefined undefined
stringLt: empty true, undefined false
stringMin: empty 0, undefined undefined
END
diff expected seen
