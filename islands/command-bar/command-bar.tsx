import { useT } from '@views/i18n.tsx';
import { SHORTCUTS } from '@views/parts/tickets/shortcuts.ts';
import { IconButton } from '@views/ui/button.tsx';
import { lazy, Suspense, useLayoutEffect, useRef, useState } from 'react';
import { startKeys } from '../keys/keys.ts';
import { OpeningPanel } from './opening-panel.tsx';

const loadPanel = () => import('./panels.ts');
const CommandPanel = lazy(() => loadPanel().then((module) => ({ default: module.CommandPanel })));
const KeyHelp = lazy(() => loadPanel().then((module) => ({ default: module.KeyHelp })));

declare global {
  interface Window {
    /** Typed after Ctrl+K before this island lived (views/document.tsx); null from then on. */
    earlyKeys?: string | null;
  }
}

export function CommandBar() {
  const t = useT();
  const [open, setOpen] = useState<'commands' | 'keys' | null>(null);
  const typed = useRef('');
  const close = (which: typeof open) => () => setOpen((former) => (former === which ? null : former));
  useLayoutEffect(() => {
    const early = window.earlyKeys;
    window.earlyKeys = null;
    if (typeof early !== 'string') return;
    typed.current = early;
    setOpen('commands');
  }, []);
  useLayoutEffect(
    () =>
      startKeys({
        onCommands: () => setOpen((former) => (former === 'commands' ? null : 'commands')),
        onHelp: () => setOpen('keys'),
      }),
    [],
  );
  const noteTyped = (text: string) => {
    typed.current = text;
  };
  if (open === null) typed.current = '';
  return (
    <>
      <IconButton
        icon="search"
        label={t('commands:open')}
        aria-keyshortcuts={SHORTCUTS.commands.join(' ')}
        aria-haspopup="dialog"
        className="max-[599px]:hidden"
        onPointerEnter={() => void loadPanel().catch(() => undefined)}
        onClick={() => setOpen('commands')}
      />
      <Suspense
        key={open}
        fallback={
          <OpeningPanel
            data-opening=""
            start={typed.current}
            onType={open === 'commands' ? noteTyped : undefined}
            onClose={() => setOpen(null)}
          />
        }
      >
        {open === 'commands' ? (
          <CommandPanel
            start={() => typed.current}
            onClose={close('commands')}
            onHelp={() => setOpen('keys')}
          />
        ) : null}
        {open === 'keys' ? <KeyHelp onClose={close('keys')} /> : null}
      </Suspense>
    </>
  );
}
