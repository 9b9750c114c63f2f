import type { ConnectionView } from '@/modules/connections/connections.views.ts';
import { paths } from '@/paths.ts';
import { useT } from '../../i18n.tsx';
import { DialogForm } from '../../ui/dialog.tsx';
import type { Option } from '../../ui/fields/field.tsx';
import { Panes } from '../../ui/panes.tsx';
import { ApiToken } from './api-token.tsx';
import { BOT_FIELDS, BotPane } from './bot-pane.tsx';
import { DATA_FIELDS, DataPane } from './data-pane.tsx';
import { MESSAGE_FIELDS, MessagesPane } from './messages-pane.tsx';

type Texts =
  | 'greetingMessage'
  | 'complationMessage'
  | 'outOfHoursMessage'
  | 'ratingMessage'
  | 'expiresInactiveMessage';

export type ConnectionValues = Pick<ConnectionView, 'name' | 'isDefault' | Texts> & {
  numbers: Record<
    'expiresTicket' | 'timeUseBotQueues' | 'maxUseBotQueues' | 'timeToTransfer',
    number | string
  >;
  transferQueueId: number | null;
  integrationId: number | null;
  promptId: number | null;
  queueIds: number[];
};

export type ConnectionDialogProps = {
  connectionId: number | null;
  values: ConnectionValues;
  queues: (Option & { color: string })[];
  integrations: Option[] | null;
  prompts: Option[] | null;
  /** First characters of its API token; '' for none. */
  token: string;
  errors?: Record<string, string>;
  /** The first connection, or the current default: another one must become the default first. */
  isOnlyDefault: boolean;
};

export function ConnectionDialog(props: ConnectionDialogProps) {
  const t = useT();
  const { connectionId, token, errors = {} } = props;
  const isWrong = (fields: readonly string[]) => fields.some((field) => errors[field]);
  const panes = [
    { key: 'data', isWrong: isWrong(DATA_FIELDS), content: <DataPane {...props} errors={errors} /> },
    {
      key: 'messages',
      isWrong: isWrong(MESSAGE_FIELDS),
      content: <MessagesPane {...props} errors={errors} />,
    },
    { key: 'bot', isWrong: isWrong(BOT_FIELDS), content: <BotPane {...props} errors={errors} /> },
  ];
  const withToken =
    connectionId === null
      ? []
      : [{ key: 'token', content: <ApiToken connectionId={connectionId} shown={token} /> }];
  return (
    <DialogForm
      id="connection-dialog"
      title={connectionId === null ? t('connections:addTitle') : t('connections:editTitle')}
      action={connectionId === null ? paths.connections() : paths.connection(connectionId)}
      method={connectionId === null ? 'post' : 'put'}
    >
      <Panes
        label={t('connections:parts')}
        panes={[...panes, ...withToken].map((pane) => ({
          ...pane,
          label: t(`connections:part.${pane.key}`),
        }))}
      />
    </DialogForm>
  );
}
