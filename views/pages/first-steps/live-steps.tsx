import type { ConnectionView } from '@/modules/connections/connections.views.ts';
import type { FirstMessage } from '@/modules/first-steps/first-steps.views.ts';
import type { UserListItemView } from '@/modules/users/users.views.ts';
import { paths } from '@/paths.ts';
import { formatNumber } from '@/schemas/phone-number.schema.ts';
import { ticketPath } from '@/ticket-path.ts';
import { useI18n, useT } from '../../i18n.tsx';
import { ConnectionStatusCell } from '../../parts/connections/connection-status.tsx';
import { QrImage } from '../../parts/connections/qr-image.tsx';
import { SessionButtons } from '../../parts/connections/session-buttons.tsx';
import { formatTime } from '../../parts/messages/dates.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { goesOnProven, opensDialog } from '../../ui/dialog.tsx';
import { Spinner } from '../../ui/spinner.tsx';

export function NumberStep({ connections }: { connections: ConnectionView[] }) {
  const t = useT();
  return (
    <>
      <ul className="setup-list">
        {connections.map((connection) => (
          <li key={connection.id}>
            <div className="min-w-0 grow">
              <p className="wrap-anywhere font-medium">{connection.name}</p>
              <p className="text-muted text-sm">
                {connection.number ? formatNumber(connection.number) : null}
              </p>
              <ConnectionStatusCell connection={connection} />
            </div>
            <SessionButtons connection={connection} />
          </li>
        ))}
      </ul>
      <Button
        id="setup-add-line"
        icon="plus"
        variant={connections.length === 0 ? 'primary' : undefined}
        className="self-start"
        {...opensDialog(paths.newConnection())}
      >
        {t('connections:add')}
      </Button>
    </>
  );
}

export function PeopleStep({ people }: { people: UserListItemView[] }) {
  const t = useT();
  return (
    <>
      <ul className="setup-list">
        {people.map(({ id, name, profile, queues, invited }) => (
          <li key={id}>
            <div className="min-w-0 grow">
              <p className="wrap-anywhere font-medium">{name}</p>
              <p className="wrap-anywhere text-muted text-sm">
                {t(`users:profiles.${profile}`)}
                {' · '}
                {queues.length > 0
                  ? queues.map((queue) => queue.name).join(', ')
                  : t('dashboard:none.queues')}
              </p>
            </div>
            {invited ? (
              <Button
                size="sm"
                icon="link"
                aria-label={`${t('firstSteps:path.people.link')}: ${name}`}
                {...opensDialog(paths.userInvitation(id))}
                {...goesOnProven(`setup-link-${id}`, 'click')}
              >
                {t('firstSteps:path.people.link')}
              </Button>
            ) : null}
            <Button
              id={`setup-person-${id}`}
              size="sm"
              icon="pencil"
              aria-label={`${t('firstSteps:path.people.queues')}: ${name}`}
              {...opensDialog(paths.editUser(id))}
            >
              {t('firstSteps:path.people.queues')}
            </Button>
          </li>
        ))}
      </ul>
      <Button
        id="setup-add-person"
        icon="plus"
        variant={people.length < 2 ? 'primary' : undefined}
        className="self-start"
        {...opensDialog(paths.newUser())}
      >
        {t('users:add')}
      </Button>
    </>
  );
}

type TestStepProps = {
  arrival: FirstMessage | null;
  number: string | null;
  link: string | null;
  qr: { size: number; path: string } | null;
};

export function TestStep({ arrival, number, link, qr }: TestStepProps) {
  const i18n = useI18n();
  const { t } = i18n;
  if (arrival)
    return (
      <div className="flex flex-wrap items-center gap-3" data-arrival="">
        <p className="wrap-anywhere min-w-0 grow">
          {t('firstSteps:path.test.arrived', {
            name: arrival.contact,
            text: arrival.body,
            at: formatTime(arrival.at, i18n),
          })}
        </p>
        <LinkButton variant="primary" icon="message-circle" href={ticketPath(arrival.uuid)}>
          {t('firstSteps:path.test.open')}
        </LinkButton>
      </div>
    );
  if (!number || !link) return <p>{t('firstSteps:path.test.noNumber')}</p>;
  return (
    <div className="flex flex-wrap items-start gap-4">
      {qr ? (
        <div className="w-48">
          <QrImage label={t('firstSteps:path.test.qr')} {...qr} />
        </div>
      ) : null}
      <div className="flex min-w-0 flex-col gap-3">
        <p className="font-semibold text-lg tabular-nums">{formatNumber(number)}</p>
        <a href={link} target="_blank" rel="noreferrer" className="link wrap-anywhere">
          {link}
        </a>
        <p className="flex items-center gap-2 text-muted">
          <Spinner />
          {t('firstSteps:path.test.waiting')}
        </p>
      </div>
    </div>
  );
}
