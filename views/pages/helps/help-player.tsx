import type { HelpView } from '@/modules/helps/helps.views.ts';
import { Dialog } from '../../ui/dialog.tsx';

export function HelpPlayer({ help, host }: { help: HelpView; host: string }) {
  return (
    <Dialog id="help-player" title={help.title} size="lg">
      {help.video ? (
        <iframe
          title={help.title}
          src={`${host}/embed/${help.video}?autoplay=1&rel=0`}
          className="aspect-video w-full rounded-box border-0 bg-black"
          allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
          // The player refuses pages that send no referrer.
          referrerPolicy="strict-origin-when-cross-origin"
        />
      ) : null}
      {help.description ? (
        <p className="wrap-anywhere mt-3 whitespace-pre-line text-sm">{help.description}</p>
      ) : null}
    </Dialog>
  );
}
