import { plugin } from 'bun';
import * as crypto from './app-state-crypto.ts';

/** Call before importing Baileys. Saves fourteen megabytes; everything works without it. */
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
