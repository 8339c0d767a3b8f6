import type { ConfirmationDialog } from '@slack/types';
import { Dialog } from '../parts/dialog.tsx';
import { TextObject } from '../text/mrkdwn-text.tsx';

interface ConfirmDialogProps {
  confirm: ConfirmationDialog;
  onSettle(agreed: boolean): void;
}

export function ConfirmDialog({ confirm, onSettle }: ConfirmDialogProps) {
  const title = confirm.title?.text ?? 'Are you sure?';
  return (
    <Dialog title={title} className="dialog-confirm" onEscape={() => onSettle(false)}>
      <header className="dialog-head">
        <h2>{title}</h2>
      </header>
      <div className="dialog-body">
        <TextObject text={confirm.text} />
      </div>
      <footer className="dialog-foot">
        <button type="button" className="button" onClick={() => onSettle(false)}>
          {confirm.deny?.text ?? 'Cancel'}
        </button>
        <button
          type="button"
          className={confirm.style === 'danger' ? 'button button-danger-full' : 'button button-primary'}
          onClick={() => onSettle(true)}
        >
          {confirm.confirm?.text ?? 'Yes'}
        </button>
      </footer>
    </Dialog>
  );
}
