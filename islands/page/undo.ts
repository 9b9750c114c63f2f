import { toLogin } from '../http/redirect-to-login.ts';

const AGAIN_MS = 5000;

type Undo = CustomEvent<{ token: string; settle: (isUndone: boolean) => void }>;

export function startUndo(): void {
  document.addEventListener('undo', (event) => {
    const { token, settle } = (event as Undo).detail;
    void takeBack(token).then(settle);
  });
}

/** Asks until the server has answered, so that an undo is not lost while the line is down. False when refused. */
async function takeBack(token: string): Promise<boolean> {
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
    await networkIsBack();
  }
}

function announce(triggers: string | null): void {
  for (const [name, detail] of Object.entries(JSON.parse(triggers ?? '{}')))
    document.body.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
}

function networkIsBack(): Promise<unknown> {
  return new Promise((resolve) => {
    document.addEventListener('refresh:ready', resolve, { once: true });
    setTimeout(resolve, AGAIN_MS);
  });
}
