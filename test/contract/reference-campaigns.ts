import {
  CAMPAIGN_ROW,
  CAMPAIGN_SHIPPING,
  CONTACT_LIST_ITEM_ROW,
  CONTACT_LIST_ROW,
} from './reference-keys.ts';

const campaignAt = (at: string) => ({
  [at]: [...CAMPAIGN_ROW, 'contactList', 'whatsapp'],
  [`${at}contactList.`]: CONTACT_LIST_ROW,
  [`${at}whatsapp.`]: ['id', 'name'],
});
const MENSAGEM = { '': ['mensagem'] };

/** Contract: http §9. */
export const CAMPAIGN_CALLS: Record<string, Record<string, string[]>> = {
  'GET /campaigns': { '': ['records', 'count', 'hasMore'], ...campaignAt('records.*.') },
  'GET /campaigns/list': campaignAt('*.'),
  'GET /campaigns/:id': {
    ...campaignAt(''),
    '': [...CAMPAIGN_ROW, 'contactList', 'whatsapp', 'shipping'],
    'contactList.': [...CONTACT_LIST_ROW, 'contacts'],
    'contactList.contacts.*.': CONTACT_LIST_ITEM_ROW,
    'shipping.*.': CAMPAIGN_SHIPPING,
  },
  'POST /campaigns': campaignAt(''),
  'PUT /campaigns/:id': campaignAt(''),
  'DELETE /campaigns/:id': { '': ['message'] },
  'POST /campaigns/:id/media-upload': MENSAGEM,
  'DELETE /campaigns/:id/media-upload': MENSAGEM,
  'POST /campaigns/:id/cancel': {},
  'POST /campaigns/:id/restart': {},
};
