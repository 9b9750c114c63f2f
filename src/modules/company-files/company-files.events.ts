import type { PlatformListener } from '@/core/events.ts';

export interface CompanyFilePlatformEvents {
  'company-export.changed': { companyId: number };
  'company-import.changed': null;
}
declare module '@/core/events.ts' {
  interface PlatformEventMap extends CompanyFilePlatformEvents {}
}

export const publishExportChanged: PlatformListener<'company-export.changed'> = ({ kernel }, { companyId }) =>
  kernel.hub.deliver(companyId, {
    channel: 'companyExport',
    data: null,
    canReceive: ({ profile }) => profile === 'admin',
  });

export const publishImportChanged: PlatformListener<'company-import.changed'> = ({ kernel }) =>
  kernel.hub.deliverToAll({ channel: 'companyImport', data: null, canReceive: (actor) => actor.super });
