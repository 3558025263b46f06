// A campaign's numbers over some days, by day, by place, and of the campaigns that it bundles.
import { get } from './calls.js';
import { count, el, section, svg, table } from './parts.js';

const DAY = 24 * 60 * 60 * 1000;
const SHOWN = 14;
const MOST = 31;
const PLACES = 20;

export async function numbers(main, signal, campaign) {
  const of = `/api/v1/apps/${campaign.page_tab_id}`;
  const now = Date.now();
  const from = el('input', { type: 'date', required: true, value: day(now - (SHOWN - 1) * DAY) });
  const to = el('input', { type: 'date', required: true, value: day(now) });
  const shown = el('div');
  let asking = new AbortController();
  signal.addEventListener('abort', () => asking.abort(), { once: true });
  const ask = () => {
    asking.abort();
    asking = new AbortController();
    const window = { start_date: from.value, end_date: to.value };
    return section(shown, asking.signal, async wanted => {
      const whole = await get(`${of}/stats`, window, wanted);
      const [bundle, days] = await Promise.all([
        campaign.bundled_page_tab_ids.length ? get(`${of}/bundle_stats`, window, wanted) : null,
        Promise.all(lastDays(window).map(async start_date =>
          ({ ...await get(`${of}/stats`, { start_date, end_date: start_date }, wanted), day: start_date }))),
      ]);
      return [cards(whole), ...byDay(days, window), ...byPlace(whole.geo_stats), ...bundled(bundle)];
    });
  };
  main.append(
    el('form', { class: 'filters', onsubmit: event => {
      event.preventDefault();
      ask();
    } },
    el('label', {}, 'From (UTC)', from),
    el('label', {}, 'To', to),
    el('button', { type: 'submit', class: 'outline' }, 'Show')),
    shown);
  await ask();
}

function day(millis) {
  return new Date(millis).toISOString().slice(0, 10);
}

function lastDays({ start_date, end_date }) {
  const days = [];
  for (let at = Date.parse(end_date); at >= Date.parse(start_date) && days.length < MOST; at -= DAY) days.push(day(at));
  return days;
}

function cards(whole) {
  const card = (name, value) => el('article', {}, name, el('b', {}, count(value)));
  return el('div', { class: 'cards' },
    card('Views', whole.views),
    card('Entries', whole.total_entries),
    card('Fans', whole.fan_count),
    card('Subscribers', whole.subscribers),
    card('By email', whole.email_subscribers),
    card('By phone', whole.phone_subscribers));
}

function byDay(days, window) {
  return [
    el('h3', {}, 'By day'),
    days.length < MOST || window.start_date === days.at(-1).day ? '' : el('p', { class: 'note' }, `The last ${MOST} days.`),
    bars(days.toReversed()),
    table('Numbers by day', [
      ['Day (UTC)', row => row.day],
      ['Views', row => count(row.views), true],
      ['Entries', row => count(row.total_entries), true],
      ['Fans', row => count(row.fan_count), true],
      ['Subscribers', row => count(row.subscribers), true],
      ['By email', row => count(row.email_subscribers), true],
      ['By phone', row => count(row.phone_subscribers), true],
    ], days),
  ];
}

function bars(days) {
  const width = 1000, height = 160;
  const most = Math.max(...days.map(one => one.total_entries));
  if (most === 0) return '';
  const each = width / days.length;
  const tall = one => height * one.total_entries / most;
  return el('figure', { class: 'chart low' },
    svg('svg', { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: 'none', role: 'img',
      'aria-label': `Entries by day, at most ${count(most)} on one` },
    ...days.map((one, i) => svg('rect', { class: 'bar', x: i * each + each * .1, width: each * .8,
      y: height - tall(one), height: tall(one) }, svg('title', {}, `${one.day}: ${count(one.total_entries)}`))),
    svg('path', { class: 'axis', d: `M0,${height}H${width}` })),
    el('figcaption', { class: 'ends note' },
      el('span', {}, days[0].day), el('span', {}, `Entries, at most ${count(most)} on a day`), el('span', {}, days.at(-1).day)));
}

function byPlace(places) {
  if (places.length === 0) return [];
  return [
    el('h3', {}, 'By place'),
    table('Fans by place', [
      ['Country', row => row.country_code],
      ['Province', row => row.province],
      ['Fans', row => count(row.fan_count), true],
    ], places.slice(0, PLACES)),
    places.length <= PLACES ? '' : el('p', { class: 'note' }, `The ${PLACES} with most fans, of ${count(places.length)}.`),
  ];
}

function bundled(bundle) {
  if (bundle === null) return [];
  return [
    el('h3', {}, 'Bundled campaigns'),
    table('Bundled campaigns', [
      ['Campaign', row => el('a', { class: 'long', href: `#campaigns/${row.page_tab_id}` }, row.name)],
      ['Views', row => count(row.views), true],
      ['Most on a day', row => count(row.max_views), true],
      ['Shares', row => count(row.shares), true],
      ['Entries', row => count(row.entries), true],
      ['Opt-ins', row => count(row.opt_ins), true],
    ], bundle.bundles),
  ];
}
