import type { Translate } from '@views/i18n.tsx';
import { ApiError } from '../../http/api.ts';
import { live } from '../../live/live.ts';
import { prefetchExtras } from '../../workspace/use-extras.ts';
import { showError } from '../../workspace/workspace-api.ts';
import { offerEdit } from './refused-edits.ts';

type Refused = { action: string; messageId: string; wanted: string | null; error: string };

/** WhatsApp may refuse what the server accepted. */
export function watchRefusals(t: Translate): () => void {
  return live.on('messageRefused', (data) => {
    const { action, messageId, wanted, error } = data as Refused;
    showError(new ApiError(error, 0), t);
    if (action !== 'edit' || !wanted) return;
    offerEdit({ messageId, wanted });
    prefetchExtras().catch(() => undefined);
  });
}
