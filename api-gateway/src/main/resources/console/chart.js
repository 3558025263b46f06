// Charts with a true axis of time, drawn by uPlot, in the account's zone and locale. The numbers stand beside the drawing in a table.
import { clock, day, number, shownZone, time, when } from './locale.js';
import { count, el, table } from './parts.js';
import { CHART } from './texts.js';
import uPlot from './uPlot.esm.js';

const DAY = 24 * 60 * 60;
const COLOURS = ['--line', '--good', '--bad', '--pico-muted-color'];
const WHOLE = Array.from({ length: 12 }, (none, power) => [1, 2, 5].map(step => step * 10 ** power)).flat();
const dark = matchMedia('(prefers-color-scheme: dark)');

function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

// series: { label, points: [[unixSeconds, value], …], colour }, each in the order of time; `colour` names a variable of the styles. `kind` is 'line', 'steps' or 'bars'. `at` marks a
// moment. `days` are days of the API, which are days of UTC. `isTableHidden` is for pages that show the numbers themselves.
export function chart({ title, series, kind = 'line', at = null, days = false, isTableHidden = false, height = 220 }) {
  const plot = el('div', { class: 'plot' });
  const shown = series.filter(one => one.points.length > 0);
  if (shown.length === 0) return el('figure', { class: 'chart', hidden: true });
  const moments = [...new Set(shown.flatMap(one => one.points.map(([moment]) => moment)))].sort((one, other) => one - other);
  const tell = moment => days ? day(new Date(moment * 1000).toISOString().slice(0, 10)) : time(moment);
  plot.setAttribute('role', 'img');
  plot.setAttribute('aria-label', CHART.about(title, tell(moments[0]), tell(moments.at(-1))));
  const figure = el('figure', { class: 'chart' }, plot,
    isTableHidden ? null : el('details', { class: 'numbers' }, el('summary', {}, CHART.asTable), numbers(title, shown, moments, days, tell)));
  const data = [moments, ...shown.map(one => {
    const values = new Map(one.points);
    return moments.map(moment => values.get(moment) ?? (kind === 'bars' ? 0 : undefined));
  })];
  draw(plot, () => options(shown, { kind, at, days, height, tell, moments }), data);
  return figure;
}

function options(series, { kind, at, days, height, tell, moments }) {
  const muted = colour('--pico-muted-color');
  const grid = { stroke: colour('--pico-muted-border-color'), width: 1 };
  const isShort = moments.at(-1) - moments[0] < 2 * DAY;
  const paths = { steps: uPlot.paths.stepped({ align: 1 }), bars: uPlot.paths.bars({ size: [.7, 40] }) }[kind];
  return {
    height,
    tzDate: moment => uPlot.tzDate(new Date(moment * 1000), days ? 'Etc/UTC' : shownZone() === 'UTC' ? 'Etc/UTC' : shownZone()),
    cursor: { y: false, drag: { x: true, y: false } },
    legend: { live: true },
    scales: {
      x: { time: true, range: (plot, low, high) => padded(low, high, kind, moments.length) },
      y: { range: (plot, low, high) => [Math.min(0, low), Math.max(1, high) * 1.05] },
    },
    axes: [
      { stroke: muted, grid: { show: false }, ticks: grid, space: 90,
        values: (plot, splits) => splits.map(moment => moment % 1 !== 0 ? '' : days || !isShort
          ? day(days ? new Date(moment * 1000).toISOString().slice(0, 10) : moment) : clock(moment)) },
      // Counts have no halves.
      { stroke: muted, grid, ticks: { show: false }, size: 64, incrs: isWhole(series) ? WHOLE : undefined, values: (plot, splits) => splits.map(value => number(value, { notation: 'compact' })) },
    ],
    series: [
      { label: CHART.when, value: (plot, moment) => moment === null ? '–' : tell(moment) },
      ...series.map((one, index) => {
        const line = colour(one.colour ?? COLOURS[index % COLOURS.length]);
        return { label: one.label, stroke: line, width: kind === 'bars' ? 0 : 2, paths, spanGaps: true, points: { show: kind !== 'bars' && moments.length < 30, size: 5, fill: line },
          fill: kind === 'bars' ? line : series.length === 1 ? `${line}22` : undefined,
          value: (plot, value) => value === null || value === undefined ? '–' : number(value) };
      }),
    ],
    hooks: at === null ? {} : { draw: [plot => mark(plot, at)] },
  };
}

function isWhole(series) {
  return series.every(one => one.points.every(([, value]) => Number.isInteger(value)));
}

// One moment has no length; bars need room at both ends.
function padded(low, high, kind, count) {
  if (low === high) return [low - DAY / 2, high + DAY / 2];
  const room = kind === 'bars' ? (high - low) / Math.max(1, count - 1) / 2 : (high - low) / 100;
  return [low - room, high + room];
}

function mark(plot, at) {
  const { ctx, bbox } = plot;
  const x = plot.valToPos(at, 'x', true);
  ctx.save();
  ctx.strokeStyle = colour('--bad');
  ctx.setLineDash([4, 3]);
  ctx.beginPath();
  ctx.moveTo(x, bbox.top);
  ctx.lineTo(x, bbox.top + bbox.height);
  ctx.stroke();
  ctx.restore();
}

// Draws as soon as the place has a width, and anew when the colours change; ends when the place has left the page.
function draw(place, made, data) {
  let plot = null;
  const again = () => {
    plot?.destroy();
    plot = new uPlot({ ...made(), width: place.clientWidth }, data, place);
  };
  const watch = new ResizeObserver(() => {
    if (!place.isConnected) {
      plot?.destroy();
      plot = null;
      watch.disconnect();
      dark.removeEventListener('change', again);
    } else if (place.clientWidth > 0 && plot === null) again();
    else if (place.clientWidth > 0 && plot.width !== place.clientWidth) plot.setSize({ width: place.clientWidth, height: plot.height });
  });
  watch.observe(place);
  dark.addEventListener('change', again);
}

function numbers(title, series, moments, days, tell) {
  const known = series.map(one => new Map(one.points));
  return table(title, [
    [CHART.when, moment => days ? tell(moment) : when(moment)],
    ...series.map((one, index) => [one.label, moment => count(known[index].get(moment)), true]),
  ], moments.toReversed());
}
