import { type ComponentType, createContext, createElement, type ReactNode, useContext } from 'react';

export type Plain =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly Plain[]
  | { readonly [key: string]: Plain }
  | ((...args: never[]) => void);

export type Rendered = { children: ReactNode } | { dangerouslySetInnerHTML: { __html: string } };
export type Render = <P extends { [K in keyof P]: Plain }>(of: ComponentType<P>, props: P) => Rendered;

const RenderContext = createContext<Render>((of, props) => ({ children: createElement(of, props) }));

export const RenderProvider = RenderContext.Provider;

export function useRender(): Render {
  return useContext(RenderContext);
}
