import type { ClipboardEvent, KeyboardEvent } from 'react';
import { markFor, marksOf, toggleMark } from './rich-text.ts';

type Field = HTMLTextAreaElement;

export function pasteMarked(event: ClipboardEvent<Field>, insert: (text: string) => void): void {
  const marked = marksOf(event.clipboardData.getData('text/html'));
  if (!marked || marked === event.clipboardData.getData('text/plain').trim()) return;
  event.preventDefault();
  insert(marked);
}

export function markByKey(event: KeyboardEvent, write: (text: string) => void): boolean {
  const mark = markFor(event.nativeEvent);
  const field = event.target;
  if (!mark || !(field instanceof HTMLTextAreaElement)) return false;
  event.preventDefault();
  const { value: text, selectionStart: from, selectionEnd: to } = field;
  const marked = toggleMark({ text, from, to }, mark);
  // At once: a key pressed before the next frame already moves the caret.
  field.value = marked.text;
  field.setSelectionRange(marked.from, marked.to);
  write(marked.text);
  return true;
}
