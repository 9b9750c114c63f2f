import { FAULTS, type Fault, simulatorPaths } from '@demo/phones/simulator.schema.ts';
import { useT } from '@views/i18n.tsx';
import { Button } from '@views/ui/button.tsx';
import { Icon, type IconName } from '@views/ui/icons/icon.tsx';

const ICONS: Record<Fault, IconName> = {
  refuse: 'ban',
  mute: 'volume-off',
  delayAcks: 'timer',
  failMedia: 'image',
};

export function FaultSwitches({ faults }: { faults: Fault[] }) {
  const t = useT();
  return (
    <>
      {FAULTS.map((fault) => (
        <button
          key={fault}
          type="button"
          className="sim-fault"
          aria-pressed={faults.includes(fault)}
          title={t(`simulator:faultHint.${fault}`)}
          hx-put={simulatorPaths.faults()}
          hx-vals={JSON.stringify({ fault, on: String(!faults.includes(fault)) })}
          hx-swap="none"
        >
          <Icon name={ICONS[fault]} size={16} />
          {t(`simulator:fault.${fault}`)}
        </button>
      ))}
      <Button size="sm" icon="unplug" hx-post={simulatorPaths.cut()} hx-swap="none">
        {t('simulator:faults.cut')}
      </Button>
      {faults.length > 0 ? (
        <Button
          size="sm"
          variant="ghost"
          icon="rotate-ccw"
          hx-delete={simulatorPaths.faults()}
          hx-swap="none"
        >
          {t('simulator:faults.clear')}
        </Button>
      ) : null}
    </>
  );
}
