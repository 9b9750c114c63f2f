import {
  CheckDialog,
  RemoveFileDialog,
  TakeOverDialog,
  UploadDialog,
} from '@views/pages/company-files/import-dialogs.tsx';
import { ImportPage } from '@views/pages/company-files/import-page.tsx';
import { AppError } from '@/core/errors.ts';
import type { Ctx } from '@/core/http/env.ts';
import { orToast } from '@/core/http/responses/or-toast.ts';
import { done, fragment } from '@/core/http/responses/respond.ts';
import { tabList } from '@/core/http/responses/tab-page.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import type { Refused } from '@/core/http/routing/validate.ts';
import { MAX_REQUEST_BYTES, requireUpload } from '@/core/http/uploads/upload.ts';
import { AdoptInput, CheckInput, IncomingFile } from './company-files.schema.ts';
import { checkFile, dropImport, getImportState, takeOver } from './imports.service.ts';
import { listIncoming, removeIncoming, requireIncoming, storeIncoming } from './incoming-files.service.ts';

const access = 'super' as const;
const REFRESH = 'companyImport';
const FAILED = 'common:toast.failed' as const;
const FILE = { field: 'file', maxBytes: MAX_REQUEST_BYTES - 64 * 1024, maxFiles: 1 };
const file = { file: 'nowhere.balcao' };

export const importsPages = [
  pageRoute('GET /settings/companies/import', {
    access,
    async answer(c) {
      const { scope } = c.var;
      const props = { state: await getImportState(scope), files: await listIncoming(scope) };
      return tabList(c, 'companies', (shows) => <ImportPage shows={shows} {...props} />);
    },
  }),
  pageRoute('DELETE /settings/companies/import', {
    access,
    async answer(c) {
      await dropImport(c.var.scope);
      return done(c, { refresh: REFRESH });
    },
  }),
  pageRoute('GET /settings/companies/import/file', { access, answer: (c) => fragment(c, <UploadDialog />) }),
  pageRoute('POST /settings/companies/import/file', {
    access,
    files: FILE,
    storesFiles: false,
    onInvalid: (c, { errors }) => fragment(c, <UploadDialog errors={errors} />, 422),
    async answer(c) {
      const { storage } = c.var.kernel;
      const { key, name } = await requireUpload(c);
      const path = await storage.open(c.var.scope.companyId, key);
      if (!path) throw new AppError('ERR_NOT_FOUND');
      await storeIncoming(c.var.scope, { path, name });
      return done(c, { toast: 'companyFiles:toast.uploaded', refresh: REFRESH });
    },
  }),
  pageRoute('GET /settings/companies/import/check', {
    access,
    query: IncomingFile,
    async answer(c, { query }) {
      await requireIncoming(c.var.scope, query.file);
      return fragment(c, <CheckDialog {...query} />);
    },
  }),
  pageRoute('POST /settings/companies/import/check', {
    access,
    form: CheckInput,
    example: () => ({ body: file }),
    onInvalid: (c, { values, errors }) =>
      fragment(c, <CheckDialog file={values.file ?? ''} errors={errors} />, 422),
    answer: (c, { form }) =>
      orToast(c, FAILED, async () => {
        await checkFile(c.var.scope, form);
        return done(c, { refresh: REFRESH });
      }),
  }),
  pageRoute('GET /settings/companies/import/remove', {
    access,
    query: IncomingFile,
    async answer(c, { query }) {
      await requireIncoming(c.var.scope, query.file);
      return fragment(c, <RemoveFileDialog {...query} />);
    },
  }),
  pageRoute('POST /settings/companies/import/remove', {
    access,
    form: IncomingFile,
    example: () => ({ body: file }),
    onInvalid: (c, { values }) => fragment(c, <RemoveFileDialog file={values.file ?? ''} />, 422),
    answer: (c, { form }) =>
      orToast(c, FAILED, async () => {
        await removeIncoming(c.var.scope, form.file);
        return done(c, { toast: 'companyFiles:toast.deleted', refresh: REFRESH });
      }),
  }),
  pageRoute('GET /settings/companies/import/take-over', {
    access,
    async answer(c) {
      const state = await getImportState(c.var.scope);
      return fragment(c, <TakeOverDialog name={state.at === 'checked' ? state.name : ''} />);
    },
  }),
  pageRoute('POST /settings/companies/import/take-over', {
    access,
    form: AdoptInput,
    example: () => ({ body: { name: 'Cometa' } }),
    onInvalid: (c: Ctx, { values, errors }: Refused) =>
      fragment(c, <TakeOverDialog name={values.name ?? ''} errors={errors} />, 422),
    answer: (c, { form }) =>
      orToast(c, FAILED, async () => {
        await takeOver(c.var.scope, form);
        return done(c, { toast: 'companyFiles:toast.imported', refresh: REFRESH });
      }),
  }),
];
