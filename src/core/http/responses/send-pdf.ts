import type { Ctx } from '../env.ts';

export function sendPdf(c: Ctx, pdf: Uint8Array<ArrayBuffer>, name: string): Response {
  return c.body(pdf, 200, {
    'Content-Type': 'application/pdf',
    'Content-Disposition': `attachment; filename="${name}"`,
    'Cache-Control': 'private, no-store',
  });
}
