// The stage of a show for a projector. It follows the show as the control room does, and changes nothing.
import { get, post } from './calls.js';
import { clock as shownClock, number, showBy } from './locale.js';
import { bar, boardOf, clock, countsOf, followShow, isShown, letter, questionOf, share, timesOf } from './onair.js';
import { el, repeatedly } from './parts.js';
import { STAGE as TEXT } from './texts.js';

const RENEW = 5 * 60 * 1000;
const HOUR = 60 * 60;
const PLACES = 8;
const MANY = 6;
const SIZES = [1.7, 1.5, 1.3, 1.15, 1, .85, .7, .6, .5, .4];

const stage = document.getElementById('stage');
const lost = document.getElementById('lost');
const ends = document.getElementById('ends');
const full = document.getElementById('full');
const id = new URLSearchParams(location.search).get('page_tab_id') ?? '';
const leaving = new AbortController();
const signal = leaving.signal;
let name = '';
let show = { state: null, overlay: null };
let question = null;
let counts = null;
let board = [];
let tick = 0;

// The console signs in and then shows the control room, which leads here again.
function signIn() {
  leaving.abort();
  location.replace(`/console/#shows/${/^\d+$/.test(id) ? `${id}/run` : ''}`);
}

async function renew() {
  try {
    const session = await post('/console/session');
    ends.hidden = session.seconds_at_most > HOUR;
    ends.textContent = TEXT.ends(shownClock(new Date(Date.now() + session.seconds_at_most * 1000)));
  } catch (trouble) {
    if (trouble.isSignedOut || trouble.status === 403) signIn();
  }
}

async function start() {
  document.title = TEXT.title;
  full.textContent = TEXT.fullScreen;
  full.hidden = !document.fullscreenEnabled;
  full.addEventListener('click', () => document.documentElement.requestFullscreen().catch(() => {}));
  if (!/^\d+$/.test(id)) return tell(TEXT.unknown);
  await renew();
  if (signal.aborted) return;
  try {
    showBy(await get('/api/v1/manage/me', {}, signal));
    ({ name } = await get(`/api/v1/manage/live/${id}`, {}, signal));
  } catch (trouble) {
    if (trouble.isSignedOut) return signIn();
    if (trouble.isForbidden) return tell(TEXT.notAllowed);
    if (trouble.isOffline) return void setTimeout(start, 2000);
    return tell(trouble.status === 404 || trouble.status === 400 ? TEXT.unknown : trouble.message);
  }
  document.title = name;
  setInterval(renew, RENEW);
  setInterval(drawTimer, 250);
  followShow(signal, id, now => {
    const before = show.overlay;
    show = { ...now };
    if (before?.overlay_log_uid !== show.overlay?.overlay_log_uid) question = null;
    draw();
    look().catch(() => {});
  }, trouble => {
    lost.hidden = trouble === null;
    lost.textContent = trouble === null ? '' : TEXT.lost;
  });
  repeatedly(signal, async () => {
    await (tick++ % 5 === 0 || show.overlay ? look() : null);
  });
}

// The number of answers is counted; what fans chose is shown with the results, and not before.
async function look() {
  const overlay = show.overlay;
  const isQuestion = overlay?.overlay_type === 'quiz_question';
  const [now, rows, found] = await Promise.all([
    countsOf(id, signal),
    overlay ? null : boardOf(id, PLACES, signal),
    isQuestion && overlay.show_results ? questionOf(id, overlay.quiz_question_uid, signal) : null,
  ]);
  counts = now;
  board = rows ?? board;
  if (overlay?.overlay_log_uid === show.overlay?.overlay_log_uid) question = found ?? question;
  draw();
}

function tell(text) {
  stage.replaceChildren(el('h1', { class: 'centre' }, text));
}

function draw() {
  if (signal.aborted) return;
  const overlay = show.overlay;
  if (isShown(stage, show.state, overlay, question, overlay ? null : board)) {
    drawCount();
    return;
  }
  stage.replaceChildren(...overlay ? onAir(overlay) : between());
  drawTimer();
  drawCount();
  fit();
}

// As large as the screen allows. Sizes are set by CSSOM, as the policy wants it.
function fit() {
  for (const size of SIZES) {
    stage.style.setProperty('--fit', size);
    if (stage.scrollHeight <= stage.clientHeight) return;
  }
}

function between() {
  const title = el('h1', { class: 'centre' }, name);
  if (show.state === 'active' && board.length > 0) return [el('p', { class: 'over' }, TEXT.board), places()];
  if (show.state === 'finished') return board.length > 0 ? [el('p', { class: 'over' }, TEXT.final), places()] : [title, el('p', { class: 'over centre' }, TEXT.ended)];
  return [title, el('p', { class: 'over centre' }, show.state === 'pending' ? TEXT.soon : show.state === 'off' ? TEXT.closed : '')];
}

function places() {
  return el('ol', { class: 'board' }, board.map((row, at) => el('li', {}, el('span', { class: 'place' }, String(at + 1)),
    el('span', { class: 'who' }, row.display_name ?? `#${row.fan_id}`), el('b', {}, number(row.points)))));
}

function onAir(overlay) {
  const line = el('p', { class: 'line' }, el('b', { class: 'timer', role: 'timer' }), el('span', { class: 'count' }, el('b', {}), el('small', {})));
  const title = el('h1', {}, overlay.overlay_public_name ?? '');
  if (overlay.overlay_type === 'quiz_question') return [title, options(overlay), line];
  if (overlay.overlay_type === 'clicker') return [title, line];
  return [title, overlay.body_text ? el('p', {}, overlay.body_text) : '', overlay.overlay_timer ? line : ''];
}

function options(overlay) {
  const results = overlay.show_results ? question : null;
  return el('ol', { class: overlay.options.length > MANY ? 'options many' : 'options' }, overlay.options.map(({ answer }, at) => {
    const isRight = results?.right_answers.includes(at);
    const chosen = results?.options[at]?.answer_count ?? 0;
    return el('li', { class: results && results.right_answers.length > 0 ? isRight ? 'is-right' : 'is-wrong' : null },
      el('span', { class: 'mark' }, isRight ? '✓' : letter(at)), el('span', { class: 'answer' }, answer),
      results ? [el('span', { class: 'share' }, share(chosen, results.answer_count)), bar(chosen, results.answer_count)] : null);
  }));
}

function drawTimer() {
  const place = stage.querySelector('.timer');
  if (!place || !show.overlay) return;
  const { begins, left } = timesOf(show.overlay);
  place.textContent = show.overlay.show_results || left === null && begins === 0 ? '' : begins > 0 ? clock(begins) : left === 0 ? TEXT.timeUp : clock(left);
  place.classList.toggle('is-short', left !== null && left > 0 && left <= 5);
}

function drawCount() {
  const place = stage.querySelector('.count');
  if (!place || !show.overlay) return;
  const { overlay_type: type, quiz_question_uid: uid, clicker_instance_uid: instance } = show.overlay;
  const known = type === 'clicker' ? counts?.clickers.find(one => one.clicker_instance_uid === instance)?.click_count
    : counts?.questions.find(one => one.quiz_question_uid === uid)?.answer_count;
  const text = number(known ?? 0);
  place.firstChild.textContent = text;
  place.lastChild.textContent = type === 'clicker' ? TEXT.clicks : TEXT.answers(text);
}

window.addEventListener('resize', fit);
window.addEventListener('signed-out', signIn);
start();
