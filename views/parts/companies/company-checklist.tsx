import type { CompanyNameView } from '@/modules/companies/companies.views.ts';
import { useT } from '../../i18n.tsx';
import { CheckboxList } from '../../ui/fields/switch.tsx';

type CompanyChecklistProps = { name: string; companies: CompanyNameView[]; selected: string[] };

export function CompanyChecklist({ name, companies, selected }: CompanyChecklistProps) {
  const t = useT();
  const labelOf = ({ name: company, status }: CompanyNameView) =>
    status ? company : `${company} · ${t('backOffice:state.blocked')}`;
  return (
    <CheckboxList
      name={name}
      label={t('backOffice:companies.title')}
      options={companies.map((company) => ({ value: String(company.id), label: labelOf(company) }))}
      selected={selected}
      empty={t('common:noResults')}
    />
  );
}
