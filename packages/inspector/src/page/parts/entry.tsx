import { Component } from 'preact';
import type { Entry, SessionState, Turn } from '../state/session-state.ts';
import { visible } from '../text/visible.tsx';
import { MemberName } from './member-name.tsx';
import { MessageView } from './message.tsx';
import { TurnFacts } from './turn-facts.tsx';

/** An entry and how it is marked. */
interface EntryProps {
  readonly session: string;
  readonly state: SessionState;
  readonly entry: Entry;
  /** The turn it came from. */
  readonly turn?: Turn | undefined;
  /** The turn whose details are open. */
  readonly selected?: string | undefined;
  /** The message that a search hit or a link leads to. */
  readonly found?: string | undefined;
}

/** One entry of the conversation. It is drawn again only if it has changed, since there may be thousands. */
export class EntryView extends Component<EntryProps> {
  override shouldComponentUpdate(next: EntryProps): boolean {
    const { entry, turn } = this.props;
    const isMarked = (props: EntryProps) => [isSelected(props), isFound(props)].join();
    return next.entry !== entry || next.turn !== turn || isMarked(next) !== isMarked(this.props);
  }

  override render() {
    const { session, state, entry, turn } = this.props;
    if (entry.kind === 'message') {
      return (
        <MessageView
          session={session}
          state={state}
          entry={entry}
          turn={turn}
          isSelected={isSelected(this.props)}
          isFound={isFound(this.props)}
        />
      );
    }
    return (
      <article
        class="entry aside"
        id={`entry-${entry.key}`}
        tabIndex={-1}
        data-turn={'turn' in entry ? entry.turn : undefined}
      >
        {entry.kind === 'task' ? (
          <p>
            {entry.by === undefined ? (
              `The task ${entry.task === null ? 'was removed.' : 'is now: '}`
            ) : (
              <>
                <MemberName state={state} id={entry.by} />{' '}
                {entry.task === null ? 'removed the task.' : 'set the task: '}
              </>
            )}
            {entry.task === null ? null : visible(entry.task)}
          </p>
        ) : (
          <p>
            <MemberName state={state} id={turn?.start.call.member ?? ''} /> gave no answer.{' '}
            <TurnFacts session={session} turn={turn} />
          </p>
        )}
      </article>
    );
  }
}

function isSelected({ entry, selected }: EntryProps): boolean {
  return selected !== undefined && 'turn' in entry && entry.turn === selected;
}

function isFound({ entry, found }: EntryProps): boolean {
  return found !== undefined && entry.key === found;
}
