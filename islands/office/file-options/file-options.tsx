import { useT } from '@views/i18n.tsx';
import { Button, IconButton } from '@views/ui/button.tsx';
import { Field } from '@views/ui/fields/field.tsx';
import { FileDrop } from '@views/ui/fields/file-drop.tsx';
import { useEffect, useRef, useState } from 'react';
import { FILES_FIELD, MAX_OPTIONS, MAX_TEXT } from '@/modules/file-lists/file-list-limits.schema.ts';
import { startReorder } from '../reorder.ts';
import {
  changed,
  type KnownOption,
  moved,
  type OptionRow,
  rowsOf,
  sentRows,
  withRow,
} from './option-rows.ts';

export function FileOptions({ options }: { options: KnownOption[] }) {
  const t = useT();
  const [rows, setRows] = useState(() => (options.length > 0 ? rowsOf(options) : withRow([])));
  const [announcement, announce] = useState('');
  const list = useRef<HTMLDivElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the words of a page never change
  useEffect(() => {
    const root = list.current;
    if (!root) return;
    return startReorder({
      root,
      item: 'li',
      onMove({ id, beforeId, position, count, handle }) {
        setRows((now) => moved(now, id, beforeId));
        announce(t('fileLists:moved', { position, count }));
        requestAnimationFrame(() => handle.focus());
      },
    });
  }, []);

  return (
    <div ref={list} className="field">
      <span className="field-label" id="file-options-label">
        {t('fileLists:files')}
      </span>
      <input type="hidden" name="options" value={sentRows(rows)} />
      <ol aria-labelledby="file-options-label" className="file-options">
        {rows.map((row, index) => (
          <Row
            key={row.key}
            row={row}
            number={index + 1}
            onChange={(change) => setRows((now) => changed(now, row.key, change))}
            onRemove={() => setRows((now) => now.filter(({ key }) => key !== row.key))}
          />
        ))}
      </ol>
      {rows.length < MAX_OPTIONS ? (
        <Button size="sm" variant="ghost" icon="plus" className="self-start" onClick={() => setRows(withRow)}>
          {t('fileLists:addFile')}
        </Button>
      ) : null}
      <p className="sr-only" role="status">
        {announcement}
      </p>
    </div>
  );
}

type RowProps = {
  row: OptionRow;
  number: number;
  onChange: (change: Partial<OptionRow>) => void;
  onRemove: () => void;
};

function Row({ row, number, onChange, onRemove }: RowProps) {
  const t = useT();
  const item = useRef<HTMLLIElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a row keeps its key
  useEffect(() => {
    const element = item.current;
    const chosen = ({ target }: Event) => {
      if (target instanceof HTMLInputElement && target.type === 'file')
        onChange({ hasFile: (target.files?.length ?? 0) > 0 });
    };
    element?.addEventListener('change', chosen);
    return () => element?.removeEventListener('change', chosen);
  }, []);

  return (
    <li ref={item} data-key={row.key}>
      <IconButton
        id={`file-option-${row.key}-move`}
        icon="grip"
        size="sm"
        label={t('fileLists:move', { number })}
        data-move=""
      />
      <div className="flex min-w-0 grow flex-col gap-2">
        <FileDrop
          name={FILES_FIELD}
          id={`file-option-${row.key}-file`}
          label={t('fileLists:file', { number })}
          hint={row.path === '' ? undefined : t('fileLists:fileNow', { name: row.path })}
        />
        <Field
          name={`words-${row.key}`}
          id={`file-option-${row.key}-words`}
          label={t('fileLists:words', { number })}
          value={row.name}
          maxLength={MAX_TEXT}
          autoComplete="off"
          onChange={(event) => onChange({ name: event.currentTarget.value })}
        />
      </div>
      <IconButton icon="trash" size="sm" label={t('fileLists:removeFile', { number })} onClick={onRemove} />
    </li>
  );
}
