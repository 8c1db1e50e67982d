import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { SessionState, Turn } from '../state/session-state.ts';
import { formatCost, formatTokens } from '../text/format.ts';
import { visible } from '../text/visible.tsx';
import { runningSums } from './costs.ts';
import { colorClass } from './member-name.tsx';

interface CostPlotProps {
  readonly state: SessionState;
  readonly byMember: readonly (readonly [string, readonly Turn[]])[];
  readonly what: 'tokens' | 'money';
}

const HEIGHT = 220;

/** Plots the running cost of each member over time. The tables below it have the numbers. */
export function CostPlot({ state, byMember, what }: CostPlotProps) {
  const box = useRef<HTMLDivElement>(null);
  const pick = what === 'money' ? (end: NonNullable<Turn['end']>) => end.costUsd : tokensOf;
  const data = runningSums(byMember, pick);
  const drawn = JSON.stringify([what, data[0].length, data.slice(1).map((sums) => sums.at(-1))]);
  useEffect(() => {
    const place = box.current!;
    let plot: uPlot | undefined;
    const draw = () => {
      plot?.destroy();
      const styles = getComputedStyle(place);
      const ink = styles.getPropertyValue('color');
      const grid = { stroke: styles.borderTopColor, width: 1 };
      const colors = [...place.parentElement!.querySelectorAll('.key span.swatch')].map(
        (key) => getComputedStyle(key).backgroundColor,
      );
      const format = what === 'money' ? formatCost : formatTokens;
      plot = new uPlot(
        {
          width: place.clientWidth,
          height: HEIGHT,
          legend: { show: false },
          cursor: { points: { size: 6 } },
          scales: { y: { range: (_, __, max) => [0, max * 1.05 || 1] } },
          axes: [
            {
              stroke: ink,
              grid,
              ticks: grid,
              space: 84,
              values: (_, times) => withoutRepeats(times.map(clockFor(times))),
            },
            { stroke: ink, grid, ticks: grid, size: 64, values: (_, values) => withoutRepeats(values.map(format)) },
          ],
          series: [
            {},
            ...byMember.map(([id], index) => ({
              label: id,
              stroke: colors[index] ?? ink,
              width: 2,
              paths: uPlot.paths.stepped!({ align: 1 }),
              points: { show: data[0].length < 80, size: 5 },
            })),
          ],
        },
        data as unknown as uPlot.AlignedData,
        place,
      );
    };
    draw();
    const observer = new ResizeObserver(draw);
    observer.observe(place.parentElement!);
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const themes = new MutationObserver(draw);
    themes.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    dark.addEventListener('change', draw);
    return () => {
      observer.disconnect();
      themes.disconnect();
      dark.removeEventListener('change', draw);
      plot?.destroy();
    };
  }, [drawn]);
  return (
    <figure class="plot">
      <div
        ref={box}
        class="plot-area"
        role="img"
        aria-label={`${what === 'money' ? 'Money' : 'Tokens'} by member over time; the tables below have the numbers`}
      />
      <figcaption class="key">
        {byMember.map(([id]) => (
          <span key={id} class={`name ${colorClass(state, id)}`}>
            <span class="swatch" aria-hidden="true" />
            {visible(state.members.get(id)?.name ?? id)}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}

/** Rounded numbers and times may be the same several times; the axis says each once. */
export const withoutRepeats = (labels: readonly string[]): string[] =>
  labels.map((label, index) => (label === labels[index - 1] ? '' : label));

// Formats the labels of the time axis, as precisely as the distance between them needs.
function clockFor(times: readonly number[]): (time: number) => string {
  const secondsApart = times.length < 2 ? 60 : times[1]! - times[0]!;
  const format = new Intl.DateTimeFormat('en-GB', clockOptions(secondsApart));
  return (time) => format.format(time * 1_000);
}

function clockOptions(secondsApart: number): Intl.DateTimeFormatOptions {
  if (secondsApart >= 40_000) return { day: 'numeric', month: 'short' };
  return {
    hour: '2-digit',
    minute: '2-digit',
    ...(secondsApart < 60 ? { second: '2-digit' } : {}),
    ...(secondsApart < 1 ? { fractionalSecondDigits: 1 } : {}),
  };
}

function tokensOf({ usage }: NonNullable<Turn['end']>): number | undefined {
  if (usage?.inputTokens === undefined && usage?.outputTokens === undefined) return undefined;
  return (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0);
}
