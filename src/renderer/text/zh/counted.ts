import { countText } from '../number-form.ts';

export function orders(number: number): string {
  return `${countText(number)} 笔委托`;
}

export function plans(number: number): string {
  return `${countText(number)} 笔计划委托`;
}

export function trades(number: number): string {
  return `${countText(number)} 笔交易`;
}

export function rows(number: number): string {
  return `${countText(number)} 条`;
}

/** "3 至 5", "3 天至 5 天": no space beside a Chinese character. */
export function fromTo(from: string, to: string): string {
  return `${from}${/\p{Script=Han}$/u.test(from) ? '' : ' '}至 ${to}`;
}

export function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}
