import { useId, useState } from 'react';
import type { ShownStep } from '#sandbox/chat/protocol.ts';
import { Icon } from '../parts/icons.tsx';
import { MrkdwnText } from '../text/mrkdwn-text.tsx';

/** Stored in the browser for all users: whether the guide is open doesn't depend on the user. */
const kept = 'presscheck:guide';

/** Closed by default: open, it takes a third of the window. */
const wasOpen = (): boolean => window.localStorage.getItem(kept) === 'open';

/** The guide above everything else. Collapsed, it shows only the next step. */
export function Guide({ steps }: { steps: readonly ShownStep[] }) {
  const [open, setOpen] = useState(wasOpen);
  const list = useId();
  const done = steps.filter((step) => step.done);
  const next = steps.find((step) => !step.done);
  const fold = () => {
    window.localStorage.setItem(kept, open ? 'folded' : 'open');
    setOpen(!open);
  };
  return (
    <section className="guide" aria-label="Guide">
      <header className="guide-head">
        <button type="button" className="guide-fold" aria-expanded={open} aria-controls={list} onClick={fold}>
          <span className="guide-chevron">
            <Icon name="chevron" size={16} />
          </span>
          <strong>Guide</strong>
          <span className="guide-count">
            {done.length} of {steps.length} done
          </span>
        </button>
        {!open && (
          <p className="guide-next">
            {next ? (
              <>
                <strong>{next.title}:</strong> <MrkdwnText text={next.how.replaceAll('&', '&amp;')} />
              </>
            ) : (
              'You’ve tried everything on the list.'
            )}
          </p>
        )}
      </header>
      <ol id={list} className="guide-steps" hidden={!open}>
        {steps.map((step) => (
          <Step key={step.title} step={step} next={step === next} />
        ))}
      </ol>
      <p className="visually-hidden" role="status">
        {done.length > 0 && `Done: ${done.map(({ title }) => title).join(', ')}.`}
      </p>
    </section>
  );
}

function Step({ step, next }: { step: ShownStep; next: boolean }) {
  return (
    <li
      className={step.done ? 'guide-step guide-step-done' : 'guide-step'}
      aria-current={next ? 'step' : undefined}
    >
      <span className="guide-mark" aria-hidden="true">
        {step.done && <Icon name="check" size={14} />}
      </span>
      <div>
        <strong>{step.title}</strong>
        {step.done ? (
          <span className="visually-hidden"> Done</span>
        ) : (
          <p>
            <MrkdwnText text={step.how.replaceAll('&', '&amp;')} />
          </p>
        )}
      </div>
    </li>
  );
}
