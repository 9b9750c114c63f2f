import { useT } from '@views/i18n.tsx';
import { FormattedText } from '@views/parts/messages/formatted-text.tsx';
import { IconButton } from '@views/ui/button.tsx';
import { fillExample } from '@views/ui/fields/example-text.ts';
import { exampleValues } from '@views/ui/fields/text-with-variables.tsx';
import { Icon } from '@views/ui/icons/icon.tsx';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { BotQueue } from '@/modules/chatbot/decide/bot.logic.ts';
import { type Bubble, walk } from './walk.ts';

export function Phone({ queue }: { queue: BotQueue }) {
  const t = useT();
  const [answers, setAnswers] = useState<string[]>([]);
  const [text, setText] = useState('');
  const screen = useRef<HTMLDivElement>(null);
  const { bubbles } = walk(queue, answers, t('queues:phone.people'));

  // biome-ignore lint/correctness/useExhaustiveDependencies: the newest bubble is shown
  useEffect(() => {
    const element = screen.current;
    if (element) element.scrollTop = element.scrollHeight;
  }, [bubbles.length]);

  const answer = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '') return;
    setAnswers([...answers, text.trim()]);
    setText('');
  };

  return (
    <section className="phone" aria-label={t('queues:phone.title')}>
      <header className="phone-head">
        <span className="min-w-0 grow truncate font-medium">{queue.name}</span>
        <IconButton
          icon="rotate-ccw"
          size="sm"
          label={t('queues:phone.again')}
          onClick={() => setAnswers([])}
        />
      </header>
      <div ref={screen} className="phone-screen" role="log" aria-label={t('queues:phone.title')}>
        {bubbles.map((bubble, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the walk only grows, or begins again
          <PhoneBubble key={index} bubble={bubble} />
        ))}
      </div>
      <form className="phone-foot" onSubmit={answer}>
        <input
          className="input min-w-0 grow"
          value={text}
          maxLength={200}
          placeholder={t('queues:phone.answer')}
          aria-label={t('queues:phone.answer')}
          autoComplete="off"
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <IconButton type="submit" icon="send" label={t('queues:phone.send')} />
      </form>
    </section>
  );
}

function PhoneBubble({ bubble: { from, text } }: { bubble: Bubble }) {
  const t = useT();
  return (
    <p className="phone-bubble" data-from={from}>
      {from === 'file' ? <Icon name="paperclip" size={14} /> : null}
      {from === 'bot' ? <FormattedText text={fillExample(text, exampleValues(t)).text} /> : text}
    </p>
  );
}
