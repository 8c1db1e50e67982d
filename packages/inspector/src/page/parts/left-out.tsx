import type { FullPromptReason, Receipt } from '@ctx/contract';
import { routeTo } from '../state/route.ts';
import type { SessionState } from '../state/session-state.ts';
import { formatBytes, formatCount } from '../text/format.ts';
import { visible } from '../text/visible.tsx';

const REASONS: Readonly<Record<FullPromptReason, string>> = {
  'no-memory': 'it keeps no session',
  'no-session': 'it had no session yet',
  'agent-type-changed': 'its agent type changed',
  'model-changed': 'its model changed',
  'permissions-changed': 'its permissions changed',
  'cwd-changed': 'its folder changed',
  'instructions-changed': 'its instructions changed',
  'machine-changed': 'its session is on another machine',
  'turn-incomplete': 'its last turn did not complete',
  'turn-outside': 'it has since answered outside its session',
  compacted: 'its CLI compacted the session',
  'session-full': 'its session is full',
  'delta-dropped': 'the new messages did not fit',
  'seen-not-kept': 'the last message it had seen is no longer kept',
  'window-size': 'it has its own window size',
  'no-layout': 'its format has no layout',
  'session-lost': 'its session was lost',
};

/** Which messages a prompt contains and which not, and why. */
export function LeftOut({
  session,
  state,
  receipt,
}: {
  readonly session: string;
  readonly state: SessionState;
  readonly receipt: Receipt;
}) {
  const { context, message, memory } = receipt;
  return (
    <dl class="facts-list">
      <div>
        <dt>Sent</dt>
        <dd>{memory === undefined ? 'everything' : <Memory session={session} state={state} memory={memory} />}</dd>
      </div>
      {context === undefined ? (
        <div>
          <dt>Left out</dt>
          <dd>its format does not say</dd>
        </div>
      ) : (
        <div>
          <dt>Earlier messages</dt>
          <dd>
            {context.offered === 0 ? 'none' : `${context.kept} of ${context.offered}`}
            {context.dropped > 0 ? (
              <span class="flag warn">
                {context.dropped === 1 ? 'the oldest' : `the ${context.dropped} oldest`} left out: over the budget
              </span>
            ) : null}
            {(context.outside ?? 0) > 0 ? `; ${formatCount(context.outside!, 'older one')} outside its window` : ''}
            {(context.known ?? 0) > 0 ? `; ${formatCount(context.known!, 'message')} it has seen or said before` : ''}
            {context.dropped > 0 && context.firstKeptId !== undefined ? (
              <> · from {messageLink(session, state, context.firstKeptId)}</>
            ) : null}
          </dd>
        </div>
      )}
      {(message?.cutBytes ?? 0) > 0 ? (
        <div>
          <dt>The message</dt>
          <dd>
            <span class="flag warn">{formatBytes(message!.cutBytes)} left out</span>
          </dd>
        </div>
      ) : null}
    </dl>
  );
}

function Memory({
  session,
  state,
  memory,
}: {
  readonly session: string;
  readonly state: SessionState;
  readonly memory: NonNullable<Receipt['memory']>;
}) {
  const { mode, reason, since, fullBytes, sharedPrefixBytes } = memory;
  const shared = sharedPrefixBytes > 0 ? `; the first ${formatBytes(sharedPrefixBytes)} are unchanged` : '';
  if (mode === 'full') {
    return (
      <>
        everything{reason === undefined ? '' : `: ${REASONS[reason] ?? reason}`}
        {shared}
      </>
    );
  }
  return (
    <>
      only new messages, into its own session
      {since === undefined ? '' : <>: after {messageLink(session, state, since)}</>}; everything would be{' '}
      {formatBytes(fullBytes)}
    </>
  );
}

function messageLink(session: string, state: SessionState, id: string) {
  const place = state.places.get(id);
  const entry = place === undefined ? undefined : state.entries[place];
  const text =
    entry?.kind === 'message'
      ? `${entry.message.speaker.roleName}: “${entry.message.content.slice(0, 40).replace(/\s+/g, ' ').trim()}…”`
      : id;
  return <a href={routeTo({ session, message: id })}>{visible(text)}</a>;
}
