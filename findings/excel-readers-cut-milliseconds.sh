#!/bin/sh
# read-excel-file 9.3.17 and xlsx 0.18.5 read about three of ten times with milliseconds one millisecond early: a date cell is a number of
# days, and they cut its product with 86,400,000 where exceljs 4.4.0, which wrote the cells, rounds. Rows compared by time with those of
# another export are then not equal. Needs Node 22 or newer and npm. Prints the number of times that differ; fails if that changes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund exceljs@4.4.0 read-excel-file@9.3.17 xlsx@0.18.5

cat >read.mjs <<'END'
import ExcelJs from 'exceljs';
import { readSheet } from 'read-excel-file/node';
import xlsx from 'xlsx';

const first = Date.parse('2026-11-28T00:00:00.123Z');
const times = Array.from({ length: 1000 }, (_, row) => first + row * 7_919_001);
const book = new ExcelJs.Workbook();
book.addWorksheet('a').addRows(times.map((at) => [new Date(at)]));
await book.xlsx.writeFile('a.xlsx');

const again = new ExcelJs.Workbook();
await again.xlsx.readFile('a.xlsx');
const read = {
  exceljs: times.map((_, row) => again.worksheets[0].getRow(row + 1).getCell(1).value),
  'read-excel-file': (await readSheet('a.xlsx')).map(([at]) => at),
  xlsx: xlsx.utils.sheet_to_json(xlsx.readFile('a.xlsx', { cellDates: true }).Sheets.a, { header: 1 }).map(([at]) => at),
};
for (const [name, dates] of Object.entries(read)) {
  const early = dates.filter((at, row) => Number(at) === times[row] - 1);
  const equal = dates.filter((at, row) => Number(at) === times[row]);
  console.log(`${name}: ${equal.length} equal, ${early.length} one millisecond early`);
}
END
TZ=UTC node read.mjs | tee seen

cat >expected <<'END'
exceljs: 1000 equal, 0 one millisecond early
read-excel-file: 697 equal, 303 one millisecond early
xlsx: 722 equal, 278 one millisecond early
END
diff expected seen
