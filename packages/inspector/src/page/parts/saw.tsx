import { useState } from 'preact/hooks';
import type { PromptAnswer, PromptSection, TurnAnswer } from '../../protocol/answers.ts';
import { sessionPath } from '../state/api.ts';
import type { SessionState } from '../state/session-state.ts';
import { formatBytes, formatCount } from '../text/format.ts';
import { visible } from '../text/visible.tsx';
import { Budget, sectionClass } from './budget.tsx';
import { Difference } from './difference.tsx';
import { LeftOut } from './left-out.tsx';
import { MadeWith } from './made-with.tsx';
import { Tabs } from './tabs.tsx';

interface SawProps {
  readonly session: string;
  readonly state: SessionState;
  readonly answer: TurnAnswer;
}

/** The prompt of a turn: whether it is exact, its size, what was left out, its sections, and the difference. */
export function Saw({ session, state, answer }: SawProps) {
  const { prompt, settings, turn } = answer;
  const [shown, setShown] = useState<'sections' | 'difference'>('sections');
  if (!('sections' in prompt)) {
    return (
      <p class="verdict approximate" role="note">
        <b>The prompt cannot be shown.</b> {visible(prompt.why)}
      </p>
    );
  }
  const { difference } = prompt;
  const change = difference === undefined ? '' : ` +${difference.added} −${difference.removed}`;
  return (
    <>
      <Verdict prompt={prompt} />
      <Budget receipt={prompt.receipt} />
      <LeftOut session={session} state={state} receipt={prompt.receipt} />
      <MadeWith
        state={state}
        turn={turn}
        settings={settings}
        hasSystemFlag={prompt.sections.some(({ isSystem }) => isSystem === true)}
      />
      <div class="row">
        <Tabs<'sections' | 'difference'>
          label="Prompt"
          controls="prompt"
          chosen={shown}
          onChoose={setShown}
          tabs={[
            ['sections', 'Prompt'],
            ['difference', `Difference${change}`],
          ]}
        />
        <span class="spring" />
        <a class="raw" href={sessionPath(session, 'turns', turn, 'prompt')} target="_blank" rel="noopener">
          as text
        </a>
      </div>
      <div id="prompt" role="tabpanel" aria-labelledby={`prompt-${shown}`}>
        {shown === 'sections' ? (
          prompt.sections.map((section) => <Section key={section.name} section={section} />)
        ) : (
          <Difference difference={difference} />
        )}
      </div>
    </>
  );
}

function Verdict({ prompt: { exact, why } }: { readonly prompt: PromptAnswer }) {
  return exact ? (
    <p class="verdict exact">
      <b>Exactly what was sent.</b> Rebuilt from the log; its hash matches the recorded one.
    </p>
  ) : (
    <p class="verdict approximate" role="note">
      <b>Approximately what was sent:</b> {visible(why ?? 'it could not be compared')}.
    </p>
  );
}

function Section({ section: { name, text, bytes, cut, isSystem } }: { readonly section: PromptSection }) {
  return (
    <details class={`section ${sectionClass(name)}`} open>
      <summary>
        <span class="swatch" aria-hidden="true" />
        <b>{visible(name)}</b>
        {isSystem ? <span class="flag">system flag</span> : null}
        <span class="spring" />
        <span class="amount">{formatBytes(bytes)}</span>
      </summary>
      <pre tabIndex={0}>{visible(text)}</pre>
      {cut === undefined ? null : (
        <p class="note">{formatCount(cut, 'more character')}: open the prompt as text to read them.</p>
      )}
    </details>
  );
}
