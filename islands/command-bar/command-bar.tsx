import { useT } from '@views/i18n.tsx';
import { SHORTCUTS } from '@views/parts/tickets/shortcuts.ts';
import { IconButton } from '@views/ui/button.tsx';
import { Fragment, useLayoutEffect, useRef, useState } from 'react';
import { startKeys } from '../keys/keys.ts';
import { useLoaded } from '../page/use-loaded.ts';
import { OpeningPanel } from './opening-panel.tsx';

const loadPanel = () => import('./panels.ts');

declare global {
  interface Window {
    /** Typed after Ctrl+K before this island lived (views/document.tsx); null from then on. */
    earlyKeys?: string | null;
  }
}

type Opened = { panel: 'commands' | 'keys'; at: number };

const opened = (panel: Opened['panel']): Opened => ({ panel, at: performance.now() });

/** A dialog that was just closed is still mounted: its close event comes later, under load even after the next key. */
const isShown = () => document.querySelector('[data-island="command-bar"] dialog[open]') !== null;

export function CommandBar() {
  const t = useT();
  const [open, setOpen] = useState<Opened | null>(null);
  const panels = useLoaded(open !== null, loadPanel, () => setOpen(null));
  const typed = useRef('');
  const close = () => setOpen((former) => (former === open ? null : former));
  useLayoutEffect(() => {
    const early = window.earlyKeys;
    window.earlyKeys = null;
    if (typeof early !== 'string') return;
    typed.current = early;
    setOpen(opened('commands'));
  }, []);
  useLayoutEffect(
    () =>
      startKeys({
        onCommands: () =>
          setOpen((former) => (former?.panel === 'commands' && isShown() ? null : opened('commands'))),
        onHelp: () => setOpen(opened('keys')),
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
        onClick={() => setOpen(opened('commands'))}
      />
      <Fragment key={open?.at}>
        {open && !panels ? (
          <OpeningPanel
            data-opening=""
            start={typed.current}
            onType={open.panel === 'commands' ? noteTyped : undefined}
            onClose={close}
          />
        ) : null}
        {panels && open?.panel === 'commands' ? (
          <panels.CommandPanel
            start={() => typed.current}
            onClose={close}
            onHelp={() => setOpen(opened('keys'))}
          />
        ) : null}
        {panels && open?.panel === 'keys' ? <panels.KeyHelp onClose={close} /> : null}
      </Fragment>
    </>
  );
}
