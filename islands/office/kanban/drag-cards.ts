type Dragged = { ticketId: number; from: number };

type Drag = {
  board: HTMLElement;
  onStart(card: Dragged): void;
  onOver(column: number | undefined): void;
  onDrop(card: Dragged, to: number): void;
  onEnd(): void;
};

const SLACK_PX = 5;
const EDGE_PX = 56;
const SCROLL_PX = 14;
/** Pause after scrolling to a column, at least until the pointer moves, so that a card can be dropped. */
const PAUSE_MS = 600;

/** By mouse anywhere on a card; by finger at its grip, since a finger elsewhere scrolls. Escape puts it back. */
export function startCardDrag({ board, ...handlers }: Drag): () => void {
  let stop: AbortController | undefined;

  function down(event: PointerEvent): void {
    const target = event.target as Element;
    const element = target.closest<HTMLElement>('[data-card]');
    const grip = target.closest('[data-grip]');
    if (!element || event.button !== 0 || !event.isPrimary) return;
    if (!grip && (event.pointerType === 'touch' || target.closest('button'))) return;
    stop?.abort();
    stop = new AbortController();
    follow(element, event, stop);
  }

  function follow(element: HTMLElement, start: PointerEvent, running: AbortController): void {
    const { signal } = running;
    const card = { ticketId: Number(element.dataset.card), from: Number(element.dataset.from) };
    let ghost: Ghost | undefined;
    let over: number | undefined;
    let [x, y] = [start.clientX, start.clientY];
    let pausedUntil = 0;

    const update = () => {
      const element = columnAt(x, y);
      const column = element && Number(element.dataset.column);
      if (column !== over) handlers.onOver(column);
      over = column;
    };
    const move = (event: PointerEvent) => {
      if (event.pointerId !== start.pointerId) return;
      [x, y] = [event.clientX, event.clientY];
      if (pausedUntil < event.timeStamp) pausedUntil = 0;
      if (!ghost) {
        if (Math.hypot(x - start.clientX, y - start.clientY) < SLACK_PX) return;
        ghost = makeGhost(element, start);
        handlers.onStart(card);
        scroll();
      }
      ghost.to(x, y);
      update();
    };
    const scroll = () => {
      if (signal.aborted) return;
      const { left, right } = board.getBoundingClientRect();
      const by = x < left + EDGE_PX ? -SCROLL_PX : x > right - EDGE_PX ? SCROLL_PX : 0;
      if (by === 0) pausedUntil = 0;
      else if (pausedUntil === 0) {
        const wasWhole = isWhole(board, columnAt(x, y));
        board.scrollLeft += by;
        update();
        if (!wasWhole && isWhole(board, columnAt(x, y))) pausedUntil = performance.now() + PAUSE_MS;
      }
      requestAnimationFrame(scroll);
    };
    const up = (event: PointerEvent) => {
      if (event.pointerId !== start.pointerId) return;
      const to = ghost ? over : undefined;
      if (ghost) swallowClick();
      running.abort();
      if (to !== undefined) handlers.onDrop(card, to);
    };
    const cancel = (event: PointerEvent) => {
      if (event.pointerId === start.pointerId) running.abort();
    };
    const key = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      // The card below the pointer would open its ticket.
      if (ghost) addEventListener('pointerup', swallowClick, { once: true });
      running.abort();
    };
    addEventListener('pointermove', move, { signal });
    addEventListener('pointerup', up, { signal });
    addEventListener('pointercancel', cancel, { signal });
    addEventListener('keydown', key, { signal, capture: true });
    signal.addEventListener('abort', () => {
      ghost?.remove();
      if (ghost) handlers.onEnd();
    });
  }

  board.addEventListener('pointerdown', down);
  return () => {
    stop?.abort();
    board.removeEventListener('pointerdown', down);
  };
}

function columnAt(x: number, y: number): HTMLElement | undefined {
  return document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-column]') ?? undefined;
}

function isWhole(board: HTMLElement, column: HTMLElement | undefined): boolean {
  if (!column) return false;
  const [inner, outer] = [column.getBoundingClientRect(), board.getBoundingClientRect()];
  return inner.left >= outer.left && inner.right <= outer.right;
}

type Ghost = { to(x: number, y: number): void; remove(): void };

function makeGhost(element: HTMLElement, { clientX, clientY }: PointerEvent): Ghost {
  const at = element.getBoundingClientRect();
  const ghost = element.cloneNode(true) as HTMLElement;
  for (const named of [ghost, ...ghost.querySelectorAll('[id]')]) named.removeAttribute('id');
  ghost.removeAttribute('data-card');
  ghost.setAttribute('aria-hidden', 'true');
  ghost.classList.add('board-ghost');
  ghost.style.width = `${at.width}px`;
  document.body.append(ghost);
  return {
    to(x, y) {
      ghost.style.translate = `${at.left + x - clientX}px ${at.top + y - clientY}px`;
    },
    remove: () => ghost.remove(),
  };
}

function swallowClick(): void {
  const end = new AbortController();
  const swallow = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener('click', swallow, { capture: true, once: true, signal: end.signal });
  setTimeout(() => end.abort(), 0);
}
