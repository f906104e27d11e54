import { countText } from '../number-form.ts';

/** "1 row", "1,240 rows". */
export function counted(number: number, one: string, many: string): string {
  return `${countText(number)} ${number === 1 ? one : many}`;
}
