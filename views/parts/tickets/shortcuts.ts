import { shownKeys } from '../../ui/shown-keys.ts';

/** Every key that works outside fields, as `aria-keyshortcuts` writes it; islands/keys/keys.ts acts on them. */
export const SHORTCUTS = {
  commands: ['Control+K', 'Meta+K'],
  next: ['j'],
  previous: ['k'],
  open: ['Enter'],
  reply: ['r'],
  editLast: ['Control+ArrowUp'],
  accept: ['Shift+A'],
  return: ['Shift+D'],
  resolve: ['Shift+E'],
  resolveNext: ['Shift+N'],
  undo: ['Shift+Z'],
  leave: ['Escape'],
  help: ['?'],
} as const;

export type Shortcut = keyof typeof SHORTCUTS;

const BY_ACTION: { [action: string]: Shortcut } = {
  accept: 'accept',
  take: 'accept',
  return: 'return',
  resolve: 'resolve',
  resolveNext: 'resolveNext',
};

export function keysOfAction(action: string): string | undefined {
  const shortcut = BY_ACTION[action];
  return shortcut && SHORTCUTS[shortcut][0];
}

/** For a button with this label; nothing where no key does the same. */
export function showsKeys(label: string, keys: string | undefined) {
  return keys ? { title: `${label} (${shownKeys(keys)})`, 'aria-keyshortcuts': keys } : { title: label };
}
