import { listTimeZones, NEAR_TIME_ZONES } from '@/schemas/time-zone.schema.ts';
import { useT } from '../../i18n.tsx';
import { describe, FieldFrame } from './field.tsx';

const NEAR: readonly string[] = Object.values(NEAR_TIME_ZONES).flat();

type TimeZoneFieldProps = { label: string; hint?: string; value: string; error?: string; none: string };

/** `none` names the empty choice. */
export function TimeZoneField({ label, hint, value, error, none }: TimeZoneFieldProps) {
  const labelled = { name: 'timeZone', label, hint, error };
  return (
    <FieldFrame {...labelled}>
      <select className="select w-full" defaultValue={value} {...describe(labelled)}>
        <option value="">{none}</option>
        <TimeZoneOptions selected={value} />
      </select>
    </FieldFrame>
  );
}

/** The options of a select; a zone outside the list (`TZ` of the server) stands alone at the top. */
export function TimeZoneOptions({ selected }: { selected: string }) {
  const t = useT();
  const all = listTimeZones();
  const others = all.filter((zone) => !NEAR.includes(zone));
  return (
    <>
      {selected === '' || all.includes(selected) ? null : <option value={selected}>{shown(selected)}</option>}
      {(Object.keys(NEAR_TIME_ZONES) as (keyof typeof NEAR_TIME_ZONES)[]).map((group) => (
        <Group key={group} label={t(`common:timeZones.${group}`)} zones={NEAR_TIME_ZONES[group]} />
      ))}
      <Group label={t('common:timeZones.others')} zones={others} />
    </>
  );
}

function Group({ label, zones }: { label: string; zones: readonly string[] }) {
  return (
    <optgroup label={label}>
      {zones.map((zone) => (
        <option key={zone} value={zone}>
          {shown(zone)}
        </option>
      ))}
    </optgroup>
  );
}

const shown = (zone: string) => zone.replaceAll('_', ' ');
