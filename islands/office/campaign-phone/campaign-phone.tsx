import { useT } from '@views/i18n.tsx';
import type { Picture } from '@views/pages/campaigns/plan-panel.tsx';
import { FormattedText } from '@views/parts/messages/formatted-text.tsx';
import { FieldError } from '@views/ui/fields/field.tsx';
import { exampleValues } from '@views/ui/fields/text-with-variables.tsx';
import { Icon } from '@views/ui/icons/icon.tsx';
import { useEffect, useRef, useState } from 'react';
import { unknownVariables } from '@/modules/messages/write/variable-names.schema.ts';
import { fillerOf } from './filler.ts';
import { readForm } from './read-form.ts';

export type Media = { name: string; href: string | null };
export type Written = { text: string; question: string };

type PhoneProps = {
  own: { key: string; value: string }[];
  picture: Picture;
  media: Media | null;
  /** As the form is rendered, until it is written in. */
  first: Written;
};

/** The message as the first person of the list gets it, redrawn at each key. */
export function CampaignPhone({ own, picture, media, first }: PhoneProps) {
  const t = useT();
  const root = useRef<HTMLElement>(null);
  const [shown, setShown] = useState({ written: first, picture, media });
  useEffect(() => {
    const steps = root.current?.closest<HTMLElement>('[data-steps]');
    if (!steps) return;
    const read = () => setShown((before) => readForm(steps, media, before));
    const events = ['input', 'change', 'click'];
    for (const type of events) steps.addEventListener(type, read);
    document.addEventListener('htmx:after:swap', read);
    read();
    return () => {
      for (const type of events) steps.removeEventListener(type, read);
      document.removeEventListener('htmx:after:swap', read);
    };
  }, [media]);

  const { written, picture: now, media: file } = shown;
  const person = now.example ?? {
    ...{ name: t('campaigns:example.nome'), email: t('campaigns:example.email') },
    number: t('campaigns:example.numero'),
  };
  const fill = fillerOf(person, own, exampleValues(t));
  const names = own.map(({ key }) => key);
  const unknown = unknownVariables(`${written.question}\n${written.text}`, names);
  return (
    <section ref={root} className="phone" aria-label={t('campaigns:phone.title')}>
      <header className="phone-head">
        <Icon name="user" size={18} className="text-muted" />
        <span className="min-w-0 grow truncate font-medium text-sm">
          {t(now.example ? 'campaigns:phone.of' : 'campaigns:phone.example', { name: person.name })}
        </span>
      </header>
      <div className="phone-screen" role="log" aria-label={t('campaigns:phone.title')}>
        {written.question === '' ? null : (
          <>
            <Bubble text={fill(written.question)} />
            <p className="phone-bubble" data-from="customer">
              {t('campaigns:phone.yes')}
            </p>
          </>
        )}
        {now.before.map(({ text, file: name }) => (
          <Bubble
            key={`${name}-${text}`}
            text={fill(text)}
            media={name === null ? null : { name, href: null }}
          />
        ))}
        {written.text === '' && !file ? (
          <p className="phone-bubble text-muted">{t('campaigns:phone.empty')}</p>
        ) : (
          <Bubble text={fill(written.text)} media={file} />
        )}
      </div>
      {unknown.length === 0 ? null : (
        <div className="phone-foot" role="status">
          <FieldError
            id="campaign-phone"
            text={t('campaigns:phone.unknown', { names: unknown.join(', ') })}
          />
        </div>
      )}
    </section>
  );
}

function Bubble({ text, media = null }: { text: string; media?: Media | null }) {
  return (
    <div className="phone-bubble">
      {media?.href ? <img src={media.href} alt={media.name} className="campaign-media" /> : null}
      {media && !media.href ? (
        <p className="campaign-file">
          <Icon name="file" size={18} />
          <span className="wrap-anywhere min-w-0">{media.name}</span>
        </p>
      ) : null}
      <FormattedText text={text} />
    </div>
  );
}
