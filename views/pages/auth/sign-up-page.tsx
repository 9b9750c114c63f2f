import type { PlanRowView } from '@/modules/companies/companies.views.ts';
import { paths } from '@/paths.ts';
import { formatReais } from '@/schemas/languages.schema.ts';
import { type I18n, useI18n } from '../../i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/dialog.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { FormValues } from '../../ui/fields/form-values.tsx';
import { RadioList } from '../../ui/fields/radio-list.tsx';
import { ChosenPassword, LoginEmail } from './own-account-fields.tsx';

type SignUpPageProps = {
  values: Record<'name' | 'email' | 'phone' | 'planId' | 'companyId', string>;
  errors: Partial<Record<string, string>>;
  error?: string;
  plans: PlanRowView[];
  trialDays: number;
};

const FIELDS = ['name', 'email', 'phone', 'password', 'planId'] as const;

export function SignUpPage({ values, errors, error, plans, trialDays }: SignUpPageProps) {
  const { t, locale } = useI18n();
  const first = FIELDS.find((field) => errors[field]) ?? 'name';
  return (
    <>
      <h1 className="font-bold text-2xl tracking-tight">{t('signUp:title')}</h1>
      <p className="mt-1 mb-6 text-pretty text-muted">{t('signUp:text', { count: trialDays })}</p>
      <form noValidate method="post" action={paths.signUp()} className="flex flex-col gap-4" data-once="">
        <FormValues values={values} errors={errors}>
          <FormError text={error} />
          {values.companyId ? <input type="hidden" name="companyId" value={values.companyId} /> : null}
          <Field
            name="name"
            label={t('signUp:company')}
            autoComplete="organization"
            minLength={2}
            maxLength={50}
            autoFocus={first === 'name'}
            required
          />
          <LoginEmail autoFocus={first === 'email'} />
          <div data-field="phone">
            <Field
              name="phone"
              type="tel"
              label={t('signUp:phone')}
              placeholder="(99) 99999-9999"
              autoComplete="tel-national"
              autoFocus={first === 'phone'}
              required
            />
          </div>
          <ChosenPassword autoFocus={first === 'password'} />
          <RadioList
            name="planId"
            label={t('signUp:plan')}
            value={values.planId}
            error={errors.planId}
            options={plans.map((plan) => ({ value: plan.id, ...textsOf(plan, { t, locale }) }))}
          />
          <Button type="submit" variant="primary" className="mt-1 w-full">
            {t('signUp:submit')}
          </Button>
        </FormValues>
      </form>
      <p className="mt-6 text-center text-muted text-sm">
        {t('signUp:known')}{' '}
        <a href={paths.login()} className="font-semibold text-primary underline-offset-4 hover:underline">
          {t('signUp:login')}
        </a>
      </p>
    </>
  );
}

function textsOf(
  { name, users, connections, queues, value }: PlanRowView,
  { t, locale }: Pick<I18n, 't' | 'locale'>,
) {
  const price = `${formatReais(value, { locale })} ${t('billing:recurrences.MENSAL')}`;
  return {
    label: t('signUp:planName', { name, price }),
    detail: t('signUp:planLimits', { users, connections, queues }),
  };
}
