// The drawing of a balance by time, as steps.
import { count, el, svg, time } from './parts.js';

// Styles are set by script: the page's policy allows none in markup.
function lowered(node, share) {
  node.style.top = `${100 * share}%`;
  return node;
}

// `points` are [unix seconds, balance]. A dashed line stands at `at`, an earlier moment; null for none. Points and days stand
// beside the drawing, because it is stretched and they are not.
export function chart({ title, series: [{ points }], at = null }) {
  const width = 1000, height = 220, edge = 8;
  const balances = points.map(([, balance]) => balance);
  const low = Math.min(0, ...balances), high = Math.max(1, ...balances);
  const begin = points[0][0], end = points.at(-1)[0];
  const x = moment => edge + (width - 2 * edge) * (end === begin ? 1 : (moment - begin) / (end - begin));
  const y = value => height - edge - (height - 2 * edge) * (value - low) / (high - low);
  let path = `M${edge},${y(balances[0])}`;
  points.forEach(([moment, balance]) => { path += `H${x(moment)}V${y(balance)}`; });
  const drawing = svg('svg', { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: 'none', role: 'img',
    'aria-label': `${title}: from ${balances[0]} to ${balances.at(-1)} over ${points.length} records, from ${time(begin)} to ${time(end)}` },
  svg('path', { class: 'area', d: `${path}V${y(0)}H${edge}Z` }),
  svg('path', { class: 'axis', d: `M0,${y(0)}H${width}M${edge},0V${height}M0,${y(high)}H${width}` }),
  svg('path', { class: 'steps', d: path }),
  ...(at === null ? [] : [svg('path', { class: 'then', d: `M${x(at)},0V${height}` })]));
  const marks = [high, 0, low].filter((value, i, all) => all.indexOf(value) === i);
  const days = end === begin ? [begin] : [begin, (begin + end) / 2, end];
  return el('figure', { class: 'chart' },
    el('div', { class: 'plot' },
      el('div', { class: 'points', 'aria-hidden': 'true' },
        marks.map(value => lowered(el('span', {}, count(value)), y(value) / height))),
      drawing),
    el('div', { class: 'days', 'aria-hidden': 'true' },
      days.map(moment => el('span', {}, time(moment).slice(0, end - begin < 2 * 86400 ? 16 : 10)))));
}
