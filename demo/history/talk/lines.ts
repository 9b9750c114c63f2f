import type { PictureName } from '@demo/seed/samples.ts';

/** One of `texts` is sent; `{produto}` and the like are filled (`words.ts`). */
export type Line =
  | { by: 'customer' | 'agent' | 'note'; texts: string[] }
  | { by: 'customer'; picture: PictureName; texts: string[] }
  | { by: 'customer'; voice: true }
  | { by: 'agent'; document: string; texts: string[] };

export type Queue = 'Vendas' | 'Suporte' | 'Financeiro';

export type Topic = {
  queue: Queue;
  /** Name of a tag that the agent adds. */
  tags?: string[];
  /** How often, compared with other topics. */
  weight: number;
  lines: Line[];
};

export const customer = (...texts: string[]): Line => ({ by: 'customer', texts });
export const agent = (...texts: string[]): Line => ({ by: 'agent', texts });
export const note = (...texts: string[]): Line => ({ by: 'note', texts });
export const photo = (picture: PictureName, ...texts: string[]): Line => ({ by: 'customer', picture, texts });
export const voice = (): Line => ({ by: 'customer', voice: true });
export const document = (name: string, ...texts: string[]): Line => ({ by: 'agent', document: name, texts });
