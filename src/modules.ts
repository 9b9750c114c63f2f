import type { EventName } from './kernel/bus.ts';
import type { Module } from './kernel/module.ts';
import type { OutboxKind } from './kernel/outbox.ts';
import type { UndoKind } from './kernel/undo.ts';
import { tags } from './modules/tags/tags.module.ts';

const modules = [tags] as const;

/** The modules from low to high: each uses those before it, never one behind it. */
export const MODULES: readonly Module[] = modules as readonly unknown[] as Module[];

type KeysOf<M, Part extends 'listeners' | 'outbox' | 'undo'> = M extends { [K in Part]: infer Handlers }
  ? keyof Handlers
  : never;
type Brought<Part extends 'listeners' | 'outbox' | 'undo'> = KeysOf<(typeof modules)[number], Part>;

/** An event that nobody is told of, or a row that nobody handles, stands here and does not compile. */
type Forgotten =
  | Exclude<EventName, Brought<'listeners'>>
  | Exclude<OutboxKind, Brought<'outbox'>>
  | Exclude<UndoKind, Brought<'undo'>>;
/** `true` when nothing is forgotten. */
export type NothingForgotten = [Forgotten] extends [never] ? true : Forgotten;
