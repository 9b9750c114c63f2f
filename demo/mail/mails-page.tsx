import { SIMULATOR } from '@demo/phones/simulator.schema.ts';
import { useT } from '@views/i18n.tsx';
import type { Letter } from '@/modules/mail/mail-transport.client.ts';

export function MailsPage({ letters }: { letters: readonly Letter[] }) {
  const t = useT();
  return (
    <>
      <h1 className="font-bold text-2xl tracking-tight">{t('simulator:mails.title')}</h1>
      <p className="mt-1 mb-6 text-pretty text-muted">
        {t(letters.length > 0 ? 'simulator:mails.text' : 'simulator:mails.none')}
      </p>
      <div className="flex flex-col gap-3">
        {letters.map(({ id, to, subject, text }, index) => (
          <details key={id} open={index === 0} className="rounded-lg border border-base-300 p-3">
            <summary className="cursor-pointer">
              <span className="font-semibold">{subject}</span>
              <span className="block text-muted text-sm">{to}</span>
            </summary>
            <div className="mt-3 whitespace-pre-wrap break-words text-sm">
              <Linked text={text} />
            </div>
          </details>
        ))}
      </div>
      <p className="mt-6 text-center text-sm">
        <a href={SIMULATOR} className="font-semibold text-primary hover:underline">
          {t('simulator:mails.back')}
        </a>
      </p>
    </>
  );
}

function Linked({ text }: { text: string }) {
  return text.split('\n').map((line, index) => {
    const isLink = line.startsWith('http://') || line.startsWith('https://');
    const key = `${index} ${line}`;
    if (!isLink) return <span key={key}>{`${line}\n`}</span>;
    return (
      <a key={key} href={line} className="break-all text-primary underline">
        {`${line}\n`}
      </a>
    );
  });
}
