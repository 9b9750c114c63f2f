import { arrival } from './steps.ts';

type Answered = CustomEvent<{ ctx?: { hx?: { refresh?: string } } }>;

/** A step back that is still on its way (a menu has just closed) would cancel the reload that an answer asks for. */
export function startLateReload(): void {
  document.addEventListener('htmx:after:request', (event) => {
    const { hx } = (event as Answered).detail.ctx ?? {};
    const step = arrival();
    if (!step || hx?.refresh !== 'true') return;
    delete hx.refresh;
    void step.then(() => location.reload());
  });
}
