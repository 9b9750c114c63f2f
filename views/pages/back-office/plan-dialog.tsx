import { backOfficePaths } from '@/modules/back-office/back-office-paths.schema.ts';
import {
  MAX_PLAN_NAME,
  OPEN_LIMITS,
  PLAN_FLAGS,
  PLAN_LIMITS,
  QUOTAS,
} from '@/modules/companies/plans.schema.ts';
import { useT } from '../../i18n.tsx';
import { ConfirmDialog, DialogForm } from '../../ui/dialog.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { NumberField } from '../../ui/fields/number-field.tsx';
import { Switch } from '../../ui/fields/switch.tsx';

type Flag = (typeof PLAN_FLAGS)[number];
type Limit = (typeof PLAN_LIMITS | typeof OPEN_LIMITS | typeof QUOTAS)[number];
export type PlanValues = { name: string; value: string } & Record<Limit, string> & Record<Flag, boolean>;

type PlanDialogProps = {
  planId: number | null;
  values: PlanValues;
  errors?: Record<string, string>;
};

const isOpenLimit = (name: Limit) => OPEN_LIMITS.some((open) => open === name);

const WITH_HINT: Flag[] = ['useInternal', 'useCampaigns'];

export function PlanDialog({ planId, values, errors = {} }: PlanDialogProps) {
  const t = useT();
  return (
    <DialogForm
      id="plan-dialog"
      title={t(planId === null ? 'backOffice:plan.addTitle' : 'backOffice:plan.editTitle')}
      action={planId === null ? backOfficePaths.plans() : backOfficePaths.plan(planId)}
      method={planId === null ? 'post' : 'put'}
      size="lg"
      values={values}
      errors={errors}
    >
      <div className="grid grid-cols-1 gap-x-4 gap-y-3 sm:grid-cols-2">
        <Field name="name" label={t('backOffice:plan.name')} maxLength={MAX_PLAN_NAME} autoFocus required />
        <Field name="value" label={t('backOffice:plan.valueField')} inputMode="decimal" maxLength={12} />
      </div>
      <div className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-3">
        {[...PLAN_LIMITS, ...OPEN_LIMITS].map((name) => (
          <NumberField
            key={name}
            name={name}
            label={t(`backOffice:plan.${name}`)}
            value={values[name]}
            error={errors[name]}
            hint={t(isOpenLimit(name) ? 'backOffice:plan.zeroIsNoLimit' : 'backOffice:plan.zeroIsNone')}
          />
        ))}
      </div>
      <fieldset>
        <legend className="field-label">{t('backOffice:plan.quotas')}</legend>
        <p className="field-hint mb-2">{t('backOffice:plan.quotasHint')}</p>
        <div className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-4">
          {QUOTAS.map((name) => (
            <NumberField
              key={name}
              name={name}
              label={t(`backOffice:plan.${name}`)}
              value={values[name]}
              error={errors[name]}
            />
          ))}
        </div>
      </fieldset>
      <div className="grid grid-cols-1 gap-x-8 sm:grid-cols-2">
        {PLAN_FLAGS.map((name) => (
          <Switch
            key={name}
            name={name}
            label={t(`backOffice:plan.${name}`)}
            hint={WITH_HINT.includes(name) ? t(`backOffice:plan.${name}Hint`) : undefined}
            defaultChecked={values[name]}
          />
        ))}
      </div>
    </DialogForm>
  );
}

export function DeletePlanDialog({ plan }: { plan: { id: number; name: string } }) {
  const t = useT();
  return (
    <ConfirmDialog
      id="plan-delete"
      title={t('backOffice:plan.delete', { name: plan.name })}
      what={plan.name}
      text={t('backOffice:delete.question')}
      action={backOfficePaths.plan(plan.id)}
    />
  );
}
