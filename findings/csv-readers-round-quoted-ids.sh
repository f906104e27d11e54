#!/bin/sh
# Readers of CSV that convert values, csv-parse 7.0.3 with cast, csvtojson 2.0.14 with checkType, d3-dsv 3.0.2 with autoType, exceljs 4.4.0, xlsx 0.18.5, turn a quoted
# ID of 19 digits into a rounded number, so that two IDs are equal, and the text 0012 into 12. Papa Parse 5.7.1 with dynamicTyping keeps the IDs, and
# rounds a decimal of 24 places. Without conversion, each keeps every text. Needs Node 22 or newer and npm. Prints what is read; fails if that
# changes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund csv-parse@7.0.3 csvtojson@2.0.14 d3-dsv@3.0.2 exceljs@4.4.0 xlsx@0.18.5 papaparse@5.7.1

cat >read.mjs <<'END'
import { writeFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import csvtojson from 'csvtojson';
import { autoType, csvParse } from 'd3-dsv';
import ExcelJs from 'exceljs';
import Papa from 'papaparse';
import xlsx from 'xlsx';

const rows = ['1234567890123456781', '1234567890123456782'].map((id) => `"${id}","0012","0.100000000000000000000001"`);
const text = ['id,code,pnl', ...rows].join('\n');
writeFileSync('a.csv', text);
const sheet = await new ExcelJs.Workbook().csv.readFile('a.csv');
const cells = sheet.getSheetValues().slice(2).map(([, id, code, pnl]) => ({ id, code, pnl }));
const read = {
  'csv-parse': parse(text, { columns: true, cast: true }),
  csvtojson: await csvtojson({ checkType: true }).fromString(text),
  'd3-dsv': csvParse(text, autoType),
  exceljs: cells,
  xlsx: xlsx.utils.sheet_to_json(xlsx.readFile('a.csv').Sheets.Sheet1),
  papaparse: Papa.parse(text, { header: true, dynamicTyping: true }).data,
};
for (const [name, [first, second]] of Object.entries(read)) {
  const { id, code, pnl } = first;
  console.log(`${name}: ${JSON.stringify({ id, code, pnl })}, IDs ${id === second.id ? 'equal' : 'different'}`);
}
END
node read.mjs | tee seen

cat >expected <<'END'
csv-parse: {"id":1234567890123456800,"code":12,"pnl":0.1}, IDs equal
csvtojson: {"id":1234567890123456800,"code":12,"pnl":0.1}, IDs equal
d3-dsv: {"id":1234567890123456800,"code":12,"pnl":0.1}, IDs equal
exceljs: {"id":1234567890123456800,"code":12,"pnl":0.1}, IDs equal
xlsx: {"id":1234567890123456800,"code":12,"pnl":0.1}, IDs equal
papaparse: {"id":"1234567890123456781","code":12,"pnl":0.1}, IDs different
END
diff expected seen
