import { type CustomerView, simulatorPaths } from '@demo/phones/simulator.schema.ts';
import { useT } from '@views/i18n.tsx';
import { Avatar } from '@views/ui/avatar.tsx';
import { Button, IconButton } from '@views/ui/button.tsx';
import { Icon, type IconName } from '@views/ui/icons/icon.tsx';
import { formatNumber } from '@/schemas/phone-number.schema.ts';
import { ChatBubble } from './chat-bubble.tsx';
import { ComposerForm } from './composer-form.tsx';

/** Only `live-…` elements are fetched again, so that typed text stays. */
export function PhonePanel({ customer }: { customer: CustomerView }) {
  const t = useT();
  const { number, name } = customer;
  return (
    <article className="sim-phone" id={`phone-${number}`} aria-label={t('simulator:phoneOf', { name })}>
      <header className="sim-phone-head">
        <Avatar name={name} src={simulatorPaths.picture(number)} size={36} />
        <div className="sim-phone-name">
          <h3>{name}</h3>
          <p>{formatNumber(number)}</p>
        </div>
        <IconButton
          icon="phone"
          label={t('simulator:call.start', { name })}
          hx-post={simulatorPaths.call(number)}
          hx-swap="none"
        />
      </header>
      <div className="sim-live" id={`live-${number}`}>
        <PhoneLive customer={customer} />
      </div>
      <ComposerForm number={number} item={null} isEditing={false} />
    </article>
  );
}

export function PhoneLive({ customer }: { customer: CustomerView }) {
  const t = useT();
  const { number, items, call, unread, presence, line } = customer;
  return (
    <>
      <div className="sim-habits">
        <Habit customer={customer} habit="isOn" icon={customer.isOn ? 'wifi' : 'wifi-off'} />
        <Habit customer={customer} habit="reads" icon="check-check" />
        <Habit customer={customer} habit="isLively" icon="sparkles" />
        {unread > 0 ? (
          <button type="button" className="sim-unread" hx-post={simulatorPaths.read(number)} hx-swap="none">
            {t('simulator:unread', { count: unread })}
          </button>
        ) : null}
      </div>
      {call ? (
        <div className="sim-call" role="status">
          <Icon name="phone" size={16} />
          <span>{t(`simulator:call.${call}`)}</span>
          <Button size="sm" variant="danger" hx-delete={simulatorPaths.call(number)} hx-swap="none">
            {t('simulator:call.end')}
          </Button>
        </div>
      ) : null}
      <div className="sim-chat" role="log" aria-label={t('simulator:chatWith', { name: line.name })}>
        <div className="sim-chat-end">
          <p className="sim-with">{t('simulator:chatWith', { name: line.name })}</p>
          {items.map((item) => (
            <ChatBubble key={item.id} number={number} item={item} />
          ))}
          {presence ? <p className="sim-typing">{t(`simulator:presence.${presence}`)}</p> : null}
        </div>
      </div>
    </>
  );
}

type HabitName = 'isOn' | 'reads' | 'isLively';

function Habit({ customer, habit, icon }: { customer: CustomerView; habit: HabitName; icon: IconName }) {
  const t = useT();
  const isOn = customer[habit];
  return (
    <button
      type="button"
      className="sim-habit"
      aria-pressed={isOn}
      title={t(`simulator:habitHint.${habit}`)}
      hx-put={simulatorPaths.customer(customer.number)}
      hx-vals={JSON.stringify({ [habit]: String(!isOn) })}
      hx-swap="none"
    >
      <Icon name={icon} size={14} />
      {t(`simulator:habit.${habit}`)}
    </button>
  );
}
