import { useT } from '@views/i18n.tsx';
import { Button, IconButton } from '@views/ui/button.tsx';
import { Icon } from '@views/ui/icons/icon.tsx';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { MAX_OPTION_TITLE } from '@/modules/queues/options/option-limits.schema.ts';
import type { QueueOptionView } from '@/modules/queues/options/queue-options.views.ts';
import { OptionForm } from './option-form.tsx';
import { countBelow, levelOf } from './option-tree.ts';
import type { Options } from './use-options.ts';

type LevelProps = { options: Options; parent: QueueOptionView | null };

export function OptionLevel({ options, parent }: LevelProps) {
  const t = useT();
  const parentId = parent?.id ?? null;
  const level = levelOf(options.options, parentId);
  const label = parent ? t('queues:option.below', { title: parent.title }) : t('queues:option.first');
  return (
    <div className="option-level">
      {level.length > 0 ? (
        <ul aria-label={label}>
          {level.map((option) => (
            <OptionItem key={option.id} option={option} options={options} />
          ))}
        </ul>
      ) : null}
      <AddOption options={options} parent={parent} />
    </div>
  );
}

function OptionItem({ option, options }: { option: QueueOptionView; options: Options }) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  /** A closed form stays, so that it retains a text that was refused. */
  const [wasOpen, setWasOpen] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  const { id, title } = option;
  const below = countBelow(options.options, id);
  const item = useRef<HTMLLIElement>(null);
  const remove = async () => {
    if (isDeleting) return;
    const { current } = item;
    const next = current?.nextElementSibling ?? current?.previousElementSibling;
    const field = current?.closest('.option-level')?.querySelector<HTMLElement>(':scope > form input');
    setDeleting(true);
    const isDone = await options.remove(id);
    setDeleting(false);
    const isLost = document.activeElement === document.body || current?.contains(document.activeElement);
    if (isDone && isLost) (next?.querySelector<HTMLElement>('.option-title') ?? field)?.focus();
  };
  return (
    <li ref={item} data-key={id}>
      <div className="option-row">
        <IconButton
          id={`option-${id}-move`}
          icon="grip"
          size="sm"
          label={t('queues:move', { name: title })}
          data-move=""
        />
        <button
          type="button"
          className="option-title"
          aria-expanded={isOpen}
          aria-controls={`option-${id}`}
          onClick={() => {
            setOpen(!isOpen);
            setWasOpen(true);
          }}
        >
          <b className="tabular-nums">{option.option}</b>
          <span className="wrap-anywhere min-w-0 grow text-start">{title}</span>
          {option.mediaName ? <Icon name="paperclip" size={14} className="text-muted" /> : null}
          {below > 0 ? <span className="badge badge-quiet badge-xs">{below}</span> : null}
          <Icon name={isOpen ? 'chevron-up' : 'chevron-down'} size={16} className="text-muted" />
        </button>
        <IconButton
          icon="trash"
          size="sm"
          label={t('queues:option.delete', { title })}
          data-delete=""
          onClick={() => setAsking(true)}
        />
      </div>
      {isAsking ? (
        <AskDelete
          text={
            below > 0
              ? t('queues:option.confirmAll', { title, count: below })
              : t('queues:option.confirm', { title })
          }
          onCancel={() => {
            setAsking(false);
            item.current?.querySelector<HTMLElement>('[data-delete]')?.focus();
          }}
          isDeleting={isDeleting}
          onDelete={() => void remove()}
        />
      ) : null}
      {wasOpen ? (
        <div id={`option-${id}`} className="option-inside" hidden={!isOpen}>
          <OptionForm option={option} options={options} />
        </div>
      ) : null}
      {isOpen || below > 0 ? <OptionLevel options={options} parent={option} /> : null}
    </li>
  );
}

type AskDeleteProps = { text: string; isDeleting: boolean; onCancel: () => void; onDelete: () => void };

function AskDelete({ text, isDeleting, onCancel, onDelete }: AskDeleteProps) {
  const t = useT();
  const group = useRef<HTMLFieldSetElement>(null);
  useEffect(() => group.current?.querySelector('button')?.focus(), []);
  return (
    <fieldset ref={group} className="option-ask" aria-label={text}>
      <span className="grow basis-40 text-sm">{text}</span>
      <Button size="sm" variant="ghost" onClick={onCancel}>
        {t('common:cancel')}
      </Button>
      <Button size="sm" variant="danger" aria-busy={isDeleting} onClick={onDelete}>
        {t('common:delete')}
      </Button>
    </fieldset>
  );
}

type Refused = { key: number; title: string };

function AddOption({ options, parent }: LevelProps) {
  const t = useT();
  const [refused, setRefused] = useState<Refused[]>([]);
  const label = parent ? t('queues:option.addBelow', { title: parent.title }) : t('queues:option.add');
  const add = (title: string) => options.add(title, parent?.id ?? null);
  const drop = (key: number) => setRefused((all) => all.filter((one) => one.key !== key));
  return (
    <>
      {refused.map(({ key, title }) => (
        <AddField
          key={key}
          label={label}
          initial={title}
          onAdd={async (changed) => {
            const isAdded = await add(changed);
            if (isAdded) drop(key);
            return isAdded;
          }}
          onDrop={() => drop(key)}
        />
      ))}
      <AddField
        label={label}
        onAdd={add}
        onRefused={(title) => setRefused((all) => [...all, { key: (all.at(-1)?.key ?? 0) + 1, title }])}
      />
    </>
  );
}

type AddFieldProps = {
  label: string;
  initial?: string;
  onAdd: (title: string) => Promise<boolean>;
  onRefused?: (title: string) => void;
  onDrop?: () => void;
};

function AddField({ label, initial = '', onAdd, onRefused, onDrop }: AddFieldProps) {
  const t = useT();
  const [title, setTitle] = useState(initial);
  const [adding, setAdding] = useState(0);
  const typed = useRef(title);
  typed.current = title;
  const add = async (event: FormEvent) => {
    event.preventDefault();
    if (title.trim() === '' || (onDrop && adding > 0)) return;
    if (!onDrop) setTitle('');
    setAdding((count) => count + 1);
    const isAdded = await onAdd(title);
    setAdding((count) => count - 1);
    if (isAdded || onDrop) return;
    if (typed.current === '') setTitle(title);
    else onRefused?.(title);
  };
  return (
    <form className="option-add" onSubmit={(event) => void add(event)}>
      <input
        className="input min-w-0 grow"
        value={title}
        maxLength={MAX_OPTION_TITLE}
        placeholder={label}
        aria-label={label}
        autoComplete="off"
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
      {onDrop ? <IconButton icon="x" label={t('common:cancel')} onClick={onDrop} /> : null}
      <IconButton
        type="submit"
        icon="plus"
        variant="default"
        label={t('common:add')}
        aria-busy={adding > 0}
      />
    </form>
  );
}
