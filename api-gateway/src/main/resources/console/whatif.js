// What would happen if a quest or a reward were saved now: who would get it, how many and since when, beside who has it today.
import { lines } from './calls.js';
import { chart } from './chart.js';
import { onClock, when } from './locale.js';
import { button, cards, count, el } from './parts.js';
import { may } from './session.js';
import { WHAT_IF } from './texts.js';
import { nameReferences, shown } from './values.js';

const FIRST = 10;
const TRIES = 60;
const PAUSE = 1000;
const KINDS = ['gained', 'kept', 'lost'];

// `path` is the call that simulates; `body` tells what it is sent, and throws what is wrong with the form. `complain` shows that.
// `hint` tells a sentence for an answer without fans, or null.
export function whatIf(signal, { path, isExisting, body, complain, hint = () => null }) {
  const place = el('section', { class: 'what-if', 'aria-live': 'polite', 'aria-label': WHAT_IF.title, hidden: true });
  let running = null;
  const ask = button(WHAT_IF.button, run, { class: 'outline', 'data-act': 'what if' });
  signal.addEventListener('abort', () => running?.abort());

  async function run() {
    running?.abort();
    const mine = running = new AbortController();
    ask.setAttribute('aria-busy', 'true');
    try {
      const sent = body();
      place.hidden = false;
      const found = await simulated(path, sent, isExisting, mine.signal, sentence => show(
        el('p', { class: 'note' }, sentence), button(WHAT_IF.stop, () => mine.abort(), { class: 'outline' })));
      if (mine.signal.aborted) return;
      show(...answer(found, isExisting, hint));
      nameReferences(place, signal).catch(() => {});
      place.scrollIntoView({ block: 'nearest' });
    } catch (trouble) {
      if (trouble.name === 'AbortError' || mine.signal.aborted) {
        place.hidden = true;
        return;
      }
      if (trouble.isSignedOut) window.dispatchEvent(new Event('signed-out'));
      else {
        const left = complain(trouble);
        place.hidden = left === '';
        show(el('p', { class: 'bad', role: 'alert' }, left));
      }
    } finally {
      if (running === mine) ask.removeAttribute('aria-busy');
    }
  }

  function show(...children) {
    place.replaceChildren(el('h3', {}, WHAT_IF.title), el('p', { class: 'note' }, isExisting ? WHAT_IF.aboutSaved : WHAT_IF.about), ...children);
  }

  return {
    ask,
    place,
    // The form was changed, so the answer is about something else.
    changed() {
      if (place.hidden || place.querySelector('.outdated')) return;
      running?.abort();
      place.append(el('p', { class: 'note outdated' }, WHAT_IF.changed));
    },
  };
}

// Reads the answer to its end. Another simulation may occupy the server.
async function simulated(path, sent, isExisting, signal, progress) {
  for (let tries = 0; ; tries++) {
    try {
      return await read(path, sent, isExisting, signal, progress);
    } catch (trouble) {
      if (!trouble.is?.('simulation-running') || tries === TRIES) throw trouble;
      progress(WHAT_IF.waiting);
      await new Promise(done => setTimeout(done, trouble.seconds === null ? PAUSE : trouble.seconds * 1000));
      signal.throwIfAborted();
    }
  }
}

async function read(path, sent, isExisting, signal, progress) {
  const found = { end: null, first: new Map(), numbers: { gained: 0, kept: 0, lost: 0, new: 0 }, days: { after: new Map(), today: new Map() }, since: null, latest: null };
  let told = performance.now();
  for await (const line of lines(path, {}, signal, sent)) {
    if (line.fan_id === undefined) found.end = line;
    else {
      note(found, line, isExisting);
      if (performance.now() - told > 500) {
        told = performance.now();
        progress(WHAT_IF.running(count(Object.values(found.numbers).reduce((sum, one) => sum + one, 0))));
      }
    }
  }
  if (found.end === null) throw new Error(WHAT_IF.cut);
  return found;
}

function note(found, { fan_id: fan, time: at, change }) {
  const kind = change ?? 'new';
  found.numbers[kind]++;
  const first = found.first.get(kind) ?? found.first.set(kind, []).get(kind);
  if (first.length < FIRST) first.push({ fan, at });
  // A day of the account's zone, as the chart takes days.
  const day = Date.parse(`${onClock(new Date(at * 1000)).slice(0, 10)}T00:00:00Z`) / 1000;
  const add = days => days.set(day, (days.get(day) ?? 0) + 1);
  if (kind !== 'lost') {
    add(found.days.after);
    found.since = found.since === null ? at : Math.min(found.since, at);
    found.latest = found.latest === null ? at : Math.max(found.latest, at);
  }
  if (kind === 'kept' || kind === 'lost') add(found.days.today);
}

function answer(found, isExisting, hint) {
  const { end, numbers } = found;
  const parts = isExisting ? [comparison(numbers)]
    : [el('p', {}, el('strong', {}, end.fans === 0 ? WHAT_IF.nobody : WHAT_IF.many(count(end.fans), end.fans === 1)))];
  if (end.fans === 0 && hint() !== null) parts.push(el('p', { class: 'notice' }, hint()));
  if (end.points > 0) parts.push(el('p', {}, WHAT_IF.points(count(end.points))));
  if (found.since !== null) {
    parts.push(el('p', {}, `${WHAT_IF.since} `, when(found.since), '. ', found.latest === found.since ? '' : [`${WHAT_IF.latest} `, when(found.latest), '.']));
  }
  if (end.limit_reached_at !== null) parts.push(el('p', {}, `${WHAT_IF.limit} `, when(end.limit_reached_at), '.'));
  const days = [...new Set([...found.days.after.keys(), ...found.days.today.keys()])].sort((one, other) => one - other);
  const series = [[WHAT_IF.after, found.days.after], ...isExisting ? [[WHAT_IF.today, found.days.today]] : []]
    .map(([label, of]) => ({ label, points: days.map(day => [day, of.get(day) ?? 0]) }));
  // One day needs no chart. Bars of two kinds would hide each other.
  if (days.length > 1) parts.push(el('h4', {}, WHAT_IF.byDay), chart({ title: WHAT_IF.byDay, series, kind: isExisting ? 'line' : 'bars', days: true, height: 160 }));
  return [...parts, ...firstFans(found, isExisting)];
}

function comparison(numbers) {
  const rows = [
    [WHAT_IF.haveIt, numbers.kept + numbers.lost, numbers.kept + numbers.gained],
    [WHAT_IF.kept, null, numbers.kept],
    [WHAT_IF.gained, null, numbers.gained],
    [WHAT_IF.lost, null, numbers.lost],
  ];
  return el('div', {}, cards(WHAT_IF.compare, [
    ['', row => row[0]],
    [WHAT_IF.today, row => row[1] === null ? '' : count(row[1]), true],
    [WHAT_IF.after, row => count(row[2]), true],
  ], rows, () => ({}), { live: true }), numbers.lost > 0 ? el('p', { class: 'note' }, WHAT_IF.lostAbout) : null);
}

function firstFans(found, isExisting) {
  if (!may('fans:read')) return [];
  const kinds = isExisting ? KINDS : ['new'];
  return kinds.filter(kind => found.first.has(kind)).flatMap(kind => {
    const fans = found.first.get(kind);
    const all = found.numbers[kind];
    return [el('h4', {}, [WHAT_IF.firstOf[kind === 'new' ? 'null' : kind], all > fans.length ? WHAT_IF.first(count(fans.length)) : '']),
      el('ol', { class: 'first-fans' }, fans.map(({ fan, at }) => el('li', {}, shown({ name: 'fan_id', ref: 'fans' }, fan),
        el('small', { class: 'about' }, ' ', when(at)))))];
  });
}
