import { z } from 'zod';
import { InvalidInput } from '@/core/errors.ts';
import { answerCsv } from '@/core/http/responses/send-csv.ts';
import { endpoint } from '@/core/http/routing/route.ts';
import { readPassingFile } from '@/core/http/uploads/upload.ts';
import { MessageReply } from '@/schemas/reply-fields.schema.ts';
import { Contact } from '../contacts.views.ts';
import { exportContacts } from '../export-contacts.service.ts';
import { getImport } from './imports.queries.ts';
import { SHEET } from './imports.schema.ts';
import { importPhoneBook, importSheet } from './imports.service.ts';
import { ContactImport } from './imports.views.ts';

declare module '@/core/http/routing/route.ts' {
  interface Fixtures {
    importId: number;
  }
}

export const importsEndpoints = [
  endpoint('GET /contacts/export.csv', {
    access: 'person',
    summary: 'The address book as CSV: name, number and e-mail, with `;` between',
    reply: z.string().startsWith('name;number;email\r\n'),
    mime: 'text/csv',
    errors: ['ERR_PROOF_REQUIRED'],
    answer: (c) => answerCsv(c, 'contatos', () => exportContacts(c.var.scope)),
  }),
  endpoint('GET /contacts/imports/:importId', {
    access: 'person',
    summary:
      'The progress of an import, and how many rows were left out and why; for its author and administrators',
    reply: ContactImport,
    errors: ['ERR_NOT_FOUND'],
    run: (scope, { importId }) => getImport(scope, importId),
  }),
  endpoint('POST /contacts/upload', {
    access: 'person',
    summary: 'Imports a sheet; answers with the first new contacts, the others follow in the background',
    files: SHEET,
    storesFiles: false,
    reply: z.array(Contact),
    errors: ['ERR_VALIDATION', 'ERR_TOO_LARGE'],
    example: () => ({ file: { name: 'lista.csv', content: 'nome;numero\nDa planilha;5511977000001\n' } }),
    async answer(c) {
      const sheet = await readPassingFile(c);
      if (!sheet) throw new InvalidInput({ file: 'contacts:import.errors.empty' });
      return c.json(await importSheet(c.var.scope, sheet.file, sheet.name));
    },
  }),
  endpoint('POST /contacts/import', {
    access: 'person',
    summary: 'Imports the address book of a connected phone, in the background',
    reply: MessageReply,
    errors: ['ERR_WAPP_NOT_INITIALIZED'],
    run: async (scope) => {
      await importPhoneBook(scope);
      return { message: 'contacts imported' };
    },
  }),
];
