import { createContext, useContext } from 'react';
import { en } from './en.ts';

export type Text = typeof en;

const TextContext = createContext<Text>(en);
export const TextProvider = TextContext.Provider;

/** The texts of the current language. */
export function useText(): Text {
  return useContext(TextContext);
}
