import { useT } from '@views/i18n.tsx';
import { Button } from '@views/ui/button.tsx';
import { Field } from '@views/ui/fields/field.tsx';
import { FileDrop } from '@views/ui/fields/file-drop.tsx';
import { TextWithVariables } from '@views/ui/fields/text-with-variables.tsx';
import { useEffect, useRef, useState } from 'react';
import { unknownVariables } from '@/modules/messages/write/variable-names.schema.ts';
import { MAX_OPTION_TITLE } from '@/modules/queues/options/option-limits.schema.ts';
import type { QueueOptionView } from '@/modules/queues/options/queue-options.views.ts';
import type { Options } from './use-options.ts';

type OptionFormProps = { option: QueueOptionView; options: Options };

export function OptionForm({ option, options }: OptionFormProps) {
  const t = useT();
  const { id, title, message, mediaName } = option;
  const form = useRef<HTMLFormElement>(null);
  const saved = useRef({ title, message });
  const sent = useRef(saved.current);
  const attempts = useRef(0);
  const [state, setState] = useState<'saved' | 'saving' | null>(null);
  const [error, setError] = useState<Partial<OptionText>>({});

  const show = (reason: Partial<OptionText>, next: typeof state) => {
    setError(reason);
    setState(next);
  };

  const save = async () => {
    const values = valuesOf(form.current);
    if (!values || isSame(values, sent.current)) return;
    const attempt = ++attempts.current;
    const [variable] = unknownVariables(values.message);
    if (variable !== undefined) return show({ message: t('variables:unknown', { variable }) }, null);
    sent.current = values;
    setState('saving');
    const reason = await options.save(id, values);
    if (reason === null) saved.current = values;
    else if (sent.current === values) sent.current = saved.current;
    // A later attempt has its own outcome.
    if (attempt !== attempts.current) return;
    show(reason === null ? {} : { title: reason }, reason === null ? 'saved' : null);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: an option's form keeps its option
  useEffect(() => {
    const element = form.current;
    const left = () => void save();
    const chosen = async ({ target }: Event) => {
      const field = target instanceof HTMLInputElement ? target : undefined;
      const file = field?.files?.[0];
      if (!field || !file || (await options.upload(id, file)) || field.files?.[0] !== file) return;
      // Browsers report no change when the same file is chosen again.
      field.value = '';
      field.dispatchEvent(new Event('change', { bubbles: true }));
    };
    const leaving = (event: Event) => {
      const values = valuesOf(element);
      if (values && !isSame(values, saved.current)) event.preventDefault();
    };
    element?.addEventListener('focusout', left);
    element?.addEventListener('change', chosen);
    addEventListener('beforeunload', leaving);
    return () => {
      element?.removeEventListener('focusout', left);
      element?.removeEventListener('change', chosen);
      removeEventListener('beforeunload', leaving);
      void save();
    };
  }, []);

  return (
    <form
      ref={form}
      className="option-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Field
        name="title"
        id={`option-${id}-title`}
        label={t('queues:option.title')}
        defaultValue={title}
        maxLength={MAX_OPTION_TITLE}
        error={error.title}
        autoComplete="off"
      />
      <TextWithVariables
        name="message"
        id={`option-${id}-message`}
        label={t('queues:option.message')}
        hint={t('queues:option.messageHint')}
        value={message}
        error={error.message}
        maxLength={4096}
      />
      <FileDrop
        name={`file-${id}`}
        label={t('queues:media')}
        hint={mediaName ? t('queues:mediaNow', { name: mediaName }) : undefined}
      />
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" size="sm">
          {t('common:save')}
        </Button>
        {mediaName ? (
          <Button size="sm" variant="ghost" icon="trash" onClick={() => void options.removeFile(id)}>
            {t('queues:removeMedia')}
          </Button>
        ) : null}
        <span role="status" className="text-muted text-sm">
          {state ? t(`queues:option.${state}`) : ''}
        </span>
      </div>
    </form>
  );
}

type OptionText = { title: string; message: string };

function valuesOf(form: HTMLFormElement | null): OptionText | undefined {
  if (!form) return undefined;
  const data = new FormData(form);
  return { title: String(data.get('title') ?? ''), message: String(data.get('message') ?? '') };
}

/** Browsers send CRLF, the server stores LF. */
function isSame(one: OptionText, other: OptionText): boolean {
  const plain = ({ title, message }: OptionText) => `${title.trim()}\n${message.replaceAll('\r\n', '\n')}`;
  return plain(one) === plain(other);
}
