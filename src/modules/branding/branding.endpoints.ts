import { z } from 'zod';
import { InvalidInput } from '@/core/errors.ts';
import { endpoint } from '@/core/http/routing/route.ts';
import { readPassingFile } from '@/core/http/uploads/upload.ts';
import { LOGO_FILE, LogoForm } from './branding.schema.ts';
import { setLogo } from './branding.service.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8z"/></svg>';

export const brandingEndpoints = [
  endpoint('POST /settings/media-upload', {
    access: 'super',
    summary: 'A logo of the platform (PNG, ICO or SVG) for the place `ref`',
    query: LogoForm,
    files: LOGO_FILE,
    storesFiles: false,
    reply: z.strictObject({ mensagem: z.string() }),
    errors: ['ERR_TOO_LARGE'],
    example: () => ({ query: { ref: 'login' as const }, file: { name: 'logo.svg', content: SVG } }),
    async answer(c, { query: { ref } }) {
      const chosen = await readPassingFile(c);
      if (!chosen) throw new InvalidInput({ file: 'branding:chooseFile' });
      await setLogo(c.var.scope, { ref, bytes: await chosen.file.bytes() });
      return c.json({ mensagem: 'Arquivo Anexado' });
    },
  }),
];
