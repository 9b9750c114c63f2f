import { plugin } from 'bun';
import * as crypto from './app-state-crypto.ts';

/**
 * For whatever is imported later: Baileys loads WebAssembly for four functions, and the vocabulary of WhatsApp's own
 * statistics, which nothing here sends. Fourteen megabytes; without this all works the same.
 */
export function replaceHeavyModules(): void {
  plugin({
    name: 'lighter modules',
    setup(build) {
      build.module('whatsapp-rust-bridge', () => ({ exports: { ...crypto }, loader: 'object' }));
      build.onLoad({ filter: /baileys[/\\]lib[/\\]WAM[/\\]index\.js$/ }, () => ({
        contents: 'export {};',
        loader: 'js',
      }));
    },
  });
}
