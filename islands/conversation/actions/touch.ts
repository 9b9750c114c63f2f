import { pullAndHold } from '../../phone/pull-and-hold.ts';

const REPLY_PX = 64;
const MAX_PX = 80;

type TouchActions = {
  onReply: (id: string) => void;
  onHold: (id: string, bubble: HTMLElement) => void;
};

/** Swiping a message right replies to it; holding opens its menu. Returns a function that stops it. */
export function startTouch(box: HTMLElement, { onReply, onHold }: TouchActions): () => void {
  return pullAndHold(box, {
    rowOf: (target) =>
      target.closest('input[type=range]') ? null : target.closest<HTMLElement>('[data-message]'),
    follow: (_, sideways) => Math.min(MAX_PX, Math.max(0, sideways)),
    farPx: REPLY_PX,
    show: (row, moved) => {
      row.style.transform = moved === 0 ? '' : `translateX(${moved}px)`;
    },
    act: (row) => onReply(row.dataset.message ?? ''),
    holds: (target) => target.closest('[data-bubble]') !== null && !target.closest('a'),
    hold: (row) => {
      const bubble = row.querySelector<HTMLElement>('[data-bubble]');
      if (bubble) onHold(row.dataset.message ?? '', bubble);
    },
  });
}
