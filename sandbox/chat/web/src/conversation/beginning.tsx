import { MrkdwnText } from '../text/mrkdwn-text.tsx';

/** What stands above the first message of a channel: where one is, and what can be tried. */
export function Beginning({ title, firstSteps }: { title: string; firstSteps: readonly string[] }) {
  return (
    <>
      <p>This is the beginning of {title}.</p>
      {firstSteps.length > 0 && (
        <section className="first-steps" aria-label="Things to try">
          <h2>Things to try</h2>
          <ol>
            {firstSteps.map((step) => (
              <li key={step}>
                <MrkdwnText text={step.replaceAll('&', '&amp;')} />
              </li>
            ))}
          </ol>
          <p>
            Change who you are at the bottom left; a second tab with <code>?as=Bo</code> in its address is Bo.
          </p>
        </section>
      )}
    </>
  );
}
