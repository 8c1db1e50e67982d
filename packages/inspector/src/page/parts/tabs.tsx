import type { ComponentChildren } from 'preact';

interface TabsProps<Key extends string> {
  readonly label: string;
  readonly tabs: readonly (readonly [Key, ComponentChildren])[];
  readonly chosen: Key;
  readonly onChoose: (key: Key) => void;
  /** The id of the element whose content the tabs choose. */
  readonly controls: string;
}

/** A tab list. The left and right arrow keys choose a tab. */
export function Tabs<Key extends string>({ label, tabs, chosen, onChoose, controls }: TabsProps<Key>) {
  const onKey = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const at = tabs.findIndex(([key]) => key === chosen);
    const next = (at + by + tabs.length) % tabs.length;
    (event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
    onChoose(tabs[next]![0]);
  };
  return (
    <div class="tabs" role="tablist" aria-label={label} onKeyDown={onKey}>
      {tabs.map(([key, text]) => (
        <button
          key={key}
          type="button"
          role="tab"
          id={`${controls}-${key}`}
          aria-selected={key === chosen}
          aria-controls={controls}
          tabIndex={key === chosen ? 0 : -1}
          onClick={() => onChoose(key)}
        >
          {text}
        </button>
      ))}
    </div>
  );
}
