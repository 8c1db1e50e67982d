import type { Receipt } from '@ctx/contract';
import { formatBytes, formatTokens } from '../text/format.ts';
import { visible } from '../text/visible.tsx';

const KNOWN = ['instructions', 'task', 'context', 'message'];

/** The class that gives a section its colour. */
export function sectionClass(name: string): string {
  return KNOWN.includes(name) ? `section-${name}` : 'section-other';
}

/** How much of its budget the prompt uses: bytes by section, and tokens if there is a token budget. */
export function Budget({ receipt: { usedBytes, maxBytes, sections, tokens } }: { readonly receipt: Receipt }) {
  return (
    <section class="budget" aria-label="Budget">
      <span class="bar whole" aria-hidden="true">
        <span class="used">
          {sections.map(({ name, bytes }) => (
            <span
              key={name}
              class={sectionClass(name)}
              style={{ flexGrow: bytes }}
              title={`${name}: ${formatBytes(bytes)}`}
            />
          ))}
        </span>
      </span>
      <ul class="legend">
        {sections.map(({ name, bytes }) => (
          <li key={name} class={sectionClass(name)}>
            <span class="swatch" aria-hidden="true" />
            {visible(name)} <span class="amount">{formatBytes(bytes)}</span>
          </li>
        ))}
      </ul>
      <Bar label="Bytes" text={`${formatBytes(usedBytes)} of ${formatBytes(maxBytes)}`} share={usedBytes / maxBytes} />
      {tokens === undefined ? null : (
        <Bar
          label="Tokens"
          text={`${tokens.exact ? '' : 'about '}${formatTokens(tokens.used)} of ${formatTokens(tokens.max)}`}
          share={tokens.used / tokens.max}
        />
      )}
    </section>
  );
}

interface BarProps {
  readonly label: string;
  readonly text: string;
  readonly share: number;
}

function Bar({ label, text, share }: BarProps) {
  const percent = Math.min(100, share * 100);
  const percentText = percent < 1 ? 'less than 1 %' : `${Math.round(percent)} %`;
  return (
    <div class="bar-row">
      <span class="bar-label">{label}</span>
      <span class="bar" role="img" aria-label={`${label}: ${text}, ${percentText}`}>
        <span class={`used${percent > 90 ? ' much' : ''}`} style={{ width: `${Math.max(1, percent)}%` }} />
      </span>
      <span class="amount">
        {text} · {percentText}
      </span>
    </div>
  );
}
