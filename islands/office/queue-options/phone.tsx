import { useT } from '@views/i18n.tsx';
import { IconButton } from '@views/ui/button.tsx';
import { fillExample } from '@views/ui/example-text.ts';
import { Icon } from '@views/ui/icon.tsx';
import { exampleValues } from '@views/ui/text-with-variables.tsx';
import { type FormEvent, Fragment, useEffect, useRef, useState } from 'react';
import type { BotQueue } from '@/modules/chatbot/decide/bot.ts';
import { type Bubble, walk } from './walk.ts';

/** The customer's phone. A change of the menu is seen at once: the same answers are walked again. */
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
      {from === 'bot' ? <Bold text={fillExample(text, exampleValues(t)).text} /> : text}
    </p>
  );
}

/** WhatsApp draws `*text*` bold. */
function Bold({ text }: { text: string }) {
  const lines = text.split('\n').map((line) => line.split('*'));
  return lines.map((parts, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines of one text
    <Fragment key={at}>
      {at > 0 ? '\n' : null}
      {parts.length % 2 === 0 ? parts.join('*') : parts.map(boldEverySecond)}
    </Fragment>
  ));
}

function boldEverySecond(part: string, index: number) {
  return index % 2 === 1 ? <b key={index}>{part}</b> : part;
}
