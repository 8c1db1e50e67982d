import { type Route, routeTo, type TurnTab } from './route.ts';
import type { SessionState } from './session-state.ts';

/** The state that keys act on. */
interface KeyTargets {
  readonly route: Route;
  readonly state: SessionState | undefined;
  readonly toggleHelp: () => void;
}

/** Each key and its effect, as the help dialog shows them. */
export const KEYS: readonly (readonly [string, string])[] = [
  ['j / k', 'next, previous message'],
  ['Enter', 'what that turn saw'],
  ['[ / ]', 'previous, next turn'],
  ['1 2 3', 'what it saw, did, cost'],
  ['g / G', 'first, last message'],
  ['c', 'cost of the session'],
  ['s', 'sessions'],
  ['/', 'search all messages'],
  ['t', 'light, dark or system colours'],
  ['Esc', 'close, back'],
  ['?', 'these keys'],
];

const TABS: Readonly<Record<string, TurnTab>> = { 1: 'saw', 2: 'did', 3: 'cost' };

/** Starts to handle keys. Returns a function that stops it. */
export function handleKeys({ route, state, toggleHelp }: KeyTargets): () => void {
  const go = (to: Partial<Route>) => {
    location.hash = routeTo({ session: route.session, ...to });
  };
  const actions: Readonly<Record<string, () => void>> = {
    j: () => move(1),
    k: () => move(-1),
    g: () => window.dispatchEvent(new CustomEvent('ctx-scroll', { detail: 'first' })),
    G: () => window.dispatchEvent(new CustomEvent('ctx-scroll', { detail: 'last' })),
    Enter: () => openFocused(go),
    '[': () => stepTurn(route, state, -1, go),
    ']': () => stepTurn(route, state, 1, go),
    c: () => go({ view: route.view === 'cost' ? 'conversation' : 'cost' }),
    s: () => document.querySelector<HTMLElement>('.sessions a')?.focus(),
    '/': () => document.querySelector<HTMLElement>('#search')?.focus(),
    t: () => document.querySelector<HTMLElement>('#theme')?.click(),
    '?': toggleHelp,
    Escape: () => (document.querySelector('dialog[open]') ? toggleHelp() : go({})),
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const at = event.target as HTMLElement;
    if (event.key === 'Escape' && at.matches('input')) return at.blur();
    if (at.matches('input, textarea, select')) return;
    if (event.key === 'Enter' && !at.matches('article')) return;
    const tab = TABS[event.key];
    const act =
      tab !== undefined && route.turn !== undefined ? () => go({ turn: route.turn, tab }) : actions[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
  window.addEventListener('keydown', onKey);
  return () => window.removeEventListener('keydown', onKey);
}

function move(by: number): void {
  const articles = [...document.querySelectorAll<HTMLElement>('article.entry')];
  const at = articles.indexOf(document.activeElement as HTMLElement);
  const visible = articles.findIndex((article) => article.getBoundingClientRect().bottom > 120);
  const next = articles[at === -1 ? visible : at + by];
  next?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: 'nearest' });
}

function openFocused(go: (to: Partial<Route>) => void): void {
  const turn = (document.activeElement as HTMLElement | null)?.dataset['turn'];
  if (turn !== undefined) go({ turn, tab: 'saw' });
}

function stepTurn(route: Route, state: SessionState | undefined, by: number, go: (to: Partial<Route>) => void): void {
  const turns = [...(state?.turns.keys() ?? [])];
  const at = turns.indexOf(route.turn ?? '');
  const next = turns[at === -1 ? turns.length - 1 : at + by];
  if (next !== undefined) go({ turn: next, tab: route.tab });
}
