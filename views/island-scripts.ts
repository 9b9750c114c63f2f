import type { Manifest } from './assets.ts';

export const WORKSPACE_ISLANDS = ['ticket-list', 'conversation', 'voice-note', 'composer'];
/** Loaded when the browser is idle. */
export const LATER_ISLANDS = ['notification-bell', 'command-bar'];

/** Files to fetch with the entry script: without that, a slow line asks for them one after the other. */
export function scriptsOfIslands({ islands }: Manifest, names: Set<string>): string[] {
  if (!islands || names.size === 0) return [];
  const isWorkspace = WORKSPACE_ISLANDS.some((name) => names.has(name));
  const isOffice = [...names].some((name) => ![...WORKSPACE_ISLANDS, ...LATER_ISLANDS].includes(name));
  return [
    ...new Set([
      ...islands.boot,
      ...(isWorkspace ? islands.workspace : []),
      ...(isOffice ? islands.office : []),
    ]),
  ];
}
