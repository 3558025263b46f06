// A campaign's numbers over some days, by day, by place, and of the campaigns that it bundles.
import { get } from './calls.js';
import { chart } from './chart.js';
import { day as shownDay } from './locale.js';
import { count, el, section, table } from './parts.js';
import { NUMBERS as TEXT } from './texts.js';

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
    el('label', {}, TEXT.from, from),
    el('label', {}, TEXT.to, to),
    el('button', { type: 'submit', class: 'outline' }, TEXT.show)),
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
    card(TEXT.views, whole.views),
    card(TEXT.entries, whole.total_entries),
    card(TEXT.fans, whole.fan_count),
    card(TEXT.subscribers, whole.subscribers),
    card(TEXT.byEmail, whole.email_subscribers),
    card(TEXT.byPhone, whole.phone_subscribers));
}

function byDay(days, window) {
  return [
    el('h3', {}, TEXT.byDay),
    days.length < MOST || window.start_date === days.at(-1).day ? '' : el('p', { class: 'note' }, TEXT.lastDays(MOST)),
    byTime(days.toReversed()),
    table(TEXT.numbersByDay, [
      [TEXT.day, row => shownDay(row.day)],
      [TEXT.views, row => count(row.views), true],
      [TEXT.entries, row => count(row.total_entries), true],
      [TEXT.fans, row => count(row.fan_count), true],
      [TEXT.subscribers, row => count(row.subscribers), true],
      [TEXT.byEmail, row => count(row.email_subscribers), true],
      [TEXT.byPhone, row => count(row.phone_subscribers), true],
    ], days),
  ];
}

function byTime(days) {
  return chart({
    title: TEXT.entriesByDay,
    kind: 'bars',
    days: true,
    isTableHidden: true,
    height: 180,
    series: [{ label: TEXT.entries, points: days.map(one => [Date.parse(one.day) / 1000, one.total_entries]) }],
  });
}

function byPlace(places) {
  if (places.length === 0) return [];
  return [
    el('h3', {}, TEXT.byPlace),
    table(TEXT.fansByPlace, [
      [TEXT.country, row => row.country_code],
      [TEXT.province, row => row.province],
      [TEXT.fans, row => count(row.fan_count), true],
    ], places.slice(0, PLACES)),
    places.length <= PLACES ? '' : el('p', { class: 'note' }, TEXT.mostFans(PLACES, count(places.length))),
  ];
}

function bundled(bundle) {
  if (bundle === null) return [];
  return [
    el('h3', {}, TEXT.bundled),
    table(TEXT.bundled, [
      [TEXT.campaign, row => el('a', { class: 'long', href: `#campaigns/${row.page_tab_id}` }, row.name)],
      [TEXT.views, row => count(row.views), true],
      [TEXT.mostOnADay, row => count(row.max_views), true],
      [TEXT.shares, row => count(row.shares), true],
      [TEXT.entries, row => count(row.entries), true],
      [TEXT.optIns, row => count(row.opt_ins), true],
    ], bundle.bundles),
  ];
}
