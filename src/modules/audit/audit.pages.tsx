import { AuditEntryDialog } from '@views/pages/audit/audit-entry-dialog.tsx';
import { AuditLogPage, ChainState } from '@views/pages/audit/audit-log-page.tsx';
import { verifyAuditChain } from '@/kernel/audit-chain.ts';
import type { Ctx } from '@/kernel/http/env.ts';
import { done, fragment, listPage } from '@/kernel/http/respond.ts';
import { pageRoute } from '@/kernel/http/route.ts';
import { isSuper } from '@/kernel/policy.ts';
import { getSetting } from '@/modules/settings/settings.queries.ts';
import { changeSetting } from '@/modules/settings/settings.service.ts';
import { listPeopleNames } from '@/modules/users/users.queries.ts';
import { auditOf, getEntry, listEntries } from './audit.queries.ts';
import { AuditLogFilter, RetentionForm } from './audit.schema.ts';
import type { AuditPlace } from './audit-paths.schema.ts';

declare module '@/kernel/http/route.ts' {
  interface World {
    auditEntryId: number;
  }
}

export const auditPages = [
  pageRoute('GET /audit', {
    access: 'admin',
    query: AuditLogFilter,
    show: (c, { query }) => showLog(c, 'company', query),
  }),
  pageRoute('GET /audit/check', { access: 'admin', show: (c) => showCheck(c, 'company') }),
  pageRoute('GET /audit/entries/:auditEntryId', {
    access: 'admin',
    show: (c, { auditEntryId }) => showEntry(c, 'company', auditEntryId),
  }),
  pageRoute('PUT /audit/retention', {
    access: 'admin',
    form: RetentionForm,
    example: () => ({ body: { days: '730' as const } }),
    again: (c) => done(c, {}),
    async show(c, { form }) {
      await changeSetting(c.var.scope, { key: 'auditDays', value: form.days });
      return done(c, { toast: 'audit:toast.retention', refresh: 'settings' });
    },
  }),
  pageRoute('GET /platform/audit', {
    access: 'super',
    query: AuditLogFilter,
    show: (c, { query }) => showLog(c, 'platform', query),
  }),
  pageRoute('GET /platform/audit/check', { access: 'super', show: (c) => showCheck(c, 'platform') }),
  pageRoute('GET /platform/audit/entries/:auditEntryId', {
    access: 'super',
    shared: true,
    show: (c, { auditEntryId }) => showEntry(c, 'platform', auditEntryId),
  }),
];

async function showLog(c: Ctx, place: AuditPlace, filter: AuditLogFilter): Promise<Response> {
  const { scope } = c.var;
  const log = await listEntries(scope, place, filter);
  const people = place === 'company' ? await listPeopleNames(scope) : [];
  const days = place === 'company' ? await getSetting(scope, 'auditDays') : null;
  const props = { place, log, filter, people, days, isSuper: isSuper(scope.actor) };
  const head = { title: `audit:title.${place}`, active: 'audit' };
  return listPage(c, head, (shows) => <AuditLogPage shows={shows} {...props} />);
}

async function showCheck(c: Ctx, place: AuditPlace): Promise<Response> {
  const check = await verifyAuditChain(auditOf(c.var.scope, place));
  return fragment(c, <ChainState check={check} />);
}

async function showEntry(c: Ctx, place: AuditPlace, entryId: number): Promise<Response> {
  const entry = await getEntry(c.var.scope, place, entryId);
  return fragment(c, <AuditEntryDialog entry={entry} ownCompanyId={c.var.scope.companyId} />);
}
