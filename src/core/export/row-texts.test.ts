import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ColumnTexts, RowsByColumns } from '../../history/index.ts';
import type { Trade } from '../../shared/contract/trades.ts';
import type { HistoryList } from '../../shared/orders/history.ts';
import { blankTrade } from '../../shared/testing/blank-row.ts';
import { parseCsv } from '../../shared/testing/parse-csv.ts';
import { escapeFormula } from '../../shared/values/formula.ts';
import type { HistoryRow } from './fields.ts';
import { isoTimes, rowColumns, textsOf, tradeColumns } from './row-texts.ts';
import { exportQuery, order, planOrder } from './testing/sample-rows.ts';

type ExportForm = ReturnType<typeof exportQuery>;

const zone = 'Europe/Berlin';

const tradeTexts = (form: Parameters<typeof tradeColumns>[0]) => textsOf(form, tradeColumns(form));

function textOf(form: ExportForm, ...rows: HistoryRow[]): string {
  const texts = textsOf(form, rowColumns(form));
  return texts.head + texts.of(rows);
}

describe('CSV', () => {
  it('has the requested columns in their order, with their headings', () => {
    const columns: ExportForm['columns'] = [
      { field: 'createdAt', heading: 'Created' },
      { field: 'symbol', heading: 'Symbol, all' },
      { field: 'pnl', heading: 'PnL' },
      { field: 'averagePrice', heading: 'Average' },
    ];
    expect(textOf(exportQuery({ zone, columns }), order(), order({ pnl: '0.000', averagePrice: null }))).toBe(
      'Created,"Symbol, all",PnL,Average\r\n' +
        '2025-03-02T13:05:09.000+01:00,BTC-USDT,-1.50,0.0001\r\n' +
        '2025-03-02T13:05:09.000+01:00,BTC-USDT,0.000,\r\n',
    );
  });

  it('has every field and the raw row without a choice of columns', () => {
    const raw = '{"order_id":"1001",\n "symbol":"a,\\"b\\"","profit":-1.50}';
    expect(parseCsv(textOf(exportQuery({ columns: null, zone }), order({ raw, action: null })))).toEqual([
      [
        ...['key', 'id', 'marginMode', 'createdAt', 'symbol', 'type', 'side', 'kind', 'action', 'status', 'price'],
        ...['averagePrice', 'quantity', 'filledQuantity', 'pnl', 'leverage', 'costMethod', 'note', 'tags', 'raw'],
      ],
      [
        ...['isolated:1001', '1001', 'isolated', '2025-03-02T13:05:09.000+01:00', 'BTC-USDT', 'buy-limit', 'buy'],
        ...['limit', '', 'filled', '0.00010', '0.0001', '12', '12', '-1.50', '20', 'unknown', '', '', raw],
      ],
    ]);
    expect(parseCsv(textOf(exportQuery({ columns: null, list: 'plan-history', zone }), planOrder()))).toEqual([
      [
        ...['key', 'id', 'marginMode', 'createdAt', 'symbol', 'type', 'side', 'kind', 'status', 'triggerDirection'],
        ...[
          'triggerPrice',
          'price',
          'quantity',
          'filledQuantity',
          'takeProfit',
          'stopLoss',
          'leverage',
          'lastSeenAt',
          'endedAt',
          'note',
          'tags',
          'raw',
        ],
      ],
      [
        ...['cross:p1', 'p1', 'cross', '2025-07-01T02:00:00.000+02:00', 'ETH-USDT', 'sell-market', 'sell', 'market'],
        ...['fully-executed', 'falls-to', '3000', '', '2', '2', '', '2900.5', '5', '', '', '', '', '{"order_id":"p1"}'],
      ],
    ]);
  });

  it('misses no field of a row', () => {
    for (const [list, row] of [
      ['order-history', order()],
      ['plan-history', planOrder()],
    ] as const) {
      const [head] = parseCsv(textOf(exportQuery({ columns: null, list }), row));
      const own = list === 'plan-history' ? ['lastSeenAt', 'endedAt', 'note', 'tags'] : ['costMethod', 'note', 'tags'];
      expect([...(head ?? [])].sort()).toEqual([...Object.keys(row), ...own].sort());
    }
  });

  it('says between which times a plan order was seen to end', () => {
    const ended = { lastSeenAt: Date.UTC(2025, 6, 2), missedAt: Date.UTC(2025, 6, 2, 0, 0, 5) };
    const columns: ExportForm['columns'] = [
      { field: 'lastSeenAt', heading: 'Last seen open' },
      { field: 'endedAt', heading: 'Ended' },
    ];
    const form = exportQuery({ columns, list: 'plan-history', zone: 'UTC' });
    expect(textOf(form, planOrder({ ended }), planOrder())).toBe(
      'Last seen open,Ended\r\n2025-07-02T00:00:00.000+00:00,2025-07-02T00:00:05.000+00:00\r\n,\r\n',
    );
  });

  it('says beside the PnL how the exchange counts, and estimates what is left after fees if the user has entered rates', () => {
    const columns: ExportForm['columns'] = [
      { field: 'pnl', heading: 'PnL' },
      { field: 'costMethod', heading: 'Cost method' },
      { field: 'estimatedPnlAfterFeesLowest', heading: 'Lowest' },
      { field: 'estimatedPnlAfterFeesHighest', heading: 'Highest' },
    ];
    const rates = { maker: '0.02', taker: '0.05' };
    const fees = { lowest: '0.0352', highest: '0.0505', unpriced: 0 };
    const rows: HistoryRow[] = [
      { ...order({ pnl: '1' }), costMethod: 'fifo', fees },
      // Nothing was executed, the size of a contract is not known, and the exchange sent no PnL.
      { ...order({ pnl: '0' }), costMethod: 'average', fees: null },
      { ...order({ pnl: '2' }), costMethod: null, fees: { ...fees, unpriced: 1 } },
      { ...order({ pnl: null }), costMethod: 'fifo', fees },
    ];
    expect(textOf(exportQuery({ columns, rates }), ...rows)).toBe(
      'PnL,Cost method,Lowest,Highest\r\n1,fifo,0.9495,0.9648\r\n0,average,,\r\n2,unknown,,\r\n,fifo,,\r\n',
    );
    const ofAll = (list: HistoryList, query = {}) =>
      parseCsv(textOf(exportQuery({ list, columns: null, ...query })))[0];
    const estimate = ['estimatedPnlAfterFeesLowest', 'estimatedPnlAfterFeesHighest'];
    expect(ofAll('order-history', { rates })).toEqual(expect.arrayContaining(estimate));
    for (const head of [ofAll('order-history'), ofAll('plan-history', { rates })])
      expect(head).not.toEqual(expect.arrayContaining([estimate[0]]));
  });

  it('starts with a byte order mark on request', () => {
    const form = exportQuery({ byteOrderMark: true });
    expect([...Buffer.from(textOf(form))].slice(0, 4)).toEqual([0xef, 0xbb, 0xbf, 'O'.charCodeAt(0)]);
    expect(textOf(exportQuery())[0]).toBe('O');
  });

  it('uses the chosen separator', () => {
    expect(textOf(exportQuery({ separator: 'semicolon' }), order())).toBe('Order id;PnL\r\n1001;-1.50\r\n');
    expect(textOf(exportQuery({ separator: 'tab' }), order())).toBe('Order id\tPnL\r\n1001\t-1.50\r\n');
  });

  it('escapes formulas of the exchange and of the page', () => {
    const columns: ExportForm['columns'] = [
      { field: 'id', heading: '=1+1' },
      { field: 'symbol', heading: 'Symbol' },
      { field: 'kind', heading: 'Kind' },
      { field: 'status', heading: 'Status' },
    ];
    const hostile = order({ id: '@1', symbol: '＝A1-USDT', kind: '+1', status: 'unknown:=1' });
    expect(parseCsv(textOf(exportQuery({ columns }), hostile))).toEqual([
      ["'=1+1", 'Symbol', 'Kind', 'Status'],
      ["'@1", "'＝A1-USDT", "'+1", 'unknown:=1'],
    ]);
  });
});

describe('JSON Lines', () => {
  it('has the requested fields by their own names', () => {
    expect(textOf(exportQuery({ format: 'jsonl', byteOrderMark: true }), order(), order({ pnl: null }))).toBe(
      '{"id":"1001","pnl":"-1.50"}\n{"id":"1001","pnl":null}\n',
    );
  });

  it('keeps every digit, also of the raw row, for readers with binary numbers', () => {
    const digits = `-${'1234567890'.repeat(6)}.${'0987654321'.repeat(6)}0`;
    const raw = `{"order_id":"1001","profit":${digits},\r\n"profit":1e400}`;
    const text = textOf(exportQuery({ format: 'jsonl', columns: null, zone }), order({ pnl: digits, raw }));
    expect(text.match(/\n/g)).toHaveLength(1);
    expect(JSON.parse(text)).toEqual({
      ...order({ pnl: digits, raw, createdAt: '2025-03-02T13:05:09.000+01:00' as never }),
      costMethod: 'unknown',
      note: null,
      tags: null,
    });
  });

  it('escapes nothing, because no program runs it', () => {
    const text = textOf(exportQuery({ format: 'jsonl' }), order({ id: '=1+1' }));
    expect(JSON.parse(text)).toMatchObject({ id: '=1+1' });
  });
});

it('rejects a column that the list does not have', () => {
  for (const format of ['csv', 'jsonl'] as const) {
    const form = exportQuery({ format, list: 'plan-history' });
    expect(() => rowColumns(form)).toThrow(expect.objectContaining({ code: 'invalid-input' }));
  }
});

describe('the user’s note', () => {
  const columns = [
    { field: 'note', heading: 'Note' },
    { field: 'tags', heading: 'Tags' },
  ] as const;
  const notes = ['late "entry", #fomo\n#top', '=1+1', '- bought', '\u202e#a', ''] as const;

  it('is a field of its own in CSV, with its lines and tags, and is no formula', () => {
    const rows = notes.map((note) => ({ ...order(), ...(note === '' ? {} : { note }) }));
    const form = exportQuery({ columns: [...columns], separator: 'semicolon' });
    expect(parseCsv(textOf(form, ...rows), 'semicolon')).toEqual([
      ['Note', 'Tags'],
      ['late "entry", #fomo\n#top', 'fomo top'],
      ["'=1+1", ''],
      ["'- bought", ''],
      ['\u202e#a', 'a'],
      ['', ''],
    ]);
  });

  it('is unchanged in JSON Lines, also of a trade', () => {
    const [note] = notes;
    const form = exportQuery({ columns: [...columns], format: 'jsonl' });
    const expected = { note, tags: 'fomo top' };
    expect(JSON.parse(textOf(form, { ...order(), note }))).toEqual(expected);
    const { of } = tradeTexts(form as Parameters<typeof tradeColumns>[0]);
    expect(JSON.parse(String(of([{ ...({} as Trade), note }])))).toEqual(expected);
  });
});

describe('for any row', () => {
  const decimal = fc.stringMatching(/^-?(0|[1-9]\d{0,40})(\.\d{1,30})?$/);
  const rows = fc.array(
    fc
      .record({
        id: fc.string({ unit: 'grapheme', minLength: 1 }),
        symbol: fc.string({ unit: 'grapheme', minLength: 1 }),
        kind: fc.string({ unit: 'grapheme' }),
        pnl: fc.option(decimal),
        price: fc.option(decimal),
        createdAt: fc.integer({ min: Date.UTC(2009, 0, 1), max: Date.UTC(2100, 0, 1) }),
        raw: fc.json(),
      })
      .map(order),
  );
  const separators = fc.constantFrom('comma', 'semicolon', 'tab');

  it('CSV has exactly its values', () => {
    fc.assert(
      fc.property(rows, separators, fc.boolean(), (given, separator, byteOrderMark) => {
        const text = textOf(exportQuery({ columns: null, separator, byteOrderMark, zone }), ...given);
        const [head = [], ...records] = parseCsv(text.replace(/^\uFEFF/, ''), separator);
        const found = records.map((record) => new Map(record.map((value, index) => [head[index], value])));
        expect(found).toHaveLength(given.length);
        for (const [index, row] of given.entries()) {
          expect(found[index]?.get('pnl')).toBe(row.pnl ?? '');
          expect(found[index]?.get('price')).toBe(row.price ?? '');
          expect(Date.parse(found[index]?.get('createdAt') ?? '')).toBe(row.createdAt);
          for (const field of ['id', 'symbol', 'kind', 'raw'] as const)
            expect(found[index]?.get(field)).toBe(escapeFormula(row[field]));
        }
      }),
    );
  });

  it('JSON Lines have exactly its values', () => {
    fc.assert(
      fc.property(rows, (given) => {
        const text = textOf(exportQuery({ format: 'jsonl', columns: null, zone }), ...given);
        const lines = text.split('\n').slice(0, -1);
        const found = lines.map((line) => JSON.parse(line));
        expect(
          found.map(({ createdAt, costMethod, note, tags, ...row }) => ({ ...row, createdAt: Date.parse(createdAt) })),
        ).toEqual(given);
        expect(
          found.every(({ note, tags, costMethod }) => note === null && tags === null && costMethod === 'unknown'),
        ).toBe(true);
      }),
    );
  });
});

it('writes received texts as they are stored like those of rows', () => {
  const text = fc.oneof(
    fc.constantFrom('', '{"a":"=1"}', '{"a\\', '{"\n"}', '{"账"}', '=1', 'ID', '"', 'a,b'),
    fc.string({ unit: 'binary' }).map((each) => `{"${each.replaceAll('\u0000', '0').toWellFormed()}`),
  );
  fc.assert(
    fc.property(fc.array(text), (raws) => {
      const bytes = Buffer.from(`${raws.map((raw) => `${raw}\u0000`).join('')}${' '.repeat(8)}`);
      const raw = ColumnTexts.readPlain(bytes, 0, raws.length) as ColumnTexts;
      const [times, facts] = [new Float64Array(raws.length), raws.map(() => ({}))];
      const stored = new RowsByColumns<HistoryRow>({ texts: { raw }, times, facts }, {});
      for (const format of ['csv', 'jsonl'] as const) {
        const form = exportQuery({ format, columns: null });
        const { of } = textsOf(form, rowColumns(form));
        expect(String(of(stored))).toBe(String(of(raws.map((each) => ({ raw: each, createdAt: 0 }) as HistoryRow))));
      }
    }),
  );
});

describe('isoTimes', () => {
  it.each([
    ['Europe/Berlin', '2025-03-02T12:05:09.000Z', '2025-03-02T13:05:09.000+01:00'],
    ['Europe/Berlin', '2025-07-02T12:05:09.007Z', '2025-07-02T14:05:09.007+02:00'],
    // The offset tells the two hours apart when the clocks are set back.
    ['Europe/Berlin', '2025-10-26T00:30:00.000Z', '2025-10-26T02:30:00.000+02:00'],
    ['Europe/Berlin', '2025-10-26T01:30:00.000Z', '2025-10-26T02:30:00.000+01:00'],
    ['UTC', '2025-03-02T12:05:09.000Z', '2025-03-02T12:05:09.000+00:00'],
    ['Europe/London', '2025-01-02T12:05:09.000Z', '2025-01-02T12:05:09.000+00:00'],
    ['America/New_York', '2025-01-01T03:00:00.000Z', '2024-12-31T22:00:00.000-05:00'],
    ['America/St_Johns', '2025-01-01T03:00:00.000Z', '2024-12-31T23:30:00.000-03:30'],
    ['Asia/Kathmandu', '2024-12-31T18:15:00.000Z', '2025-01-01T00:00:00.000+05:45'],
    ['Pacific/Kiritimati', '2025-01-01T00:00:00.000Z', '2025-01-01T14:00:00.000+14:00'],
  ])('%s', (zone, time, expected) => {
    expect(isoTimes(zone)(Date.parse(time))).toBe(expected);
  });

  it('keep the moment for any time in any zone', () => {
    const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
    const times = fc.integer({ min: Date.UTC(2009, 0, 1), max: Date.UTC(2100, 11, 31) });
    fc.assert(
      fc.property(zones, times, (zone, time) => {
        const written = isoTimes(zone)(time);
        expect(written).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d$/);
        expect(Date.parse(written)).toBe(time);
      }),
    );
  });

  it('throw for an unknown zone', () => {
    expect(() => isoTimes('Mars/Olympus')).toThrow(RangeError);
  });
});

describe('trades', () => {
  const trade: Trade = {
    ...blankTrade(),
    key: 'cross:1',
    symbol: 'BTC-USDT',
    marginMode: 'cross',
    side: 'long',
    state: 'open',
    openedAt: Date.UTC(2025, 2, 2, 12, 5, 9),
    closedAt: null,
    duration: null,
    orders: 3,
    largestSize: '10',
    openedQuantity: '12',
    closedQuantity: '2',
    entryPrice: '105.5',
    exitPrice: '120',
    pnl: '-1.50',
    pnlPerContract: '-0.75',
    leverage: '20',
    incomplete: ['missing-start', 'gap'],
  };
  const form = { ...exportQuery({ zone, columns: null }), separator: 'semicolon' as const };

  it('have every field as a record or an object, with times in the zone', () => {
    const { head, of } = tradeTexts(form);
    const [names, values] = parseCsv((head + of([trade])).replaceAll(';', ','));
    expect(Object.fromEntries((names ?? []).map((name, index) => [name, values?.[index]]))).toMatchObject({
      key: 'cross:1',
      openedAt: '2025-03-02T13:05:09.000+01:00',
      closedAt: '',
      orders: '3',
      incomplete: 'missing-start gap',
    });
    const { duration: _, ...others } = trade;
    const ended = { ...trade, closedAt: 0, duration: 1500, incomplete: [] };
    expect(JSON.parse(String(tradeTexts({ ...form, format: 'jsonl' }).of([ended])))).toEqual({
      ...others,
      openedAt: '2025-03-02T13:05:09.000+01:00',
      closedAt: '1970-01-01T01:00:00.000+01:00',
      durationMs: '1500',
      orders: '3',
      incomplete: null,
      costMethod: 'unknown',
      note: null,
      tags: null,
    });
    const rates = { maker: '0.02', taker: '0.05' };
    const fees = { lowest: '0.5', highest: '0.5', unpriced: 0 };
    expect(
      JSON.parse(String(tradeTexts({ ...form, format: 'jsonl', rates }).of([{ ...trade, costMethod: 'fifo', fees }]))),
    ).toMatchObject({
      pnl: '-1.50',
      costMethod: 'fifo',
      estimatedPnlAfterFeesLowest: '-2',
      estimatedPnlAfterFeesHighest: '-2',
    });
  });

  it('have the requested columns, and no others', () => {
    const columns = [
      { field: 'pnl', heading: 'PnL' },
      { field: 'symbol', heading: 'Symbol' },
    ];
    const { head, of } = tradeTexts({ ...form, columns });
    expect(head + of([trade])).toBe('PnL;Symbol\r\n-1.50;BTC-USDT\r\n');
    const duration = tradeTexts({ ...form, columns: [{ field: 'duration', heading: 'Duration' }] });
    expect(duration.head + duration.of([{ ...trade, duration: 1500 }])).toBe('Duration (ms)\r\n1500\r\n');
    expect(() => tradeTexts({ ...form, columns: [{ field: 'averagePrice', heading: '' }] })).toThrow(
      expect.objectContaining({ code: 'invalid-input' }),
    );
  });
});
