import { useT } from '@views/i18n.tsx';
import { Icon } from '@views/ui/icons/icon.tsx';
import { Key } from '@views/ui/key.tsx';
import { Spinner } from '@views/ui/spinner.tsx';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { isComposing } from '../keys/composing.ts';
import { useIslandDialog } from '../keys/use-island-dialog.ts';
import { CONTACT_SEARCH, type Command } from './commands.ts';
import { useCommands } from './use-commands.ts';

const ID = 'command-panel';
const IDLE = ['tickets', 'ticket', 'go', 'actions'] as const;
const GROUPS = ['ticket', 'target', 'go', 'settings', 'tickets', 'contacts', 'quick', 'actions'] as const;

type Props = {
  start: () => string;
  onClose: () => void;
  onHelp: () => void;
};

export function CommandPanel({ start, onClose, onHelp }: Props) {
  const t = useT();
  const [query, setQuery] = useState(start);
  const [at, setAt] = useState(0);
  const [isWaiting, setIsWaiting] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  useIslandDialog(ID, onClose);
  const { commands, isSearching, isLoading } = useCommands(query, onHelp);
  const groups = query.trim() === '' ? IDLE : GROUPS;
  const shown = groups.flatMap((group: Command['group']) =>
    commands.filter((command) => command.group === group),
  );
  const chosen = shown[Math.min(at, shown.length - 1)];
  // biome-ignore lint/correctness/useExhaustiveDependencies: a ref never changes
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen?.id]);

  const run = (command: Command | undefined) => {
    if (!command) return;
    (document.getElementById(ID) as HTMLDialogElement).close();
    command.run();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once all that may fit is known
  useEffect(() => {
    if (isWaiting && !isLoading) run(chosen);
  }, [isWaiting, isLoading]);
  const press = (event: KeyboardEvent) => {
    const last = shown.length - 1;
    const from = Math.min(at, last);
    const to = {
      ArrowDown: from < last ? from + 1 : 0,
      ArrowUp: from > 0 ? from - 1 : last,
    }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      setAt(Math.max(0, to));
      setIsWaiting(false);
    } else if (event.key === 'Enter' && !isComposing(event.nativeEvent)) {
      event.preventDefault();
      // Enter in an empty field must not change the open ticket.
      if (query.trim() === '' && at === 0 && chosen?.group === 'ticket') return;
      // The search among contacts stands alone only until something better has come.
      if (isLoading && at === 0 && (!chosen || chosen.id === CONTACT_SEARCH)) setIsWaiting(true);
      else run(chosen);
    }
  };

  return (
    <dialog id={ID} className="dialog" aria-label={t('commands:title')}>
      <div className="dialog-box max-w-xl min-[600px]:mt-[10vh] min-[600px]:self-start">
        <div className="flex items-center gap-3 border-base-300 border-b px-4">
          <Icon name="search" size={18} className="text-muted" />
          <input
            type="text"
            role="combobox"
            aria-expanded="true"
            aria-controls={`${ID}-list`}
            aria-autocomplete="list"
            aria-activedescendant={chosen ? optionId(chosen) : undefined}
            aria-label={t('commands:placeholder')}
            placeholder={t('commands:placeholder')}
            autoComplete="off"
            spellCheck={false}
            className="h-14 min-w-0 grow bg-transparent outline-none"
            value={query}
            onChange={(event) => {
              setQuery(event.currentTarget.value);
              setAt(0);
              setIsWaiting(false);
            }}
            onKeyDown={press}
          />
          {isSearching || isWaiting ? <Spinner /> : null}
        </div>
        <p className="sr-only" role="status">
          {isSearching ? '' : t('commands:results', { count: shown.length })}
        </p>
        <div
          ref={list}
          id={`${ID}-list`}
          role="listbox"
          aria-label={t('commands:title')}
          className="max-h-[50dvh] min-h-24 overflow-y-auto p-2"
        >
          {groups.map((group) => (
            <Group
              key={group}
              title={t(query.trim() === '' && group === 'tickets' ? 'commands:recent' : `commands:${group}`)}
              commands={shown.filter((command) => command.group === group)}
              chosen={chosen}
              onRun={run}
              onPoint={(command) => setAt(shown.indexOf(command))}
            />
          ))}
          {shown.length === 0 && !isSearching ? (
            <p className="px-3 py-6 text-center text-muted">{t('commands:empty')}</p>
          ) : null}
        </div>
      </div>
    </dialog>
  );
}

type GroupProps = {
  title: string;
  commands: Command[];
  chosen: Command | undefined;
  onRun: (command: Command) => void;
  onPoint: (command: Command) => void;
};

function Group({ title, commands, chosen, onRun, onPoint }: GroupProps) {
  if (commands.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a listbox holds groups, no fieldsets
    <div role="group" aria-label={title}>
      <p aria-hidden="true" className="px-3 pt-2 pb-1 font-semibold text-muted text-xs">
        {title}
      </p>
      {commands.map((command) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's
        // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus (aria-activedescendant)
        <div
          key={command.id}
          id={optionId(command)}
          role="option"
          aria-selected={command === chosen}
          className="flex min-h-10 cursor-pointer items-center gap-3 rounded-field px-3 aria-selected:bg-base-content/10"
          onPointerMove={() => {
            if (command !== chosen) onPoint(command);
          }}
          onClick={() => onRun(command)}
        >
          <svg
            width={18}
            height={18}
            viewBox="0 0 24 24"
            className="drawn-icon text-muted"
            aria-hidden
            // biome-ignore lint/security/noDangerouslySetInnerHtml: our own icons, of the menu or the sprite
            dangerouslySetInnerHTML={{ __html: command.icon }}
          />
          <span className="flex min-w-0 grow items-center gap-3 max-[599px]:flex-col max-[599px]:items-start max-[599px]:gap-0 max-[599px]:py-1">
            <span dir="auto" className="max-w-3/4 shrink-0 truncate max-[599px]:max-w-full">
              {command.label}
            </span>
            {command.note ? (
              <span className="max-w-full truncate text-muted text-sm min-[600px]:ml-auto">
                {command.note}
              </span>
            ) : null}
          </span>
          {command.key ? <Key name={command.key} className="ml-auto" /> : null}
        </div>
      ))}
    </div>
  );
}

function optionId({ id }: Command): string {
  return `command-${id.replace(/[^\w-]/g, '-')}`;
}
