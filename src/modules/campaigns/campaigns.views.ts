import { z } from 'zod';
import { address, id, moment, pageOf, stamps } from '../../schemas/reply-fields.schema.ts';
import { CAMPAIGN_STATUSES, campaignTexts, SHIPPING_STATES } from './campaigns.schema.ts';

const ListOfCampaign = z.strictObject({ id, name: z.string(), companyId: id, ...stamps });

export const Campaign = z
  .strictObject({
    id,
    name: z.string(),
    ...campaignTexts(z.string()),
    status: z.enum(CAMPAIGN_STATUSES),
    confirmation: z.boolean(),
    /** Absolute and signed; null without a file. */
    mediaPath: address,
    mediaName: z.string().nullable(),
    scheduledAt: moment.nullable(),
    completedAt: moment.nullable(),
    companyId: id,
    contactListId: id.nullable(),
    tagListId: id.nullable(),
    whatsappId: id.nullable(),
    fileListId: id.nullable(),
    stoppedFor: z.string().nullable(),
    contactList: ListOfCampaign.nullable(),
    whatsapp: z.strictObject({ id, name: z.string() }).nullable(),
    ...stamps,
  })
  .meta({ id: 'Campaign' });
export type CampaignView = z.infer<typeof Campaign>;

export const CampaignPage = pageOf('records', Campaign);
export type CampaignPage = z.infer<typeof CampaignPage>;

export const Shipping = z.strictObject({
  id,
  /** The contract's key; no queue has jobs here. */
  jobId: z.null(),
  number: z.string(),
  message: z.string(),
  confirmationMessage: z.string(),
  confirmation: z.boolean().nullable(),
  contactId: id.nullable(),
  campaignId: id,
  confirmationRequestedAt: moment.nullable(),
  confirmedAt: moment.nullable(),
  deliveredAt: moment.nullable(),
  state: z.enum(SHIPPING_STATES),
  reason: z.string().nullable(),
  ...stamps,
});
export type ShippingView = z.infer<typeof Shipping>;

const ListItem = z.strictObject({
  id,
  name: z.string(),
  number: z.string(),
  email: z.string(),
  isWhatsappValid: z.boolean(),
  companyId: id,
  contactListId: id,
  ...stamps,
});

export const WholeCampaign = Campaign.extend({
  contactList: ListOfCampaign.extend({ contacts: z.array(ListItem) }).nullable(),
  shipping: z.array(Shipping),
}).meta({ id: 'WholeCampaign' });
export type WholeCampaignView = z.infer<typeof WholeCampaign>;
