import type { I18n } from '@views/i18n.tsx';
import { watchLoss } from '../composer/watch-loss.ts';
import { watchRefusals } from '../conversation/actions/watch-refusals.ts';
import { startDrawer } from './drawer.ts';
import { startMeantTicket } from './meant-ticket.ts';
import { startPaneCache } from './pane-cache.ts';
import { startSteadyHand } from './steady-hand.ts';
import { prefetchExtras } from './use-extras.ts';
import { watchConnections } from './watch-connections.ts';
import { startPresence } from './watch-people.ts';

export { refetchList } from '../ticket-list/catch-up.ts';
export { toggleDrawer } from './drawer.ts';
export { actByButton, actOnTicket } from './ticket-actions.ts';

export function startSurroundings(meId: number, i18n: I18n): () => void {
  const workspace = document.getElementById('workspace');
  const stops = [
    startPresence(meId, i18n),
    watchConnections(),
    watchRefusals(i18n.t),
    startDrawer(),
    startMeantTicket(),
    watchLoss(),
  ];
  if (workspace) stops.push(startSteadyHand(workspace), startPaneCache(workspace));
  if (workspace && navigator.maxTouchPoints > 0)
    void import('../phone/rows.ts').then(({ startRows }) => stops.push(startRows(workspace)));
  if (workspace?.dataset.assistant) void prefetchExtras().catch(() => undefined);
  return () => {
    for (const stop of stops) stop();
  };
}
