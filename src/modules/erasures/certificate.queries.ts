import { pdfSheet } from '@/core/documents/pdf-sheet.ts';
import type { Scope } from '@/core/scope.ts';
import { getBranding } from '@/modules/branding/branding.queries.ts';
import { formatBytes } from '@/schemas/bytes.schema.ts';
import { formatDay, formatMoment } from '@/schemas/languages.schema.ts';
import { countedText } from './counted.schema.ts';
import { ERASURE_COUNTS } from './erasures.schema.ts';
import type { Certificate, CompanyErasureView, ErasureView } from './erasures.views.ts';

export function certificateOf(scope: Scope, erasure: ErasureView): Certificate {
  const { t } = scope;
  const { counts } = erasure;
  const there = ERASURE_COUNTS.filter((what) => counts[what] > 0).map((what) =>
    countedText(scope, what, counts[what]),
  );
  return {
    title: t('erasures:certificate.title'),
    text: t('erasures:certificate.text'),
    facts: factsOf(scope, erasure, {
      erased: there.length > 0 ? there : [t('erasures:certificate.contactOnly')],
    }),
    note: t('erasures:certificate.stays'),
  };
}

export function companyCertificateOf(scope: Scope, erasure: CompanyErasureView): Certificate {
  const { t, locale } = scope;
  const { people, files, bytes, objects } = erasure.counts;
  return {
    title: t('erasures:certificate.title'),
    text: t('erasures:company.certificate'),
    facts: factsOf(scope, erasure, {
      about: [{ name: t('erasures:company.number'), lines: [String(erasure.companyId)] }],
      erased: [
        countedText(scope, 'people', people),
        `${countedText(scope, 'files', files)} (${formatBytes(bytes, locale)})`,
        ...(objects > 0 ? [countedText(scope, 'objects', objects)] : []),
      ],
    }),
    note: t('erasures:company.stays'),
  };
}

export async function certificatePdf(
  scope: Scope,
  certificate: Certificate,
): Promise<Uint8Array<ArrayBuffer>> {
  return pdfSheet({ ...certificate, head: (await getBranding(scope.kernel)).name });
}

type Erasure = Pick<ErasureView, 'uuid' | 'askedAt' | 'userName' | 'endedAt' | 'backupsUntil' | 'seal'>;
type Facts = Certificate['facts'];
type Own = { about?: Facts; erased: string[] };

function factsOf(scope: Scope, erasure: Erasure, { about = [], erased }: Own): Facts {
  const { t } = scope;
  const { uuid, askedAt, userName, endedAt, backupsUntil, seal: signature } = erasure;
  const reader = { locale: scope.locale, timeZone: scope.timeZone };
  const underWay = t('erasures:certificate.underWay');
  const nowhere = endedAt ? t('erasures:certificate.noBackups') : underWay;
  const asked = { at: formatMoment(new Date(askedAt), reader), name: userName };
  const until = backupsUntil && formatDay(new Date(backupsUntil), reader);
  const fact = (key: string, ...lines: string[]) => ({ name: t(`erasures:certificate.${key}`), lines });
  return [
    { ...fact('id', uuid), isCode: true },
    ...about,
    fact('asked', t('erasures:certificate.by', asked)),
    fact('ended', endedAt ? formatMoment(new Date(endedAt), reader) : underWay),
    fact('erased', ...erased),
    fact('backups', until ? t('erasures:certificate.until', { date: until }) : nowhere),
    ...(signature ? [{ ...fact('seal', signature), isCode: true as const }] : []),
  ];
}
