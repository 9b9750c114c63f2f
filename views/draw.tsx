import { type ComponentType, createContext, createElement, type ReactNode, useContext } from 'react';

/** What JSON holds whole, and listeners, which leave no trace in the markup. */
export type Plain =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly Plain[]
  | { readonly [key: string]: Plain }
  | ((...args: never[]) => void);

export type Drawn = { children: ReactNode } | { dangerouslySetInnerHTML: { __html: string } };
export type Draw = <P extends { [K in keyof P]: Plain }>(of: ComponentType<P>, props: P) => Drawn;

const DrawContext = createContext<Draw>((of, props) => ({ children: createElement(of, props) }));

export const DrawProvider = DrawContext.Provider;

/** What an element holds, for the server to draw it once and keep it (kept-markup.tsx). */
export function useDraw(): Draw {
  return useContext(DrawContext);
}
