import type { I18n } from '@views/i18n.tsx';
import { startDrawer } from './drawer.ts';
import { startLines } from './watch-lines.ts';
import { startPresence } from './watch-people.ts';

export { toggleDrawer } from './drawer.ts';

export function startSurroundings(meId: number, i18n: I18n): () => void {
  const stops = [startPresence(meId, i18n), startLines(), startDrawer()];
  return () => {
    for (const stop of stops) stop();
  };
}
