import { render } from 'preact';
import { App } from './parts/app.tsx';
import { signIn } from './state/api.ts';
import './styles/base.css';
import './styles/frame.css';
import './styles/conversation.css';
import './styles/turn.css';
import './styles/cost.css';
import './styles/text.css';

const root = document.getElementById('app')!;

try {
  await signIn();
  root.replaceChildren();
  render(<App />, root);
} catch (error) {
  root.replaceChildren();
  render(
    <main class="refused">
      <h1>ctx</h1>
      <p role="alert">{error instanceof Error ? error.message : String(error)}</p>
    </main>,
    root,
  );
}
