// Webhooks as a developer looks after them: how far each is, its attempts with what was sent, dead letters, and replays.
import { get, post, uidOf } from './calls.js';
import { fieldsOf, form, given } from './forms.js';
import { minute, number, when } from './locale.js';
import { act, button, cards, confirmed, copying, count, el, entitle, redraw, repeatedly, say, section, told, unlessLeft } from './parts.js';
import { may } from './session.js';
import { WEBHOOKS } from './texts.js';

const PATH = '/api/v1/manage/webhooks';
const MAX_LETTERS = 1000;
const EVERY = 5000;

export async function webhooks(main, signal, [uid]) {
  if (uid === 'new') {
    location.replace('#things/webhooks/new');
    return;
  }
  if (uid) return one(main, signal, uidOf(uid));
  const rows = el('div', { class: 'hook' });
  main.append(el('header', { class: 'thing-head' }, el('div', {}, el('h1', {}, WEBHOOKS.title), el('p', { class: 'note' }, WEBHOOKS.about)),
    may('webhooks:write') ? el('div', { class: 'actions' }, el('a', { class: 'go', href: '#things/webhooks/new' }, WEBHOOKS.make)) : ''), rows);
  let shown = '';
  repeatedly(signal, async () => {
    const [all, states] = await Promise.all([get(PATH, {}, signal), get(`${PATH}/states`, {}, signal)]);
    const now = JSON.stringify([all, states]);
    if (now === shown) return;
    shown = now;
    const stateOf = new Map(states.map(state => [state.webhook_uid, state]));
    redraw(rows, all.length === 0 ? el('p', { class: 'note' }, WEBHOOKS.none) : list(all, stateOf));
  }, 5000);
}

function list(all, stateOf) {
  return cards(WEBHOOKS.list, [
    [WEBHOOKS.address, row => [el('a', { class: 'name long', href: `#webhooks/${row.webhook_uid}` }, row.url), row.description ? el('small', { class: 'about' }, row.description) : '']],
    [WEBHOOKS.types, row => types(row)],
    [WEBHOOKS.state, row => badge(row, stateOf.get(row.webhook_uid))],
    [WEBHOOKS.lag, row => behind(stateOf.get(row.webhook_uid))],
    [WEBHOOKS.deadLetters, row => letterCount(stateOf.get(row.webhook_uid)), true],
  ], all);
}

function types(row) {
  const all = row.event_types;
  return el('span', { class: 'types' }, all.includes('*') ? WEBHOOKS.allTypes : all.length <= 3 ? all.join(', ') : `${all.slice(0, 3).join(', ')}, +${all.length - 3}`);
}

function badge(row, state) {
  const [word, kind] = row.disabling ? [WEBHOOKS.given, 'is-bad'] : !row.is_enabled ? [WEBHOOKS.off, '']
    : state?.failing_since_timestamp ? [WEBHOOKS.failing, 'is-bad'] : [WEBHOOKS.well, 'is-good'];
  return el('span', { class: `state ${kind}` }, word);
}

function behind(state) {
  if (!state) return null;
  return state.lag_seconds === 0 ? WEBHOOKS.onTime : duration(state.lag_seconds);
}

// In the largest unit that fits, as 3 h or 12 min.
function duration(seconds) {
  const [unit, length] = seconds >= 86400 ? ['day', 86400] : seconds >= 3600 ? ['hour', 3600] : seconds >= 60 ? ['minute', 60] : ['second', 1];
  return number(Math.floor(seconds / length), { style: 'unit', unit, unitDisplay: 'short' });
}

function letterCount(state) {
  if (!state) return null;
  const shown = state.dead_letter_count >= MAX_LETTERS ? WEBHOOKS.atLeast(count(MAX_LETTERS)) : count(state.dead_letter_count);
  return el('span', { class: state.dead_letter_count > 0 ? 'bad' : '' }, shown);
}

async function one(main, signal, uid) {
  const path = `${PATH}/${uid}`;
  const head = el('div');
  const facts = el('div');
  const attempts = el('section', { class: 'hook' });
  const letters = el('section', { class: 'hook' });
  const replays = el('section');
  const stop = new AbortController();
  signal.addEventListener('abort', () => stop.abort());
  let shown = '';
  let hook = null;
  let hasOlder = false;
  main.append(el('p', { class: 'back' }, el('a', { href: '#webhooks' }, WEBHOOKS.title)), head, facts, replays, letters, attempts);

  async function look() {
    const [row, states, running] = await Promise.all([get(path, {}, signal), get(`${PATH}/states`, {}, signal), get(`${path}/replays`, {}, signal)]);
    const state = states.find(other => other.webhook_uid === uid);
    const now = JSON.stringify([row, state, running]);
    if (now === shown) return;
    const isNew = hook === null || state?.position !== hook.state?.position || state?.dead_letter_count !== hook.state?.dead_letter_count
      || state?.failing_since_timestamp !== hook.state?.failing_since_timestamp;
    shown = now;
    hook = { row, state };
    drawHead();
    replays.replaceChildren(...running.length === 0 ? [] : [el('h2', {}, WEBHOOKS.replays),
      ...running.map(replay => el('p', { class: 'note' }, WEBHOOKS.runs(count(replay.after), count(replay.until))))]);
    // Who reads older attempts is not interrupted.
    if (isNew) await Promise.all([drawLetters(), hasOlder ? null : drawAttempts()]);
  }

  function drawHead() {
    const { row, state } = hook;
    entitle(WEBHOOKS.title);
    const focused = head.contains(document.activeElement) ? document.activeElement.dataset.act : null;
    head.replaceChildren(el('header', { class: 'thing-head' },
      el('div', {}, el('h1', { class: 'long' }, row.url), badge(row, state)),
      may('webhooks:write') ? el('div', { class: 'actions' },
        button(WEBHOOKS.test, test, { class: 'outline', 'data-act': 'test' }),
        button(WEBHOOKS.replay, () => replay(row.after), { class: 'outline', 'data-act': 'replay' }),
        el('a', { class: 'go', href: `#things/webhooks/${uid}/change` }, WEBHOOKS.change)) : ''));
    if (focused) head.querySelector(`[data-act="${focused}"]`)?.focus();
    const list = told([
      [WEBHOOKS.types, row.event_types.join(', ')],
      [WEBHOOKS.lag, behind(state)],
      [WEBHOOKS.oldest, state?.oldest_event_timestamp ? when(state.oldest_event_timestamp) : null],
      [WEBHOOKS.unfinished, state?.unfinished_count ? count(state.unfinished_count) : null],
      [WEBHOOKS.failingSince, state?.failing_since_timestamp ? when(state.failing_since_timestamp) : null],
      [WEBHOOKS.nextTry, state?.next_try_timestamp ? when(state.next_try_timestamp) : null],
      [WEBHOOKS.given, row.disabling ? WEBHOOKS.reasons[row.disabling.reason] ?? row.disabling.reason : null],
      [WEBHOOKS.perSecond, count(row.max_per_second)],
      [WEBHOOKS.imports, row.with_imports ? WEBHOOKS.importsToo : WEBHOOKS.noImports],
      [WEBHOOKS.made, when(row.creation_timestamp, minute)],
      [WEBHOOKS.secretMade, when(row.secret_timestamp, minute)],
    ]);
    list.classList.add('facts');
    facts.replaceChildren(row.description ? el('p', { class: 'long' }, row.description) : '', list);
  }

  async function test(event) {
    const pressed = event.currentTarget;
    if (pressed.hasAttribute('aria-busy')) return;
    pressed.setAttribute('aria-busy', 'true');
    try {
      const result = await post(`${path}/test`);
      if (signal.aborted) return;
      if (result.is_delivered) say(WEBHOOKS.tested(result.status, number(result.duration_ms)));
      else say(WEBHOOKS.testFailed(WEBHOOKS.failures[result.failure] ?? result.failure, result.status), true);
    } catch (trouble) {
      unlessLeft(signal)(trouble);
    } finally {
      pressed.removeAttribute('aria-busy');
    }
  }

  async function drawAttempts() {
    await section(attempts, signal, async () => {
      const { data, meta } = await get(`${path}/attempts`, {}, signal);
      const known = [...data];
      const place = el('div');
      let next = meta.next_attempt_key;
      const draw = () => redraw(place, known.length === 0 ? el('p', { class: 'note' }, WEBHOOKS.noAttempts) : attemptRows(known),
        next ? button(WEBHOOKS.more, async () => {
          const older = await get(`${path}/attempts`, { next_attempt_key: next }, signal).catch(unlessLeft(signal));
          if (!older) return;
          hasOlder = true;
          known.push(...older.data);
          next = older.meta.next_attempt_key;
          draw();
        }, { class: 'outline', 'data-act': 'older attempts' }) : '');
      draw();
      return [el('h2', {}, WEBHOOKS.attempts), el('p', { class: 'note' }, WEBHOOKS.attemptsAbout), place];
    });
  }

  function attemptRows(known) {
    return cards(WEBHOOKS.attempts, [
      [WEBHOOKS.when, row => when(row.attempt_timestamp_iso)],
      [WEBHOOKS.position, row => count(row.position), true],
      [WEBHOOKS.answer, row => [answer(row), row.is_replay ? el('small', { class: 'badge' }, WEBHOOKS.replayed) : '']],
      [WEBHOOKS.duration, row => count(row.duration_ms), true],
      ['', row => [act(WEBHOOKS.message, String(row.position), row.attempt_key, () => message(row)),
        may('webhooks:write') ? act(WEBHOOKS.replayFrom, String(row.position), row.attempt_key, () => replay(row.position - 1)) : '']],
    ], known);
  }

  async function message(row) {
    try {
      const sent = await get(`${path}/attempts/${encodeURIComponent(row.attempt_key)}`, {}, signal);
      if (!signal.aborted) showMessage(row, sent);
    } catch (trouble) {
      unlessLeft(signal)(trouble);
    }
  }

  async function drawLetters() {
    await section(letters, signal, async () => {
      const found = hook.state?.dead_letter_count > 0 ? await get(`${path}/dead_letters`, {}, signal) : [];
      return [el('h2', {}, WEBHOOKS.deadLetters), el('p', { class: 'note' }, WEBHOOKS.lettersAbout), found.length === 0 ? el('p', { class: 'good' }, WEBHOOKS.noLetters)
        : cards(WEBHOOKS.deadLetters, [
          [WEBHOOKS.gaveUp, row => when(row.dead_timestamp)],
          [WEBHOOKS.position, row => count(row.position), true],
          [WEBHOOKS.answer, row => answer(row)],
          [WEBHOOKS.tries, row => count(row.attempts), true],
          ...may('webhooks:write') ? [['', row => [act(WEBHOOKS.retry, String(row.position), row.message_id, () => settle(row, 'retry', WEBHOOKS.retried)),
            act(WEBHOOKS.discard, String(row.position), row.message_id, () => discard(row))]]] : [],
        ], found)];
    });
  }

  async function discard(row) {
    if (await confirmed(WEBHOOKS.discardQuestion(row.position), WEBHOOKS.discardAbout, WEBHOOKS.discard)) await settle(row, 'discard', WEBHOOKS.discarded);
  }

  async function settle(row, what, done) {
    try {
      await post(`${path}/dead_letters/${what}`, { message_id: row.message_id });
      if (!signal.aborted) say(done);
    } catch (trouble) {
      unlessLeft(signal)(trouble);
    }
  }

  function replay(after) {
    replayDialog(path, after, signal, () => {
      say(WEBHOOKS.asked);
      return look();
    });
  }

  await look();
  setTimeout(() => repeatedly(stop.signal, () => look().catch(trouble => {
    if (trouble.status !== 404) throw trouble;
    stop.abort();
    say(WEBHOOKS.gone, true);
  }), EVERY), EVERY);
}

function answer(row) {
  return row.failure ? el('span', { class: 'bad' }, row.status ?? WEBHOOKS.failures[row.failure] ?? row.failure) : el('span', { class: 'good' }, `${row.status} ${WEBHOOKS.delivered}`);
}

function showMessage(row, sent) {
  const headers = sent.headers.map(header => `${header.name}: ${header.value}`).join('\n');
  const dialog = el('dialog', { 'aria-labelledby': 'message_title', onclose: () => dialog.remove() },
    el('article', { class: 'sent' }, el('h2', { id: 'message_title' }, WEBHOOKS.messageAt(count(row.position))),
      el('p', { class: 'note' }, WEBHOOKS.messageAbout),
      el('h3', {}, WEBHOOKS.headers), el('pre', { tabindex: '0' }, el('code', {}, headers)),
      el('h3', {}, WEBHOOKS.body, sent.body === null ? '' : copying(WEBHOOKS.theBody, sent.body)),
      sent.body === null ? el('p', { class: 'bad' }, WEBHOOKS.noBody) : el('pre', { tabindex: '0' }, el('code', {}, readable(sent.body))),
      sent.body === null ? '' : el('details', {}, el('summary', {}, WEBHOOKS.asSent), el('pre', { class: 'raw', tabindex: '0' }, el('code', {}, sent.body))),
      el('div', { class: 'buttons' }, button(WEBHOOKS.close, () => dialog.close(), { autofocus: true }))));
  document.body.append(dialog);
  dialog.showModal();
}

// JSON with an indent. Numbers that a browser would round are shown as they are.
function readable(body) {
  const again = JSON.stringify(JSON.parse(body));
  return again === body ? JSON.stringify(JSON.parse(body), null, 2) : body;
}

// First counts, then sends: what is counted is what is sent, so a changed field counts anew.
function replayDialog(path, after, signal, done) {
  const size = el('p', { class: 'size', role: 'status' });
  const send = button(WEBHOOKS.sendNow, sendNow, { hidden: true });
  let counted = null;
  const fields = fieldsOf([
    { name: 'after', label: WEBHOOKS.after, kind: 'whole', hint: WEBHOOKS.afterHint },
    { name: 'until', label: WEBHOOKS.until, kind: 'whole', hint: WEBHOOKS.untilHint },
    { name: 'event_types', label: WEBHOOKS.replayTypes, kind: 'lines', hint: WEBHOOKS.replayTypesHint },
  ]);
  const made = form(fields, WEBHOOKS.countFirst, async values => {
    counted = null;
    const entered = given(values);
    const found = await get(`${path}/replays/size`, entered, signal);
    counted = entered;
    size.textContent = WEBHOOKS.wouldSend(found.is_at_least ? WEBHOOKS.atLeast(count(found.event_count)) : count(found.event_count));
    send.hidden = found.event_count === 0 && !found.is_at_least;
    offer(!send.hidden);
    if (!send.hidden) send.focus();
  });
  made.addEventListener('input', () => {
    counted = null;
    size.textContent = '';
    send.hidden = true;
    offer(false);
  });
  fields.show({ after });
  made.querySelector('.buttons').prepend(button(WEBHOOKS.cancel, () => dialog.close(), { class: 'outline secondary' }));
  made.querySelector('.buttons').before(size);
  made.querySelector('.buttons').append(send);
  const dialog = el('dialog', { 'aria-labelledby': 'replay_title', onclose: () => dialog.remove() },
    el('article', { class: 'narrow' }, el('h2', { id: 'replay_title' }, WEBHOOKS.replay), el('p', { class: 'note' }, WEBHOOKS.replayAbout), made));
  document.body.append(dialog);
  dialog.showModal();

  // One button stands out: first the one that counts, then the one that sends.
  function offer(isCounted) {
    made.querySelector('button[type=submit]').classList.toggle('outline', isCounted);
  }

  async function sendNow() {
    if (counted === null || send.hasAttribute('aria-busy')) return;
    send.setAttribute('aria-busy', 'true');
    try {
      await post(`${path}/replays`, counted);
      dialog.close();
      await done();
    } catch (trouble) {
      if (trouble.name !== 'AbortError') size.textContent = fields.complain(trouble);
    } finally {
      send.removeAttribute('aria-busy');
    }
  }
}
