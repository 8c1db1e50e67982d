import { useState } from 'preact/hooks';
import type { MessageAnswer } from '../../protocol/answers.ts';
import type { FedMessage } from '../../protocol/session-feed.ts';
import { ask, sessionPath } from '../state/api.ts';
import { type Entry, idOf, type SessionState, type Turn } from '../state/session-state.ts';
import { formatCount, formatTime } from '../text/format.ts';
import { markdown } from '../text/markdown.tsx';
import { visible, visibleText } from '../text/visible.tsx';
import { agentName, colorClass, MemberName } from './member-name.tsx';
import { Steps } from './steps.tsx';
import { TurnFacts } from './turn-facts.tsx';

/** Longer messages are folded. */
const FOLD_CHARACTERS = 2_400;
const FOLD_LINES = 40;

interface MessageProps {
  readonly session: string;
  readonly state: SessionState;
  readonly entry: Extract<Entry, { kind: 'message' }>;
  readonly turn?: Turn | undefined;
  readonly isSelected: boolean;
  readonly isFound: boolean;
}

/** A message: its speaker, addressees, time and text, and the facts of its turn. */
export function MessageView({ session, state, entry, turn, isSelected, isFound }: MessageProps) {
  const { message, at } = entry;
  const { roleId, roleName, roleTitle, type } = message.speaker;
  const addressees = message.routing?.resolvedAddressees ?? [];
  const isPartial = message.metadata?.['partial'] === true;
  const color = type === 'system' ? 'system' : colorClass(state, roleId);
  const marks = `${isSelected ? ' selected' : ''}${isFound ? ' found' : ''}`;
  return (
    <article
      class={`entry message ${color}${marks}`}
      id={`entry-${entry.key}`}
      tabIndex={-1}
      data-turn={entry.turn}
      aria-label={`${visibleText(roleName)}, ${formatTime(at)}`}
    >
      <header>
        <span class="avatar" aria-hidden="true">
          {visible([...roleName][0]?.toUpperCase() ?? '?')}
        </span>
        <span class="name">{visible(roleName)}</span>
        {addressees.length > 0 ? (
          <span class="to">
            <span aria-hidden="true">→ </span>
            <span class="sr">to </span>
            {addressees.map((name, index) => (
              <span key={name}>
                {index > 0 ? ', ' : ''}
                <MemberName state={state} id={idOf(state, name)} />
              </span>
            ))}
          </span>
        ) : null}
        <span class="kind">{visible(roleTitle ?? agentName(state.members.get(roleId)?.agentType))}</span>
        {isPartial ? <span class="flag">partial</span> : null}
        <span class="spring" />
        <time dateTime={new Date(at).toISOString()}>{formatTime(at)}</time>
      </header>
      <Body session={session} message={message} />
      <Steps session={session} end={turn?.end} />
      {turn !== undefined ? <TurnFacts session={session} turn={turn} /> : null}
    </article>
  );
}

function Body({ session, message }: { readonly session: string; readonly message: FedMessage }) {
  const { content, length } = message;
  const isLong =
    length !== undefined || content.length > FOLD_CHARACTERS || content.split('\n', FOLD_LINES + 1).length > FOLD_LINES;
  const [isOpen, setOpen] = useState(false);
  // The text so far: the content of the feed, and what was fetched after it.
  const [loaded, setLoaded] = useState(content);
  const [isFetching, setFetching] = useState(false);
  const text = isOpen ? loaded : shortOf(content, isLong);
  const missing = length === undefined ? 0 : length - loaded.length;

  async function fetchMore(): Promise<void> {
    setOpen(true);
    if (missing <= 0 || isFetching) return;
    setFetching(true);
    try {
      const { text: more } = await ask<MessageAnswer>(
        `${sessionPath(session, 'messages', message.id)}?from=${loaded.length}`,
      );
      setLoaded(loaded + more);
    } finally {
      setFetching(false);
    }
  }

  return (
    <>
      <div class={`body${isLong && !isOpen ? ' folded' : ''}`}>{markdown(text)}</div>
      {isLong ? (
        <p class="fold">
          {isOpen ? (
            <button type="button" onClick={() => setOpen(false)}>
              Fold
            </button>
          ) : (
            <button type="button" onClick={fetchMore} aria-expanded="false">
              Show all {formatCount(length ?? content.length, 'character')}
            </button>
          )}
          {isOpen && missing > 0 ? (
            <button type="button" onClick={fetchMore} disabled={isFetching}>
              {isFetching ? 'Reading …' : `Show more of the ${formatCount(missing, 'character')} left`}
            </button>
          ) : null}
        </p>
      ) : null}
    </>
  );
}

function shortOf(text: string, isLong: boolean): string {
  return isLong ? text.split('\n').slice(0, FOLD_LINES).join('\n').slice(0, FOLD_CHARACTERS) : text;
}
