import { toLogin } from '../http/redirect-to-login.ts';

const AGAIN_MS = 5000;

type Change = { isTakenBack: boolean };

const underWay: Change[] = [];

/** For a change whose answer will offer an undo. Returns what ends the wait: true when the undo was pressed before. */
export function awaitOffer(): (offer?: HTMLElement) => boolean {
  const change = { isTakenBack: false };
  underWay.push(change);
  return (offer) => {
    const at = underWay.indexOf(change);
    if (at < 0) return false;
    underWay.splice(at, 1);
    if (change.isTakenBack) offer?.click();
    return change.isTakenBack;
  };
}

export function pressUndo(): boolean {
  const change = underWay.at(-1);
  const button = [...document.querySelectorAll<HTMLElement>('.toast-undo:not(:disabled)')].at(-1);
  if (change) change.isTakenBack = true;
  else button?.click();
  return change !== undefined || button !== undefined;
}

/** Asks until the server has answered, so that an undo is not lost while the line is down. False when refused. */
export async function takeBack(token: string): Promise<boolean> {
  const headers = { Accept: 'text/html', 'HX-Request': 'true', 'HX-Request-Type': 'partial' };
  for (;;) {
    const reply = await fetch(`/undo/${encodeURIComponent(token)}`, {
      method: 'POST',
      headers,
      keepalive: true,
    }).catch(() => undefined);
    if (reply?.status === 401) toLogin();
    if (reply && ![502, 503, 504].includes(reply.status)) {
      announce(reply.headers.get('HX-Trigger'));
      return reply.ok;
    }
    await lineIsBack();
  }
}

function announce(triggers: string | null): void {
  for (const [name, detail] of Object.entries(JSON.parse(triggers ?? '{}')))
    document.body.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
}

function lineIsBack(): Promise<unknown> {
  return new Promise((resolve) => {
    document.addEventListener('refresh:ready', resolve, { once: true });
    setTimeout(resolve, AGAIN_MS);
  });
}
