import { AuditEntryDialog } from '@views/pages/audit/audit-entry-dialog.tsx';
import { AuditLogPage, ChainState } from '@views/pages/audit/audit-log-page.tsx';
import { verifyAuditChain } from '@/core/audit/audit-chain.ts';
import type { Ctx } from '@/core/http/env.ts';
import { done, fragment, listPage } from '@/core/http/responses/respond.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import { isSuper } from '@/core/policy.ts';
import { getSetting } from '@/modules/settings/settings.queries.ts';
import { changeSetting } from '@/modules/settings/settings.service.ts';
import { listPeopleNames } from '@/modules/users/users.queries.ts';
import { auditOf, getEntry, listEntries } from './audit.queries.ts';
import { AuditLogFilter, RetentionForm } from './audit.schema.ts';
import type { AuditArea } from './audit-paths.schema.ts';

declare module '@/core/http/routing/route.ts' {
  interface Fixtures {
    auditEntryId: number;
  }
}

export const auditPages = [
  pageRoute('GET /audit', {
    access: 'admin',
    query: AuditLogFilter,
    answer: (c, { query }) => showLog(c, 'company', query),
  }),
  pageRoute('GET /audit/check', { access: 'admin', answer: (c) => showCheck(c, 'company') }),
  pageRoute('GET /audit/entries/:auditEntryId', {
    access: 'admin',
    answer: (c, { auditEntryId }) => showEntry(c, 'company', auditEntryId),
  }),
  pageRoute('PUT /audit/retention', {
    access: 'admin',
    form: RetentionForm,
    example: () => ({ body: { days: '730' as const } }),
    onInvalid: (c) => done(c, {}),
    async answer(c, { form }) {
      await changeSetting(c.var.scope, { key: 'auditDays', value: form.days });
      return done(c, { toast: 'audit:toast.retention', refresh: 'settings' });
    },
  }),
  pageRoute('GET /platform/audit', {
    access: 'super',
    query: AuditLogFilter,
    answer: (c, { query }) => showLog(c, 'platform', query),
  }),
  pageRoute('GET /platform/audit/check', { access: 'super', answer: (c) => showCheck(c, 'platform') }),
  pageRoute('GET /platform/audit/entries/:auditEntryId', {
    access: 'super',
    shared: true,
    answer: (c, { auditEntryId }) => showEntry(c, 'platform', auditEntryId),
  }),
];

async function showLog(c: Ctx, area: AuditArea, filter: AuditLogFilter): Promise<Response> {
  const { scope } = c.var;
  const log = await listEntries(scope, area, filter);
  const people = area === 'company' ? await listPeopleNames(scope) : [];
  const days = area === 'company' ? await getSetting(scope, 'auditDays') : null;
  const props = { area, log, filter, people, days, isSuper: isSuper(scope.actor) };
  const head = { title: `audit:title.${area}`, active: 'audit' };
  return listPage(c, head, (shows) => <AuditLogPage shows={shows} {...props} />);
}

async function showCheck(c: Ctx, area: AuditArea): Promise<Response> {
  const check = await verifyAuditChain(auditOf(c.var.scope, area));
  return fragment(c, <ChainState check={check} />);
}

async function showEntry(c: Ctx, area: AuditArea, entryId: number): Promise<Response> {
  const entry = await getEntry(c.var.scope, area, entryId);
  return fragment(c, <AuditEntryDialog entry={entry} ownCompanyId={c.var.scope.companyId} />);
}
