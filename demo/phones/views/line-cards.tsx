import { type LineView, simulatorPaths } from '@demo/phones/simulator.schema.ts';
import { useT } from '@views/i18n.tsx';
import { Button, IconButton } from '@views/ui/button.tsx';
import { opensDialog } from '@views/ui/dialog.tsx';
import { Icon } from '@views/ui/icons/icon.tsx';
import { formatNumber } from '@/schemas/phone-number.schema.ts';

export function LineCards({ lines }: { lines: LineView[] }) {
  const t = useT();
  if (lines.length === 0) return <p className="sim-dim">{t('simulator:lines.none')}</p>;
  return lines.map((line) => <LineCard key={`${line.companyId}-${line.connectionId}`} line={line} />);
}

function LineCard({ line }: { line: LineView }) {
  const t = useT();
  return (
    <article
      className="sim-line"
      id={`line-${line.companyId}-${line.connectionId}`}
      data-status={line.status}
    >
      <span className="sim-line-mark">
        <Icon name={line.hasQr ? 'qr-code' : 'smartphone'} size={22} />
      </span>
      <div className="sim-line-words">
        <h3>{line.name}</h3>
        <p>
          {line.name.startsWith(line.companyName) ? null : `${line.companyName} · `}
          {formatNumber(line.number)}
        </p>
        <p className="sim-status">{t(`connections:status.${line.status}`)}</p>
      </div>
      <LineButtons line={line} />
    </article>
  );
}

function LineButtons({ line }: { line: LineView }) {
  const t = useT();
  return (
    <div className="sim-line-buttons">
      {line.hasQr ? (
        <Button variant="primary" size="sm" icon="qr-code" hx-post={simulatorPaths.scan(line)} hx-swap="none">
          {t('simulator:lines.scan')}
        </Button>
      ) : null}
      {line.devices > 0 ? (
        <>
          <IconButton
            icon="message-square"
            size="sm"
            label={t('simulator:own.title', { name: line.name })}
            {...opensDialog(simulatorPaths.ownMessages(line))}
          />
          <IconButton
            icon="unplug"
            size="sm"
            label={t('simulator:lines.unlink', { name: line.name })}
            hx-delete={simulatorPaths.devices(line)}
            hx-swap="none"
          />
        </>
      ) : (
        <>
          <IconButton
            icon="camera"
            size="sm"
            label={t('simulator:qr.title', { name: line.name })}
            {...opensDialog(simulatorPaths.qr(line))}
          />
          <IconButton
            icon="keyboard"
            size="sm"
            label={t('simulator:code.title', { name: line.name })}
            {...opensDialog(simulatorPaths.code(line))}
          />
        </>
      )}
    </div>
  );
}
