import type { EditableParts } from '@/modules/campaigns/campaigns.policy.ts';
import { PlanFilter } from '@/modules/campaigns/form/campaign-form.schema.ts';
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
  may: EditableParts;
  values: Record<string, string>;
  stoppedFor: string | null;
  media: { name: string; href: string | null } | null;
  choices: CampaignChoices;
  plan: SendingPlan;
  /** It has not begun, so that its plan is of interest. */
  isAhead: boolean;
  errors?: Record<string, string>;
};

export type StepProps = CampaignDialogProps & { isFixed: boolean };

const { campaignId: _known, ...planned } = PlanFilter.shape;
const FIELDS = Object.keys(planned)
  .map((name) => `[name=${name}]`)
  .join(',');

/** For an element around fields of the plan: a change of one of them fetches it again. */
export function replans(campaignId: number | null): Record<string, string> {
  return {
    'hx-get': campaignPaths.plan(),
    'hx-trigger': 'change',
    'hx-include': `#campaign-dialog :is(${FIELDS})`,
    'hx-target': '#campaign-plan',
    'hx-swap': 'outerMorph',
    'hx-sync': '#campaign-plan:replace',
    'hx-indicator': '#campaign-plan',
    ...(campaignId !== null && { 'hx-vals': JSON.stringify({ campaignId }) }),
  };
}
