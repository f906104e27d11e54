import { hash32, RandomStream } from '../numbers/random.ts';
import {
  exactNumber,
  type JsonObject,
  type JsonValue,
  type RowDamage,
  withFigures,
  withHolder,
} from './result-rows.ts';

/** Removes in turn the identity, another required field, all figures, and all fields. */
export const loseFields: RowDamage = (row, layout, variety, seed) => {
  const others = layout.isOrderList ? ['ctime', 'symbol'] : [layout.holder ?? layout.figures[0]];
  switch ((variety + seed) % 4) {
    case 0:
      return without(row, [layout.identity]);
    case 1:
      return without(row, others);
    case 2:
      return withHolder(row, layout, (holder) => without(holder, layout.figures));
    default:
      return {};
  }
};

export const gainFields: RowDamage = (row, layout) => ({
  note: 'an undocumented field',
  ...withHolder(row, layout, (holder) => ({ ...holder, extra: '0.01', extra_unit: null })),
  client_id: exactNumber('92233720368547758079'),
  tags: ['a', ['b', { c: [] }]],
  extension: { order_id: 'another', symbol: 'ANOTHER-USDT', data: { close: '1' }, result: [{}], errno: 1 },
  '': '',
  'a name\u0000with "everything"\n': true,
});

/** Replaces in turn the whole row by another type, or one field by a type that the service never sends. */
export const changeTypes: RowDamage = (row, layout, variety, seed) => {
  const figure = (value: JsonValue): JsonObject => withFigures(row, layout, variety, () => value);
  const varieties: readonly JsonValue[] = [
    figure(true),
    null,
    figure({ value: '1' }),
    'a row',
    figure(['1']),
    Object.values(row),
    figure(exactNumber('0.10')),
    exactNumber('7'),
    { ...row, [layout.isOrderList ? 'ctime' : (layout.holder ?? layout.figures[0])]: [exactNumber('1')] },
    [],
  ];
  return varieties[(variety + seed) % varieties.length] ?? null;
};

/** Adds members with the names of properties that every JavaScript object has. */
export const gainPrototypeKeys: RowDamage = (row, layout) => {
  const poison = Object.fromEntries<JsonValue>([
    ['__proto__', { polluted: 'yes', [layout.identity]: 'polluted', price: '666', close: '666', toJSON: 'x' }],
    ['constructor', { prototype: { polluted: 'yes' }, name: 'x' }],
    ['prototype', { polluted: 'yes' }],
    ['hasOwnProperty', exactNumber('1')],
    ['toString', null],
    ['valueOf', 'x'],
  ]);
  return withHolder({ ...poison, ...row }, layout, (holder) => ({ ...poison, ...holder }));
};

const hugeNumbers = ['1e400', `1${'0'.repeat(400)}`, '-1E+400', `${'9'.repeat(401)}.5`];

/** Replaces figures by bare numbers of about 10^400, and sometimes `ctime`. */
export const growNumbers: RowDamage = (row, layout, variety, seed) => {
  const huge = exactNumber(hugeNumbers[(variety + seed) % hugeNumbers.length] ?? '1e400');
  if (layout.isOrderList && variety % 3 === 2) return { ...row, ctime: huge };
  return withFigures(row, layout, variety, () => huge);
};

const noNumbers = ['NaN', 'Infinity', '-Infinity', 'nan', 'null', '-', '1,5', '0x10'];

export const spoilNumbers: RowDamage = (row, layout, variety, seed) =>
  withFigures(row, layout, variety, () => noNumbers[(variety + seed) % noNumbers.length] ?? 'NaN');

export const emptyFigures: RowDamage = (row, layout) => withFigures(row, layout, 'all', () => '');

/** Replaces each figure by 60 digits with the decimal point at a random place. */
export const lengthenFigures: RowDamage = (row, layout, variety, seed) => {
  const random = new RandomStream(hash32(seed, 81, variety));
  return withFigures(row, layout, 'all', () => {
    const digits = Array.from({ length: 60 }, (_, index) => random.integer(index === 0 || index === 59 ? 1 : 0, 9));
    const point = random.integer(1, 59);
    return `${digits.slice(0, point).join('')}.${digits.slice(point).join('')}`;
  });
};

/** Converts `ctime` from seconds to milliseconds. */
export const timeInMilliseconds: RowDamage = (row) => ({
  ...row,
  ctime: exactNumber(`${JSON.stringify(row.ctime)}000`),
});

function without(row: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));
}
