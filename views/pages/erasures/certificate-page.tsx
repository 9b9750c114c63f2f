import type { Certificate } from '@/modules/erasures/erasures.views.ts';
import { useT } from '../../i18n.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons/icon.tsx';

type CertificatePageProps = {
  certificate: Certificate;
  /** Null once the erasure is complete. */
  state: { text: string; isTrouble: boolean } | null;
  href: string;
  pdf: string;
  back: { href: string; label: string };
};

/** Also for printing: complete without a script. */
export function CertificatePage({ certificate, state, href, pdf, back }: CertificatePageProps) {
  const t = useT();
  const { title, text, facts, note } = certificate;
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-2 print:hidden">
        <LinkButton variant="ghost" icon="arrow-left" href={back.href} className="-ml-2 mr-auto">
          {back.label}
        </LinkButton>
        {state ? null : (
          <LinkButton icon="download" href={pdf}>
            {t('erasures:certificate.pdf')}
          </LinkButton>
        )}
      </div>
      {state ? (
        <div
          role="status"
          className={`notice mb-4 ${state.isTrouble ? 'tone-warning' : 'tone-info'}`}
          hx-get={href}
          hx-trigger="every 2s"
          hx-target="#content"
          hx-select="#content"
          hx-swap="outerHTML"
        >
          <Icon name="info" size={18} />
          <p>{state.text}</p>
        </div>
      ) : null}
      <article className="panel paper p-6">
        <h1 className="text-balance font-bold text-2xl tracking-tight">{title}</h1>
        <p className="mt-2 text-pretty">{text}</p>
        <dl className="mt-6 flex flex-col gap-3">
          {facts.map(({ name, lines, isCode }) => (
            <div key={name}>
              <dt className="text-muted text-sm">{name}</dt>
              {lines.map((line) => (
                <dd key={line} className={isCode ? 'wrap-anywhere font-mono text-sm' : ''}>
                  {line}
                </dd>
              ))}
            </div>
          ))}
        </dl>
        <p className="mt-6 text-pretty text-muted text-sm">{note}</p>
      </article>
    </>
  );
}
