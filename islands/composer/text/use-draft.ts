import { type RefObject, useCallback, useLayoutEffect, useState } from 'react';
import { drafts, loadDrafts, saveDraft } from '../../workspace/drafts.ts';
import { prefetchExtras } from '../../workspace/use-extras.ts';

/** Then the style sheet grows the field, without a layout for each letter. */
const isGrowing = () => globalThis.CSS?.supports?.('field-sizing: content');

export function useDraft(
  field: RefObject<HTMLTextAreaElement | null>,
  me: { id: number; companyId: number },
  ticketId: number,
) {
  // Undefined at first: hydrating with '' would erase what was typed before this script was loaded.
  const [shown, setText] = useState<string | undefined>();
  const text = shown ?? '';

  // A layout effect, because Enter right after hydration must find what the field contains.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the composer comes to life
  useLayoutEffect(() => {
    loadDrafts(me);
    const early = field.current?.value ?? '';
    if (early) write(early);
    else setText(drafts.get().get(ticketId) ?? '');
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text
  useLayoutEffect(() => {
    const element = field.current;
    if (!element || isGrowing()) return;
    void prefetchExtras().then(
      ({ grow }) => grow(element),
      () => undefined,
    );
  }, [text]);

  const write = useCallback(
    (next: string) => {
      setText(next);
      saveDraft(ticketId, next);
    },
    [ticketId],
  );

  const insert = useCallback(
    (piece: string) => {
      const element = field.current;
      const from = element?.selectionStart ?? text.length;
      const to = element?.selectionEnd ?? text.length;
      const next = text.slice(0, from) + piece + text.slice(to);
      if (element) {
        // At once, so that text typed before the next frame is appended to it.
        element.value = next;
        element.focus();
        element.setSelectionRange(from + piece.length, from + piece.length);
      }
      write(next);
    },
    [field, text, write],
  );
  return { text, shown, write, insert };
}
