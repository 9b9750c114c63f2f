import 'htmx.org';
import { replayEarlyClicks, replayEarlyPress } from './early-clicks.ts';
import { outlivesPage } from './http/outlives-page.ts';
import { toLogin } from './http/redirect-to-login.ts';
import { isComposing } from './keys/composing.ts';
import { live, startLive } from './live/live.ts';
import { startDialogs } from './page/dialog.ts';
import { startMenus } from './page/menu.ts';
import { startSideMenu } from './page/side-menu.ts';
import { setCookie, startTheme } from './page/theme.ts';
import { showToast, startToasts } from './page/toast.ts';

type HtmxDetail = {
  ctx?: {
    response?: { status: number };
    hx?: { trigger?: string };
    sourceElement?: Element;
    request?: { body: FormData; method: string; keepalive?: boolean };
  };
};

/** Set by scripts/build.ts, so that development code is left out of the production bundle. */
declare const IS_DEV: boolean;

let booted = false;
function bootWhenNeeded(): void {
  if (!booted && !document.querySelector('[data-island]')) return;
  booted = true;
  import('./boot.tsx').then((boot) => boot.bootIslands()).catch(scriptsFailed);
}

function scriptsFailed(error: unknown): void {
  toastText('textNetwork');
  reportError(error);
}

function startHtmx(): void {
  document.addEventListener('htmx:after:swap', bootWhenNeeded);
  // A refreshed list keeps its length, so that readers who scrolled do not lose their place.
  document.addEventListener('htmx:config:request', (event) => {
    const { ctx } = (event as CustomEvent<HtmxDetail>).detail;
    if (ctx?.request) ctx.request.keepalive = ctx.request.method !== 'GET' && outlivesPage(ctx.request.body);
    const list = ctx?.sourceElement;
    if (list?.matches('tbody'))
      ctx?.request?.body.set('rows', String(list.querySelectorAll('[data-key]').length));
  });
  document.addEventListener('htmx:response:error', (event) => {
    const { ctx } = (event as CustomEvent<HtmxDetail>).detail;
    const status = ctx?.response?.status;
    if (status === 401) toLogin();
    // A 422 brings the form with its errors and our own refusals bring a toast; a proxy's error page brings neither.
    else if (status !== 422 && !ctx?.hx?.trigger) toastText('textUnknown');
  });
  document.addEventListener('htmx:error', (event) => {
    // An error after the answer has arrived is our own, not the network's.
    const { ctx } = (event as CustomEvent<HtmxDetail>).detail;
    if (ctx?.response) return;
    toastText('textNetwork');
  });
}

function toastText(name: 'textNetwork' | 'textUnknown'): void {
  showToast({ level: 'error', text: document.body.dataset[name] ?? '' });
}

/** Once loaded it acts within the event: a fast typist has left the field before an import resolves. */
let fields: typeof import('./forms/fields.ts') | undefined;

function startFields(): void {
  const wake = (event: Event) => {
    const root = (event.target as Element).closest<HTMLElement>('[data-field],[data-combobox],[data-copy]');
    if (!root) return;
    const { combobox, alive, steps } = root.dataset;
    const handled = fields ? combobox : (combobox ?? steps);
    const isEnter = (event as KeyboardEvent).key === 'Enter' && !isComposing(event);
    if (isEnter && handled !== undefined && !alive) event.preventDefault();
    if (fields) return fields.enhanceField(root, event);
    void import('./forms/fields.ts').then((loaded) => {
      fields = loaded;
      loaded.enhanceField(root, event);
    }, scriptsFailed);
  };
  for (const type of ['focusin', 'click', 'keydown', 'change', 'dragenter'])
    document.addEventListener(type, wake);
  // For what was done in a field before this script came.
  document.activeElement?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
}

function startPage(): void {
  document.addEventListener('click', (event) => {
    const target = event.target as Element;
    if (target.closest('[data-reload]')) location.reload();
    const language = target.closest<HTMLElement>('[data-language]')?.dataset.language;
    if (language) {
      setCookie('lang', language);
      location.reload();
    }
    const reveal = target.closest<HTMLElement>('[data-reveal]');
    if (reveal) {
      const field = document.getElementById(reveal.dataset.reveal ?? '') as HTMLInputElement;
      const show = field.type === 'password';
      field.type = show ? 'text' : 'password';
      reveal.setAttribute('aria-pressed', String(show));
    }
  });
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    if (!form.matches('[data-once]')) return;
    if (form.ariaBusy === 'true') event.preventDefault();
    form.ariaBusy = 'true';
  });
  // The browser's back button may restore a page whose forms are still marked busy.
  addEventListener('pageshow', () => {
    for (const form of document.querySelectorAll<HTMLFormElement>('[data-once]')) form.ariaBusy = null;
  });
}

replayEarlyClicks();
startTheme();
startToasts();
startDialogs();
startMenus();
startSideMenu();
startHtmx();
startFields();
startPage();
replayEarlyPress();
if (IS_DEV) void import('./dev-reload.ts').then((dev) => dev.startDevReload());
bootWhenNeeded();
if (document.body.dataset.viewer) {
  startLive();
  live.on('status', (status) => status === 'online' && bootWhenNeeded());
  import('./signed-in.ts').then((later) => later.startSignedIn()).catch(scriptsFailed);
}
