import { CertificatePage } from '@views/pages/erasures/certificate-page.tsx';
import { EraseDialog } from '@views/pages/erasures/erase-dialog.tsx';
import { PersonFileDialog } from '@views/pages/erasures/person-file-dialog.tsx';
import { PrivacyTab } from '@views/pages/erasures/privacy-tab.tsx';
import { RetentionDialog } from '@views/pages/erasures/retention.tsx';
import type { Ctx } from '@/core/http/env.ts';
import { orToast } from '@/core/http/responses/or-toast.ts';
import { done, fragment, leadTo, page } from '@/core/http/responses/respond.ts';
import { sendFile } from '@/core/http/responses/send-file.ts';
import { sendPdf } from '@/core/http/responses/send-pdf.ts';
import { tabList } from '@/core/http/responses/tab-page.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import { requireCan } from '@/core/policy.ts';
import { getContact } from '@/modules/contacts/contacts.queries.ts';
import { certificateOf, certificatePdf } from './certificate.queries.ts';
import { countPerson } from './count-person.queries.ts';
import { eraseContact } from './erase-contact.service.ts';
import { erasurePaths } from './erasure-paths.schema.ts';
import { canErase } from './erasures.policy.ts';
import { getErasure, listErasures } from './erasures.queries.ts';
import { EraseForm, ErasureFilter, RetentionForm } from './erasures.schema.ts';
import { beginPersonFile, listPersonFiles, openPersonFile } from './file/person-file.service.ts';
import { changeRetention, countGoing, retentionMonths } from './retention/retention.service.ts';

declare module '@/core/http/routing/route.ts' {
  interface Fixtures {
    erasureId: number;
    personFileId: number;
  }
}

export const erasuresPages = [
  pageRoute('GET /settings/privacy', {
    access: 'admin',
    query: ErasureFilter,
    async answer(c, { query }) {
      const props = {
        page: await listErasures(c.var.scope, query),
        retention: await retentionMonths(c.var.scope),
      };
      return tabList(c, 'privacy', (shows) => <PrivacyTab shows={shows} {...props} />);
    },
  }),
  pageRoute('GET /settings/privacy/retention', {
    access: 'admin',
    query: RetentionForm,
    example: () => ({ query: { messages: '12' as const, media: '6' as const } }),
    async answer(c, { query }) {
      const counts = await countGoing(c.var.scope, query);
      return fragment(c, <RetentionDialog wanted={query} counts={counts} />);
    },
  }),
  pageRoute('PUT /settings/privacy/retention', {
    access: 'admin',
    form: RetentionForm,
    example: () => ({ body: { messages: '60' as const, media: '60' as const } }),
    onInvalid: (c) => done(c, {}),
    async answer(c, { form }) {
      await changeRetention(c.var.scope, form);
      return done(c, { toast: 'erasures:retention.saved', refresh: 'erasure' });
    },
  }),
  pageRoute('GET /contacts/:contactId/file', {
    access: 'admin',
    async answer(c, { contactId }) {
      const contact = await getContact(c.var.scope, contactId);
      const files = await listPersonFiles(c.var.scope, contactId);
      return fragment(c, <PersonFileDialog contact={contact} files={files} />);
    },
  }),
  pageRoute('POST /contacts/:contactId/file', {
    access: 'admin',
    answer: (c, { contactId }) =>
      orToast(c, 'common:toast.failed', async () => {
        const { scope } = c.var;
        const contact = await getContact(scope, contactId);
        await beginPersonFile(scope, { contactId });
        const files = await listPersonFiles(scope, contactId);
        return fragment(c, <PersonFileDialog contact={contact} files={files} />);
      }),
  }),
  pageRoute('GET /person-files/:personFileId', {
    access: 'admin',
    async answer(c, { personFileId }) {
      const path = await openPersonFile(c.var.scope, personFileId);
      const reply = await sendFile(c, { path, mime: 'application/zip', name: 'dados.zip' });
      reply.headers.set('Cache-Control', 'private, no-store');
      return reply;
    },
  }),
  pageRoute('GET /contacts/:contactId/erase', {
    access: 'admin',
    answer: (c, { contactId }) => dialog(c, contactId),
  }),
  pageRoute('POST /contacts/:contactId/erase', {
    access: 'admin',
    form: EraseForm,
    example: () => ({ body: { understood: 'true' } }),
    onInvalid: (c, { errors }) => dialog(c, Number(c.req.param('contactId')), errors),
    answer: (c, { contactId }) =>
      orToast(c, 'common:toast.failed', async () => {
        const { erasureId } = await eraseContact(c.var.scope, { contactId });
        return leadTo(c, erasurePaths.certificate(erasureId));
      }),
  }),
  pageRoute('GET /erasures/:erasureId', {
    access: 'admin',
    async answer(c, { erasureId }) {
      const { scope } = c.var;
      const erasure = await getErasure(scope, erasureId);
      const { step, trouble } = erasure;
      const waits = { text: scope.t(trouble ? `erasures:trouble.${trouble}` : `erasures:step.${step}`) };
      const props = {
        certificate: certificateOf(scope, erasure),
        state: step === 'done' ? null : { ...waits, isTrouble: trouble !== '' },
        href: erasurePaths.certificate(erasureId),
        pdf: erasurePaths.certificatePdf(erasureId),
        back: { href: erasurePaths.privacy(), label: scope.t('erasures:tab') },
      };
      const head = { title: 'erasures:certificate.title', layout: 'open' } as const;
      return page(c, head, <CertificatePage {...props} />);
    },
  }),
  pageRoute('GET /erasures/:erasureId/certificate.pdf', {
    access: 'admin',
    async answer(c, { erasureId }) {
      const { scope } = c.var;
      const erasure = await getErasure(scope, erasureId);
      const pdf = await certificatePdf(scope, certificateOf(scope, erasure));
      return sendPdf(c, pdf, `certificado-${erasure.uuid}.pdf`);
    },
  }),
];

async function dialog(c: Ctx, contactId: number, errors?: Record<string, string>): Promise<Response> {
  const { scope } = c.var;
  requireCan(scope, canErase);
  const contact = await getContact(scope, contactId);
  const counts = await countPerson(scope, contact.id);
  const node = <EraseDialog contact={contact} counts={counts} errors={errors} />;
  return fragment(c, node, errors ? 422 : 200);
}
