import { Component } from 'preact';
import type { Entry, SessionState, Turn } from '../state/session-state.ts';
import { visible } from '../text/visible.tsx';
import { MemberName } from './member-name.tsx';
import { MessageView } from './message.tsx';
import { TurnFacts } from './turn-facts.tsx';

/** What an entry is shown with. */
export interface EntryProps {
  readonly session: string;
  readonly state: SessionState;
  readonly entry: Entry;
  /** The turn it came from. */
  readonly turn?: Turn | undefined;
  /** The turn whose details are open. */
  readonly selected?: string | undefined;
  /** The message that was searched for. */
  readonly found?: string | undefined;
}

/** One entry of the conversation. It is drawn again only when it is another one: of thousands, most never are. */
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
              'The task is'
            ) : (
              <>
                <MemberName state={state} id={entry.by} /> set the task:
              </>
            )}{' '}
            {entry.task === null ? 'no longer there' : visible(entry.task)}
          </p>
        ) : (
          <p>
            <MemberName state={state} id={turn?.start.call.member ?? ''} /> answered nothing.{' '}
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
