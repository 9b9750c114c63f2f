import { useT } from '@views/i18n.tsx';
import { Dot } from '@views/ui/badge.tsx';
import type { IconName } from '@views/ui/icons/icon.tsx';
import { Menu, MenuChoice } from '@views/ui/menu.tsx';

export type Choice = { id: number; name: string; color?: string };

type RowsProps = {
  allLabel?: string;
  /** False while something else than these choices narrows the list. */
  mayBeAll?: boolean;
  choices: Choice[];
  chosen: number[];
  onChange: (ids: number[]) => void;
};

type Props = RowsProps & { id: string; icon: IconName; label: string };

export function ChoiceMenu({ id, icon, label, ...rows }: Props) {
  const { chosen } = rows;
  return (
    <div className="relative">
      <Menu id={id} label={label} icon={icon}>
        <ChoiceRows {...rows} />
      </Menu>
      {chosen.length > 0 ? (
        <span className="badge badge-primary badge-xs -top-0.5 pointer-events-none absolute right-0">
          {chosen.length}
        </span>
      ) : null}
    </div>
  );
}

export function ChoiceRows({ allLabel, mayBeAll = true, choices, chosen, onChange }: RowsProps) {
  const t = useT();
  const toggle = (one: number) =>
    onChange(chosen.includes(one) ? chosen.filter((other) => other !== one) : [...chosen, one]);
  const row = (isChosen: boolean, choose: () => void) => ({
    role: 'menuitemcheckbox',
    checked: isChosen,
    onClick: choose,
  });
  return (
    <>
      {allLabel ? (
        <MenuChoice {...row(mayBeAll && chosen.length === 0, () => onChange([]))}>{allLabel}</MenuChoice>
      ) : null}
      {choices.length === 0 ? <p className="px-3 py-2 text-muted text-sm">{t('common:noResults')}</p> : null}
      {choices.map((choice) => (
        <MenuChoice
          key={choice.id}
          {...row(chosen.includes(choice.id), () => toggle(choice.id))}
          data-choice={choice.id}
        >
          {choice.color ? <Dot color={choice.color} className="mr-2 size-2.5" /> : null}
          {choice.name}
        </MenuChoice>
      ))}
    </>
  );
}
