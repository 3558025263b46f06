// The last calls of the account: a chart by minute, and a table that follows.
import { get } from './calls.js';
import { chart } from './chart.js';
import { number, when } from './locale.js';
import { button, choice, copied, count, el, redraw, repeatedly, table, told } from './parts.js';
import { LAST_CALLS } from './texts.js';

const PATH = '/api/v1/manage/calls';
const LIMIT = 200;
// In minutes.
const HOUR = 60;
const EVERY = 2000;

// `asked` may name a caller, as the page of keys does: `key:` and the api_key.
export async function lastCalls(main, signal, [asked = '']) {
  const filter = { caller: asked, is_failed: '', status: '', route: '', request_id: '' };
  const place = el('div');
  const figure = el('div', { class: 'by-minute' });
  const warning = el('div', { role: 'status' });
  const routes = el('datalist', { id: 'call_routes' });
  const callers = el('select', { onchange: () => set({ caller: callers.value }) });
  const note = el('small', { class: 'note', role: 'status' }, LAST_CALLS.following);
  const box = el('input', { type: 'checkbox', role: 'switch', checked: true, onchange: () => {
    note.textContent = box.checked ? LAST_CALLS.following : LAST_CALLS.stopped;
    if (box.checked) look().catch(() => {});
  } });
  const requestId = line('request_id', LAST_CALLS.requestId, {});
  let drawn = '';
  let minutes = '';

  main.append(
    el('h1', {}, LAST_CALLS.title),
    el('p', { class: 'note' }, LAST_CALLS.about),
    el('div', { class: 'filters calls' },
      choice(LAST_CALLS.shown, [['', LAST_CALLS.all], ['true', LAST_CALLS.failed], ['false', LAST_CALLS.succeeded]], '', is_failed => set({ is_failed })),
      line('status', LAST_CALLS.status, { inputmode: 'numeric', pattern: '[0-9]*', placeholder: LAST_CALLS.statusHint }).node,
      el('label', {}, LAST_CALLS.caller, callers),
      line('route', LAST_CALLS.route, { list: 'call_routes' }).node,
      requestId.node,
      routes),
    el('div', { class: 'follow' }, el('label', {}, box, LAST_CALLS.follow), note),
    warning, figure, place);

  function line(name, label, more) {
    const control = el('input', { type: 'text', autocomplete: 'off', spellcheck: 'false', maxlength: 200, ...more, onchange: () => set({ [name]: control.value.trim() }) });
    return { control, node: el('label', {}, label, control) };
  }

  function set(change) {
    Object.assign(filter, change);
    look().catch(trouble => {
      if (trouble.name !== 'AbortError') fail(trouble);
    });
  }

  function fail(trouble) {
    drawn = '';
    place.replaceChildren(el('p', { class: 'bad', role: 'alert' }, trouble.message));
  }

  async function look() {
    const { caller, ...rest } = filter;
    const [kind, id] = caller.split(':');
    const now = JSON.stringify(filter);
    const answer = await get(PATH, { limit: LIMIT, ...rest, [kind === 'person' ? 'person_uid' : 'key']: id }, signal);
    if (signal.aborted || now !== JSON.stringify(filter)) return;
    draw(answer);
  }

  function draw({ calls, minutes: byMinute, callers: known, missing, is_complete }) {
    warning.replaceChildren(is_complete ? '' : el('p', { class: 'notice' }, missing.length > 0 ? LAST_CALLS.missing(missing.join(', ')) : LAST_CALLS.unknownOthers));
    drawCallers(known);
    const counted = JSON.stringify([byMinute, Math.floor(Date.now() / 60000)]);
    if (counted !== minutes) {
      minutes = counted;
      drawChart(byMinute);
    }
    const shown = JSON.stringify(calls.map(row => [row.gateway, row.request_id, row.call_timestamp_iso]));
    if (shown === drawn) return;
    drawn = shown;
    const names = [...new Set(calls.map(row => row.route))].sort();
    routes.replaceChildren(...names.map(name => el('option', { value: name })));
    redraw(place, calls.length === 0 ? el('p', { class: 'note' }, LAST_CALLS.none) : rows(calls));
  }

  function drawCallers(known) {
    if (document.activeElement === callers) return;
    const options = known.map(one => one.api_key ? [`key:${one.api_key}`, one.key_label ?? LAST_CALLS.endedKey(one.api_key)]
      : [`person:${one.person_uid}`, LAST_CALLS.person(one.person_uid)]).sort(([, one], [, other]) => one.localeCompare(other));
    if (filter.caller !== '' && !options.some(([value]) => value === filter.caller)) options.push([filter.caller, LAST_CALLS.endedKey(filter.caller.split(':')[1] ?? '')]);
    callers.replaceChildren(...[['', LAST_CALLS.everybody], ...options].map(([value, text]) => el('option', { value }, text)));
    callers.value = filter.caller;
  }

  function drawChart(byMinute) {
    const isOpen = figure.querySelector('details')?.open === true;
    const known = new Map(byMinute.map(one => [one.minute_timestamp, one]));
    // The whole hour, also minutes without a call, up to the minute of the server or of this browser.
    const last = Math.max(Math.floor(Date.now() / 60000) * 60, ...known.keys());
    const hour = known.size === 0 ? [] : Array.from({ length: HOUR }, (none, at) => last - (HOUR - 1 - at) * 60);
    const points = of => hour.map(minute => [minute, known.has(minute) ? of(known.get(minute)) : 0]);
    figure.replaceChildren(chart({ title: LAST_CALLS.byMinute, kind: 'bars', height: 160, series: [
      { label: LAST_CALLS.allCalls, points: points(one => one.succeeded_count + one.failed_count), colour: '--line' },
      { label: LAST_CALLS.failedCalls, points: points(one => one.failed_count), colour: '--bad' },
    ] }));
    const numbers = figure.querySelector('details');
    if (numbers) numbers.open = isOpen;
  }

  function rows(calls) {
    const place = table(LAST_CALLS.rows, [
      [LAST_CALLS.time, row => when(row.call_timestamp_iso)],
      [LAST_CALLS.status, row => el('span', { class: row.status >= 400 ? 'bad' : 'good' }, String(row.status))],
      [LAST_CALLS.call, row => el('span', { class: 'route' }, el('b', {}, row.method), ` ${row.route}`)],
      [LAST_CALLS.duration, row => count(row.duration_ms), true],
      [LAST_CALLS.caller, row => el('span', { class: 'long' }, callerOf(row))],
      [LAST_CALLS.problem, row => row.problem_type ?? ''],
      ['', row => button(LAST_CALLS.details, () => details(row), { class: 'outline', 'data-act': `details ${row.gateway} ${row.request_id} ${row.call_timestamp_iso}`,
        'aria-label': LAST_CALLS.detailsOf(row.request_id) })],
    ], calls, () => ({}), { live: true });
    place.classList.add('stack');
    return place;
  }

  function details(row) {
    const dialog = el('dialog', { class: 'fan-dialog', 'aria-labelledby': 'call_title', onclose: () => dialog.remove() },
      el('article', {}, el('h2', { id: 'call_title', class: 'long' }, `${row.method} ${row.route}`),
        told([
          [LAST_CALLS.time, when(row.call_timestamp_iso)],
          [LAST_CALLS.status, String(row.status)],
          [LAST_CALLS.problem, row.problem_type === null ? null
            : el('a', { href: `${location.origin}/problems/${encodeURIComponent(row.problem_type)}`, target: '_blank', rel: 'noopener', 'aria-label': LAST_CALLS.read(row.problem_type) }, row.problem_type)],
          [LAST_CALLS.duration, number(row.duration_ms)],
          [LAST_CALLS.caller, callerOf(row)],
          [LAST_CALLS.gateway, row.gateway],
        ]),
        el('label', {}, LAST_CALLS.requestId, copied(LAST_CALLS.theRequestId, row.request_id)),
        el('div', { class: 'buttons' },
          button(LAST_CALLS.onlyThis, () => {
            requestId.control.value = row.request_id;
            dialog.close();
            set({ request_id: row.request_id });
          }, { class: 'outline secondary' }),
          button(LAST_CALLS.close, () => dialog.close(), { autofocus: true }))));
    document.body.append(dialog);
    dialog.showModal();
  }

  repeatedly(signal, async () => {
    if (box.checked) await look();
  }, EVERY);
}

function callerOf(row) {
  return row.api_key ? row.key_label ?? LAST_CALLS.endedKey(row.api_key) : row.person_uid ? LAST_CALLS.person(row.person_uid) : '';
}
