import { useT } from '@views/i18n.tsx';
import { IconButton } from '@views/ui/button.tsx';
import { lazy, Suspense, useLayoutEffect, useState } from 'react';
import { startKeys } from '../keys/keys.ts';

const loadPanel = () => import('./command-panel.tsx');
const CommandPanel = lazy(() => loadPanel().then((module) => ({ default: module.CommandPanel })));
const KeyHelp = lazy(() => import('../keys/key-help.tsx').then((module) => ({ default: module.KeyHelp })));

/** The way to everything by keyboard: Ctrl+K and the keys that `?` lists. */
export function CommandBar() {
  const t = useT();
  const [open, setOpen] = useState<'commands' | 'keys' | null>(null);
  // A command may have opened the other one by the time its own window has closed.
  const close = (which: typeof open) => () => setOpen((former) => (former === which ? null : former));
  // As soon as it is alive, a key is heard.
  useLayoutEffect(
    () =>
      startKeys({
        onCommands: () => setOpen((former) => (former === 'commands' ? null : 'commands')),
        onHelp: () => setOpen('keys'),
      }),
    [],
  );
  return (
    <>
      <IconButton
        icon="search"
        label={t('commands:open')}
        aria-keyshortcuts="Control+K"
        aria-haspopup="dialog"
        className="max-[599px]:hidden"
        // Whoever points at it will want it: it is there when they press.
        onPointerEnter={() => void loadPanel().catch(() => undefined)}
        onClick={() => setOpen('commands')}
      />
      {/* Letters typed before the window is there are for its field, not for the desk. */}
      <Suspense fallback={<span data-opening="" hidden />}>
        {open === 'commands' ? (
          <CommandPanel onClose={close('commands')} onHelp={() => setOpen('keys')} />
        ) : null}
        {open === 'keys' ? <KeyHelp onClose={close('keys')} /> : null}
      </Suspense>
    </>
  );
}
