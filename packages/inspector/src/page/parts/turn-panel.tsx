import { useEffect, useRef } from 'preact/hooks';
import type { TurnAnswer } from '../../protocol/answers.ts';
import { sessionPath } from '../state/api.ts';
import { useAnswer } from '../state/hooks.ts';
import { routeTo, type TurnTab } from '../state/route.ts';
import type { SessionState } from '../state/session-state.ts';
import { formatDuration, turnName } from '../text/format.ts';
import { visible } from '../text/visible.tsx';
import { Did } from './did.tsx';
import { agentName, colorClass, MemberName } from './member-name.tsx';
import { Saw } from './saw.tsx';
import { Tabs } from './tabs.tsx';
import { TurnCost } from './turn-cost.tsx';

interface TurnPanelProps {
  readonly session: string;
  readonly state: SessionState;
  readonly turn: string;
  readonly tab: TurnTab;
}

/** The details of a turn: what it saw, did and cost. */
export function TurnPanel({ session, state, turn, tab }: TurnPanelProps) {
  const known = state.turns.get(turn);
  const { answer, problem } = useAnswer<TurnAnswer>(
    known && sessionPath(session, 'turns', turn),
    known?.end?.at ?? known?.start.attempt,
  );
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    box.current?.querySelector('.panel-body')?.scrollTo(0, 0);
  }, [turn, tab]);
  const turns = [...state.turns.keys()];
  const at = turns.indexOf(turn);
  const member = known?.start.call.member;
  return (
    <aside
      class={`panel ${member === undefined ? '' : colorClass(state, member)}`}
      ref={box}
      aria-label={`${turnName(turn)} in detail`}
    >
      <header>
        <h2>
          {turnName(turn)} {member === undefined ? null : <MemberName state={state} id={member} />}
          <span class="kind">{visible(agentName(state.members.get(member ?? '')?.agentType))}</span>
        </h2>
        <span class="spring" />
        <StepLink label="Previous turn" sign="‹" session={session} turn={turns[at - 1]} tab={tab} />
        <StepLink label="Next turn" sign="›" session={session} turn={turns[at + 1]} tab={tab} />
        <a class="quiet" href={routeTo({ session })} aria-label="Close">
          ✕
        </a>
      </header>
      {known === undefined ? <p class="empty">The log has no such turn.</p> : null}
      {known !== undefined ? <Ending state={state} turn={turn} /> : null}
      <Tabs<TurnTab>
        label="This turn"
        controls="turn-body"
        chosen={tab}
        onChoose={(key) => {
          location.hash = routeTo({ session, turn, tab: key });
        }}
        tabs={[
          ['saw', 'What it saw'],
          ['did', 'What it did'],
          ['cost', 'What it cost'],
        ]}
      />
      <div class="panel-body" id="turn-body" role="tabpanel" aria-labelledby={`turn-body-${tab}`} tabIndex={0}>
        {problem !== undefined ? <p role="alert">{problem}</p> : null}
        {answer === undefined && problem === undefined && known !== undefined ? (
          <p class="empty">Rebuilding the prompt …</p>
        ) : null}
        {answer !== undefined && tab === 'saw' ? <Saw session={session} state={state} answer={answer} /> : null}
        {answer !== undefined && tab === 'did' ? <Did answer={answer} isOver={known?.end !== undefined} /> : null}
        {known !== undefined && tab === 'cost' ? <TurnCost state={state} turn={known} /> : null}
      </div>
    </aside>
  );
}

function StepLink({
  label,
  sign,
  session,
  turn,
  tab,
}: {
  readonly label: string;
  readonly sign: string;
  readonly session: string;
  readonly turn: string | undefined;
  readonly tab: TurnTab;
}) {
  if (turn === undefined) {
    return (
      <span class="quiet off" aria-hidden="true">
        {sign}
      </span>
    );
  }
  return (
    <a class="quiet" href={routeTo({ session, turn, tab })} aria-label={label} title={label}>
      {sign}
    </a>
  );
}

function Ending({ state, turn }: { readonly state: SessionState; readonly turn: string }) {
  const { start, end } = state.turns.get(turn)!;
  const { attempt = 1 } = start;
  return (
    <p class="ending">
      {end === undefined ? (
        <span class="flag">running</span>
      ) : (
        <span class={`flag ${end.status === 'completed' ? 'good' : 'bad'}`}>{end.status}</span>
      )}
      {end === undefined ? null : <span>{formatDuration(end.durationMs)}</span>}
      {attempt > 1 ? <span>attempt {attempt}</span> : null}
      {end?.error === undefined ? null : (
        <span class="error">
          <code>{end.error.code}</code> {visible(end.error.message)}
        </span>
      )}
    </p>
  );
}
