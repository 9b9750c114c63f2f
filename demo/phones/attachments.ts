import type { Sample } from '@demo/seed/samples.ts';
import type { Translate } from '@/core/i18n.ts';
import type { Attachment } from './simulator.schema.ts';

export function sampleFor(kind: Attachment, t: Translate): Sample {
  switch (kind) {
    case 'photo':
      return { kind, picture: 'sofa', caption: '' };
    case 'voice':
      return { kind };
    case 'document': {
      const title = t('simulator:sample.document');
      return { kind, fileName: `${title}.pdf`, lines: [title, '', t('simulator:sample.line')] };
    }
    case 'location':
      return {
        kind,
        name: t('simulator:sample.place'),
        address: 'Av. Paulista, 1578, São Paulo',
        latitude: -23.5614,
        longitude: -46.6559,
      };
    case 'contact':
      return { kind, name: 'Beatriz Ribeiro', number: '5541987650177' };
  }
}
