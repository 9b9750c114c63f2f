import type { SendingPlan } from '@/modules/campaigns/form/sending-plan.queries.ts';
import { campaignPaths } from '@/paths.ts';
import type { Option } from '../../ui/fields/field.tsx';

export type CampaignChoices = {
  contactLists: Option[];
  tags: Option[];
  connections: Option[];
  fileLists: Option[];
  variables: { key: string; value: string }[];
};

export type CampaignDialogProps = {
  campaignId: number | null;
  may: 'everything' | 'texts' | 'nothing';
  values: Record<string, string>;
  media: { name: string; href: string | null } | null;
  choices: CampaignChoices;
  plan: SendingPlan;
  /** It has not begun, so that its plan is of interest. */
  isAhead: boolean;
  errors?: Record<string, string>;
};

export type StepProps = CampaignDialogProps & { isFixed: boolean };

const PLANNED = [
  'contactListId',
  'tagListId',
  'whatsappId',
  'fileListId',
  'confirmation',
  'source',
  'start',
  'day',
  'time',
];

/** For an element around fields of the plan: a change of one of them fetches it again. */
export function replans(campaignId: number | null): Record<string, string> {
  const fields = PLANNED.map((name) => `[name=${name}]`).join(',');
  return {
    'hx-get': campaignPaths.plan(),
    'hx-trigger': 'change',
    'hx-include': `#campaign-dialog :is(${fields})`,
    'hx-target': '#campaign-plan',
    'hx-swap': 'outerMorph',
    'hx-sync': '#campaign-plan:replace',
    'hx-indicator': '#campaign-plan',
    ...(campaignId !== null && { 'hx-vals': JSON.stringify({ campaignId }) }),
  };
}
