type Dragged = { ticketId: number; from: number };

type Drag = {
  board: HTMLElement;
  onStart(card: Dragged): void;
  onOver(lane: number | undefined): void;
  onDrop(card: Dragged, to: number): void;
  onEnd(): void;
};

/** A click may tremble. */
const SLACK_PX = 5;
const EDGE_PX = 56;
const SCROLL_PX = 14;
/** A lane that the edge has brought stays so long, and then until the finger moves on: it must be possible to let go over it. */
const REST_MS = 600;

/** By mouse anywhere on a card; by finger at its grip, since a finger elsewhere scrolls. Escape puts it back. */
export function startCardDrag({ board, ...hear }: Drag): () => void {
  let stop: AbortController | undefined;

  function down(event: PointerEvent): void {
    const target = event.target as Element;
    const element = target.closest<HTMLElement>('[data-card]');
    const grip = target.closest('[data-grip]');
    if (!element || event.button !== 0 || !event.isPrimary) return;
    if (!grip && (event.pointerType === 'touch' || target.closest('a, button'))) return;
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
    let restsUntil = 0;

    const look = () => {
      const element = laneAt(x, y);
      const lane = element && Number(element.dataset.lane);
      if (lane !== over) hear.onOver(lane);
      over = lane;
    };
    const move = (event: PointerEvent) => {
      if (event.pointerId !== start.pointerId) return;
      [x, y] = [event.clientX, event.clientY];
      if (restsUntil < event.timeStamp) restsUntil = 0;
      if (!ghost) {
        if (Math.hypot(x - start.clientX, y - start.clientY) < SLACK_PX) return;
        ghost = makeGhost(element, start);
        hear.onStart(card);
        scroll();
      }
      ghost.to(x, y);
      look();
    };
    const scroll = () => {
      if (signal.aborted) return;
      const { left, right } = board.getBoundingClientRect();
      const by = x < left + EDGE_PX ? -SCROLL_PX : x > right - EDGE_PX ? SCROLL_PX : 0;
      if (by === 0) restsUntil = 0;
      else if (restsUntil === 0) {
        const wasWhole = isWhole(board, laneAt(x, y));
        board.scrollLeft += by;
        look();
        if (!wasWhole && isWhole(board, laneAt(x, y))) restsUntil = performance.now() + REST_MS;
      }
      requestAnimationFrame(scroll);
    };
    const up = (event: PointerEvent) => {
      if (event.pointerId !== start.pointerId) return;
      const to = ghost ? over : undefined;
      if (ghost) swallowClick();
      running.abort();
      if (to !== undefined) hear.onDrop(card, to);
    };
    const cancel = (event: PointerEvent) => {
      if (event.pointerId === start.pointerId) running.abort();
    };
    const key = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      running.abort();
    };
    addEventListener('pointermove', move, { signal });
    addEventListener('pointerup', up, { signal });
    addEventListener('pointercancel', cancel, { signal });
    addEventListener('keydown', key, { signal, capture: true });
    signal.addEventListener('abort', () => {
      ghost?.remove();
      if (ghost) hear.onEnd();
    });
  }

  board.addEventListener('pointerdown', down);
  return () => {
    stop?.abort();
    board.removeEventListener('pointerdown', down);
  };
}

function laneAt(x: number, y: number): HTMLElement | undefined {
  return document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-lane]') ?? undefined;
}

function isWhole(board: HTMLElement, lane: HTMLElement | undefined): boolean {
  if (!lane) return false;
  const [inner, outer] = [lane.getBoundingClientRect(), board.getBoundingClientRect()];
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

/** The end of a drag is no click on what was dragged. */
function swallowClick(): void {
  const end = new AbortController();
  const swallow = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener('click', swallow, { capture: true, once: true, signal: end.signal });
  setTimeout(() => end.abort(), 0);
}
