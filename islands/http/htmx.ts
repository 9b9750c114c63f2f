import type { default as Htmx } from 'htmx.org';

/** Undefined on the server, which renders islands too. */
export const htmx = (): typeof Htmx => (window as unknown as { htmx: typeof Htmx }).htmx;
