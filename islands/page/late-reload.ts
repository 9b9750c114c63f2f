import { arrival } from './history-steps.ts';

type Answered = CustomEvent<{ ctx?: { hx?: { refresh?: string } } }>;

/** A pending history step back (a menu has just closed) would cancel the reload that a response requests. */
export function startLateReload(): void {
  document.addEventListener('htmx:after:request', (event) => {
    const { hx } = (event as Answered).detail.ctx ?? {};
    const step = arrival();
    if (!step || hx?.refresh !== 'true') return;
    delete hx.refresh;
    void step.then(() => location.reload());
  });
}
