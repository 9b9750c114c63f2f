import { type KeyboardEvent, type RefObject, useState } from 'react';
import { type Asked, askedMention, offeredFor, type Person, withMention } from './mention-text.ts';

export function useMentions(
  field: RefObject<HTMLTextAreaElement | null>,
  people: readonly Person[],
  write: (text: string) => void,
) {
  const [asked, setAsked] = useState<Asked | undefined>();
  const [at, setAt] = useState(0);
  const offered = asked ? offeredFor(asked, people) : [];

  const update = () => {
    const element = field.current;
    setAsked(element ? askedMention(element.value, element.selectionStart) : undefined);
    setAt(0);
  };
  const choose = (person: Person) => {
    const element = field.current;
    if (!element || !asked) return;
    const { text, caret } = withMention(element.value, asked, person);
    write(text);
    setAsked(undefined);
    requestAnimationFrame(() => {
      element.focus();
      element.setSelectionRange(caret, caret);
    });
  };
  const close = () => setAsked(undefined);
  const takesKey = (event: KeyboardEvent): boolean => {
    const chosen = offered[at];
    if (!chosen) return false;
    const { length } = offered;
    if (event.key === 'ArrowDown') setAt((at + 1) % length);
    else if (event.key === 'ArrowUp') setAt((at + length - 1) % length);
    else if (event.key === 'Enter' || event.key === 'Tab') choose(chosen);
    else if (event.key === 'Escape') close();
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  return { offered, at, update, choose, close, takesKey };
}
