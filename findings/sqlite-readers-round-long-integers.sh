#!/bin/sh
# sql.js 1.17.0 and better-sqlite3 13.2.0 round a 64-bit integer of SQLite without a word: two order IDs of 19 digits are read as the same
# number, and a query by the ID that was just read finds no row. Node's own node:sqlite refuses to read such a value. Each has an option for
# BigInt. Needs Node 24 and npm. Prints what is read; fails if that changes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund sql.js@1.17.0 better-sqlite3@13.2.0

cat >read.mjs <<'END'
import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import Sqlite from 'better-sqlite3';
import initSqlJs from 'sql.js';

const own = new DatabaseSync('a.sqlite');
own.exec('CREATE TABLE orders (id INTEGER PRIMARY KEY)');
own.exec('INSERT INTO orders VALUES (1234567890123456781), (1234567890123456782)');
try {
  own.prepare('SELECT id FROM orders').all();
} catch (error) {
  console.log(`node:sqlite: ${error.code}`);
}
own.close();

const better = new Sqlite('a.sqlite');
const read = better.prepare('SELECT id FROM orders').pluck().all();
const again = better.prepare('SELECT count(*) FROM orders WHERE id = ?').pluck().get(read[0]);
console.log(`better-sqlite3: ${read.join(' ')}, found again ${again}`);

const { Database } = await initSqlJs();
const sqlJs = new Database(readFileSync('a.sqlite'));
const [{ values }] = sqlJs.exec('SELECT id FROM orders');
const [found] = sqlJs.exec('SELECT count(*) FROM orders WHERE id = ?', [values[0][0]]);
console.log(`sql.js: ${values.flat().join(' ')}, found again ${found.values[0][0]}`);
END
node --no-warnings read.mjs | tee seen

cat >expected <<'END'
node:sqlite: ERR_OUT_OF_RANGE
better-sqlite3: 1234567890123456800 1234567890123456800, found again 0
sql.js: 1234567890123456800 1234567890123456800, found again 0
END
diff expected seen
