import { isReachable } from '../live/live.ts';
import { removeDialog } from '../page/dialog.ts';
import { htmx } from './htmx.ts';

const LATE_MS = 150;

type Asked = {
  sourceElement: Element;
  target?: Element;
  request: { method: string; action: string; abort(): void };
  response?: { status: number };
};
type HtmxEvent = CustomEvent<{ ctx?: Asked }>;

const waiting = new Map<Asked, HTMLDialogElement>();

/** Opens a skeleton at once; closing it cancels the request. A failure shows in place, with a retry. */
export function startSlowAnswers(): void {
  on('htmx:before:request', (ctx) => {
    if (ctx.target?.id === 'dialogs' && ctx.request.method === 'GET') openLate(ctx);
  });
  on('htmx:after:swap', handOver);
  on('htmx:response:error', (ctx) => {
    const status = ctx.response?.status;
    if (status !== 401 && status !== 422) showInline(ctx, status === 403 ? 'forbidden' : 'failed');
  });
  on('htmx:error', (ctx, event) => {
    if (!ctx.response && showInline(ctx, 'offline')) event.stopImmediatePropagation();
  });
}

function on(type: string, act: (ctx: Asked, event: Event) => void): void {
  document.addEventListener(
    type,
    (event) => {
      const { ctx } = (event as HtmxEvent).detail;
      if (ctx) act(ctx, event);
    },
    true,
  );
}

function openLate(ctx: Asked): void {
  const stop = new AbortController();
  const timer = setTimeout(() => {
    const dialog = fromTemplate<HTMLDialogElement>('dialog');
    waiting.set(ctx, dialog);
    document.body.append(dialog);
    dialog.showModal();
    dialog.addEventListener('close', () => {
      if (waiting.delete(ctx)) ctx.request.abort();
      removeDialog(dialog);
    });
  }, LATE_MS);
  const settled = (event: Event) => {
    if ((event as HtmxEvent).detail.ctx !== ctx) return;
    clearTimeout(timer);
    stop.abort();
    const dialog = waiting.get(ctx);
    if (dialog && !dialog.querySelector('[data-state]')) dialog.close();
  };
  document.addEventListener('htmx:finally:request', settled, { signal: stop.signal });
}

/** Runs before islands/page/dialog.ts shows the arrived dialog, which replaces the skeleton without another animation. */
function handOver(ctx: Asked): void {
  const dialog = waiting.get(ctx);
  const came = document.querySelector<HTMLElement>('#dialogs > dialog:not([open])');
  if (!dialog || !came) return;
  waiting.delete(ctx);
  dialog.close();
  came.dataset.followed = '';
}

function showInline(ctx: Asked, kind: 'failed' | 'offline' | 'forbidden'): boolean {
  const { target, sourceElement } = ctx;
  const dialog = waiting.get(ctx);
  if (dialog) {
    const again = () => {
      dialog.close();
      askAgain(ctx, 'beforeend');
    };
    dialog.querySelector('.dialog-body')?.replaceChildren(rendered(kind, again));
    return true;
  }
  if (target?.id === 'workspace-pane') {
    target.replaceChildren(rendered(kind, () => location.reload()));
    return true;
  }
  const rows = target?.closest('tbody');
  if (!target || !rows || sourceElement === rows) return false;
  const row = document.createElement('tr');
  const again = () => {
    row.remove();
    askAgain(ctx, target === rows ? 'innerHTML' : 'after');
  };
  row.className = 'row-empty';
  const cell = row.insertCell();
  cell.colSpan = rows.closest('table')?.rows[0]?.cells.length ?? 1;
  cell.append(rendered(kind, again));
  if (target === rows) rows.replaceChildren(row);
  else target.after(row);
  return true;
}

function rendered(kind: string, again: () => void): HTMLElement {
  const state = fromTemplate<HTMLElement>(`[data-state="${kind}"]`);
  state.querySelector('[data-again]')?.addEventListener('click', again);
  const stop = isReachable.subscribe(() => {
    if (!isReachable.get()) return;
    stop();
    if (state.isConnected) again();
  });
  return state;
}

function askAgain({ request, target }: Asked, swap: string): void {
  void htmx().ajax('GET', request.action, { source: 'body', target, swap, push: 'false' });
}

function fromTemplate<E extends Element>(selector: string): E {
  const template = document.getElementById('states') as HTMLTemplateElement;
  return template.content.querySelector(selector)?.cloneNode(true) as E;
}
