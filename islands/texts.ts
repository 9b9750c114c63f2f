import type { Strings } from './translate.ts';

export const strings: Strings = {};

const loads = new Map<string, Promise<void>>();

export function loadTexts(address: string): Promise<void> {
  const load = loads.get(address) ?? fetchTexts(address);
  loads.set(address, load);
  return load;
}

async function fetchTexts(address: string): Promise<void> {
  try {
    Object.assign(strings, await (await fetch(address)).json());
  } catch (error) {
    loads.delete(address);
    throw error;
  }
}

/** Texts of refusals, and of settings in dialogs, which most visits do not need. Without them a refusal has a general text. */
export async function loadErrorTexts(): Promise<void> {
  const address = globalThis.document?.body.dataset.errors;
  if (address) await loadTexts(address).catch(() => undefined);
}
