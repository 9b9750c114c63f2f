import { arrival, entry, stepBack } from './history-steps.ts';

const LAYERS = [
  'dialog[open]',
  '[role]:popover-open',
  '[data-combobox] [role="combobox"][aria-expanded="true"]',
  '[data-emoji]',
  '[data-search-panel]',
  '#quick-messages',
  '[data-recorder]',
  '#workspace[data-drawer="open"] #contact-drawer',
  'html[data-drawer="open"] #menu',
  '[aria-controls="composer-tools"][aria-expanded="true"]',
].join();
const WATCHED = ['open', 'data-drawer', 'aria-expanded'];
/** Milliseconds that an island may need to remove its closed layer. */
const CLOSING_MS = 50;

const depth = () => entry().layer ?? 0;

/** Back closes the uppermost layer: each has a history entry above the page's, removed when the layer closes. */
export function startLayers(later: (work: () => void, ms: number) => void = setTimeout): void {
  let open: Element[] = [];
  let known = { depth: depth(), address: location.href };
  let isOwnStep = false;
  let isLeaving = false;
  let isClosing = false;

  const update = () => {
    const found = [...document.querySelectorAll(LAYERS)];
    const fresh = found.filter((one) => !open.includes(one));
    open = [...open.filter((one) => found.includes(one)), ...fresh];
    if (fresh.length > 0) isLeaving = false;
  };
  const settle = (changes?: MutationRecord[]) => {
    if (!changes || changes.some(mayShow) || !open.every((one) => one.matches(LAYERS) && one.isConnected))
      update();
    if (isClosing || arrival()) return;
    // htmx restores marked entries only, and the page's entry now lies below.
    if (open.length > depth()) history.replaceState({ ...entry(), htmx: true }, '');
    while (open.length > depth()) history.pushState({ ...entry(), layer: depth() + 1 }, '');
    known = { depth: depth(), address: location.href };
    if (open.length < known.depth) later(dropSpareEntries, 0);
  };
  /** Deferred, because another layer may open instead, or a link in it may lead away. */
  const dropSpareEntries = () => {
    update();
    const spare = depth() - open.length;
    if (spare > 0 && !isLeaving && !isClosing && !arrival()) void stepBack(spare).then(() => settle());
  };
  const stepped = () => {
    const isLayers = known.depth > 0 || depth() > 0;
    isOwnStep = arrival() !== undefined || (isLayers && known.address === location.href);
    known = { depth: depth(), address: location.href };
    if (arrival()) return;
    isClosing = true;
    for (const layer of open.slice(depth()).reverse()) close(layer);
    later(() => {
      isClosing = false;
      settle();
    }, CLOSING_MS);
  };

  addEventListener('popstate', stepped);
  addEventListener('beforeunload', () => {
    isLeaving = true;
  });
  addEventListener('pageshow', () => {
    isLeaving = false;
  });
  document.addEventListener('toggle', () => settle(), true);
  document.addEventListener(
    'htmx:before:history:restore',
    (event) => {
      if (!isOwnStep) return;
      // The page below is still in the document: fetching it again would lose what is typed in it.
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    true,
  );
  restoreFocus();
  new MutationObserver(settle).observe(document, {
    subtree: true,
    childList: true,
    attributeFilter: WATCHED,
  });
  settle();
}

function mayShow({ type, addedNodes }: MutationRecord): boolean {
  if (type === 'attributes') return true;
  return [...addedNodes].some(
    (node) => node instanceof Element && (node.matches(LAYERS) || node.querySelector(LAYERS) !== null),
  );
}

function close(layer: Element): void {
  if (layer instanceof HTMLDialogElement) {
    if (layer.requestClose) layer.requestClose();
    else layer.close();
  } else if (layer instanceof HTMLButtonElement) layer.click();
  else if (layer.matches('[popover]')) (layer as HTMLElement).hidePopover();
  else layer.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
}

/** After a history step htmx makes the browser focus the page's top; closing a layer must keep the focus. */
function restoreFocus(): void {
  window.navigation?.addEventListener('navigate', (event) => {
    const back = (window.navigation.currentEntry?.index ?? 0) - event.destination.index;
    if (event.navigationType === 'traverse' && event.canIntercept && back > 0 && back <= depth())
      event.intercept({ focusReset: 'manual', scroll: 'manual' });
  });
}
