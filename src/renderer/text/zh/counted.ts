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

export function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}
