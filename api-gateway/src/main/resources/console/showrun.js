// The control room of a show on one screen: its state, what can be pushed and is on air, the board, and the chat.
import { get, post } from './calls.js';
import { bar, boardOf, clock, countsOf, followShow, isShown, letter, questionOf, share, timesOf } from './onair.js';
import { button, confirmed, count, el, redraw, repeatedly, say, unlessLeft } from './parts.js';
import { may } from './session.js';
import { chat } from './showchat.js';
import { SHOW_RUN as TEXT, SHOWS } from './texts.js';

const BOARD = 10;
// In which second what is asked for: what is counted, what was reported, and what others have prepared meanwhile.
const [ANSWERS, REPORTS, COUNTS, STORE] = [1, 3, 5, 30];
// Where each state leads, the way on first: [the next state, its words, whether it is asked for first].
const STEPS = {
  off: [['pending', 'open']],
  pending: [['active', 'start'], ['off', 'close']],
  active: [['finished', 'end'], ['pending', 'wait']],
  finished: [['off', 'anew', true], ['active', 'again']],
};
const TYPED = 'input, select, textarea, dialog, [contenteditable]';

export async function run(main, signal, first, stateChanged) {
  const id = first.page_tab_id;
  const path = `/api/v1/manage/live/${id}`;
  const canRun = may('live:write');
  const lost = el('p', { class: 'lost', role: 'status', hidden: true });
  const numbers = el('div', { class: 'numbers-live' });
  const steps = el('div', { class: 'show-steps' });
  const feeds = el('div', { class: 'feeds', role: 'toolbar', 'aria-label': TEXT.feed });
  const onAir = el('section', { class: 'on-air', 'aria-label': TEXT.onAir });
  const list = el('section', { class: 'pushes', 'aria-label': TEXT.ready });
  const board = el('section', { class: 'board-live', 'aria-label': TEXT.board });
  const talk = el('section', { class: 'talk', 'aria-label': TEXT.chat });
  main.append(lost, el('div', { class: 'control' }, el('div', { class: 'top' }, steps, feeds, numbers), list, el('div', { class: 'middle' }, onAir, board), talk));
  document.body.classList.add('roomy');
  signal.addEventListener('abort', () => document.body.classList.remove('roomy'), { once: true });

  let show = { state: first.state, feed: first.live_feed, overlay: null, pins: new Map() };
  let items = [];
  let chosen = 0;
  let question = null;
  let counts = null;
  let tick = 0;
  let isWorking = false;
  let questions = new Map();
  let allFeeds = [];
  await lookAtStore();
  if (signal.aborted) return;

  followShow(signal, id, now => {
    const before = show.overlay;
    show = { ...now };
    if (before?.overlay_log_uid !== show.overlay?.overlay_log_uid) question = questions.get(show.overlay?.quiz_question_uid) ?? null;
    draw();
    if (before?.overlay_log_uid !== show.overlay?.overlay_log_uid || before?.show_results !== show.overlay?.show_results) look().catch(unlessLeft(signal));
  }, trouble => {
    if (signal.aborted) return;
    const wasLost = !lost.hidden;
    lost.hidden = trouble === null;
    lost.textContent = trouble === null ? '' : SHOWS.lost;
    if (trouble === null && wasLost) {
      say(SHOWS.back);
      look().catch(unlessLeft(signal));
    }
  });
  const moderation = chat(talk, signal, id, () => look().catch(unlessLeft(signal)));
  document.addEventListener('keydown', key, { signal });
  const timer = setInterval(drawTimer, 250);
  signal.addEventListener('abort', () => clearInterval(timer), { once: true });
  draw();
  repeatedly(signal, async () => {
    const isAsked = isCounting();
    await Promise.all([
      tick % COUNTS === 0 || isAsked && show.overlay.overlay_type === 'clicker' ? lookAtCounts() : null,
      isAsked && show.overlay.overlay_type === 'quiz_question' && tick % ANSWERS === 0 ? lookAtQuestion() : null,
      tick % COUNTS === 0 ? lookAtBoard() : null,
      tick % REPORTS === 0 ? moderation.look() : null,
      tick % STORE === STORE - 1 ? lookAtStore().then(draw) : null,
    ]);
    tick++;
  });

  async function lookAtStore() {
    const [overlays, asked, feedsNow] = await Promise.all([get(`${path}/overlays`, {}, signal), get(`${path}/quiz_questions`, {}, signal), get(`${path}/feeds`, {}, signal)]);
    const held = items[chosen]?.app_overlay_uid;
    questions = new Map(asked.map(one => [one.quiz_question_uid, one]));
    allFeeds = feedsNow;
    items = ordered(overlays, asked);
    chosen = Math.max(0, items.findIndex(one => one.app_overlay_uid === held));
  }

  // Questions in their own order, then all else in the order of the store.
  function ordered(stored, inOrder) {
    const places = new Map(inOrder.map((one, at) => [one.quiz_question_uid, at]));
    const place = one => one.overlay_type === 'quiz_question' ? places.get(one.quiz_question_uid) ?? inOrder.length : inOrder.length + 1;
    return stored.map((one, at) => ({ one, at })).sort((a, b) => place(a.one) - place(b.one) || a.at - b.at).map(({ one }) => one);
  }

  function nameOf(overlay) {
    return questions.get(overlay.quiz_question_uid)?.question ?? overlay.overlay_public_name ?? SHOWS.types[overlay.overlay_type];
  }

  function isOpen() {
    return show.state === 'pending' || show.state === 'active';
  }

  function isCounting() {
    return show.overlay !== null && ['quiz_question', 'clicker'].includes(show.overlay.overlay_type) && !show.overlay.show_results;
  }

  async function look() {
    await Promise.all([lookAtCounts(), lookAtQuestion(), lookAtBoard()]);
  }

  async function lookAtCounts() {
    counts = await countsOf(id, signal);
    if (signal.aborted) return;
    drawNumbers();
    drawOnAir();
  }

  async function lookAtQuestion() {
    const uid = show.overlay?.quiz_question_uid;
    if (!uid) return;
    const found = await questionOf(id, uid, signal);
    questions.set(uid, found);
    if (signal.aborted || uid !== show.overlay?.quiz_question_uid) return;
    question = found;
    drawOnAir();
    drawList();
  }

  async function lookAtBoard() {
    const rows = await boardOf(id, BOARD, signal);
    if (signal.aborted) return;
    if (isShown(board, rows)) return;
    redraw(board, el('h2', {}, TEXT.board), rows.length === 0 ? el('p', { class: 'note' }, TEXT.boardEmpty)
      : el('ol', {}, rows.map(row => el('li', {}, el('span', { class: 'long' }, row.display_name ?? TEXT.fanOf(row.fan_id)),
        el('small', {}, `✓ ${count(row.correct_answer_count)}`), el('b', {}, count(row.points))))));
  }

  // One call at a time: a second press while the first one is under way does nothing.
  async function act(call, done) {
    if (isWorking) return;
    isWorking = true;
    try {
      await call();
      if (!signal.aborted) say(done);
    } catch (trouble) {
      if (trouble.isSignedOut) window.dispatchEvent(new Event('signed-out'));
      else unlessLeft(signal)(trouble);
    } finally {
      isWorking = false;
    }
  }

  async function push(item) {
    if (!canRun || !item) return;
    if (!isOpen()) {
      say(TEXT.notOpen, true);
      return;
    }
    await act(async () => {
      await post(`${path}/overlays/${encodeURIComponent(item.app_overlay_uid)}/push`);
      chosen = Math.min(items.indexOf(item) + 1, items.length - 1);
    }, TEXT.was.pushed(nameOf(item)));
  }

  async function takeDown() {
    const overlay = show.overlay;
    if (!canRun || !overlay) return;
    await act(() => post(`${path}/overlays/${encodeURIComponent(overlay.app_overlay_uid)}/take_down`), TEXT.was.takenDown);
  }

  async function results() {
    const overlay = show.overlay;
    if (!canRun || overlay?.overlay_type !== 'quiz_question' || overlay.show_results) return;
    if (!await confirmed(TEXT.resultsTitle, TEXT.resultsAbout, TEXT.results, { isMeant: true })) return;
    await act(() => post(`${path}/quiz_questions/${encodeURIComponent(overlay.quiz_question_uid)}/results`), TEXT.was.results);
  }

  async function pin(item, isPinned) {
    await act(() => post(`${path}/overlays/${encodeURIComponent(item.app_overlay_uid)}/${isPinned ? 'unpin' : 'pin'}`), '');
  }

  async function step(state, isAsked) {
    if (isAsked && !await confirmed(SHOWS.anewTitle, SHOWS.anewAbout, SHOWS.steps.anew)) return;
    await act(() => post(`${path}/state`, { state }), TEXT.was.state(SHOWS.states[state]));
  }

  async function switchFeed(feed) {
    await act(() => post(`${path}/feed`, { video_endpoint_uid: feed?.video_endpoint_uid ?? '' }), TEXT.was.feed(feed?.feed_name));
  }

  function key(event) {
    if (!canRun || event.ctrlKey || event.metaKey || event.altKey || event.target.closest(TYPED) || document.querySelector('dialog[open]')) return;
    const to = { ArrowDown: chosen + 1, ArrowUp: chosen - 1 }[event.key] ?? (/^[1-9]$/.test(event.key) ? Number(event.key) - 1 : null);
    if (to !== null) {
      if (to < 0 || to >= items.length || event.key.startsWith('Arrow') && event.target.closest('.scroll, .lane')) return;
      chosen = to;
      drawList();
      list.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter' && !event.target.closest('button, a, summary')) push(items[chosen]);
    else if (event.key === 'Escape') takeDown();
    else if (event.key.toLowerCase() === 'r' && !event.shiftKey) results();
    else return;
    event.preventDefault();
  }

  function draw() {
    stateChanged(show.state);
    drawSteps();
    drawFeeds();
    drawNumbers();
    drawOnAir();
    drawList();
  }

  function drawSteps() {
    if (isShown(steps, show.state)) return;
    redraw(steps, el('p', {}, SHOWS.statesAbout[show.state]), canRun ? STEPS[show.state].map(([state, word, isAsked], at) =>
      button(SHOWS.steps[word], () => step(state, isAsked), { class: at > 0 ? 'outline secondary' : word === 'end' ? 'outline danger' : null, 'data-act': `step ${word}` })) : '');
  }

  function drawFeeds() {
    feeds.hidden = allFeeds.length === 0;
    const live = show.feed?.video_endpoint_uid ?? null;
    if (isShown(feeds, live, isOpen(), allFeeds)) return;
    const one = (label, uid, feed) => button(label, () => switchFeed(feed), { class: 'choice-of', 'aria-pressed': String(live === uid), disabled: !canRun || !isOpen(), 'data-act': `feed ${uid}` });
    redraw(feeds, el('span', { class: 'note' }, TEXT.feed), one(TEXT.noFeed, null, null), allFeeds.map(feed => one(feed.feed_name, feed.video_endpoint_uid, feed)));
  }

  function drawNumbers() {
    redraw(numbers, [[TEXT.viewers, counts?.members], [TEXT.joined, counts?.fan_count], [TEXT.messages, counts?.chat_message_count]].map(([name, value]) =>
      el('p', {}, el('b', {}, count(value)), el('small', {}, name))));
  }

  function drawOnAir() {
    const overlay = show.overlay;
    onAir.classList.toggle('is-on', overlay !== null);
    if (isShown(onAir, overlay, isOpen(), question?.quiz_question_uid)) {
      drawAnswers();
      return;
    }
    if (!overlay) {
      redraw(onAir, el('h2', {}, TEXT.onAir), el('p', { class: 'nothing' }, isOpen() ? TEXT.nothing : TEXT.notOpen), isOpen() && canRun ? el('p', { class: 'note' }, TEXT.nothingHint) : '');
      return;
    }
    redraw(onAir, el('h2', {}, TEXT.onAir, el('small', {}, SHOWS.types[overlay.overlay_type])),
      el('p', { class: 'long what' }, overlay.overlay_public_name ?? nameOf(overlay)),
      el('p', { class: 'counting' }, el('b', { class: 'timer', role: 'timer' }), el('span', { class: 'answers-now', role: 'status' })),
      overlay.overlay_type === 'quiz_question' && question ? el('ol', { class: 'bars' }) : '',
      canRun ? el('div', { class: 'buttons' },
        overlay.overlay_type !== 'quiz_question' ? '' : overlay.show_results ? el('span', { class: 'good' }, TEXT.resultsShown)
          : button([TEXT.results, ' ', el('kbd', { 'aria-hidden': 'true' }, 'R')], results, { 'data-act': 'results', 'aria-keyshortcuts': 'R' }),
        button([TEXT.takeDown, ' ', el('kbd', { 'aria-hidden': 'true' }, 'Esc')], takeDown, { class: 'outline secondary', 'data-act': 'take down', 'aria-keyshortcuts': 'Escape' })) : '');
    drawTimer();
    drawAnswers();
  }

  function drawAnswers() {
    if (!show.overlay) return;
    const now = onAir.querySelector('.answers-now');
    const text = counted(show.overlay);
    if (now.textContent !== text) now.textContent = text;
    onAir.querySelector('.bars')?.replaceChildren(...bars(show.overlay));
  }

  function counted(overlay) {
    if (overlay.overlay_type === 'quiz_question') return TEXT.answersCount(count(question?.answer_count ?? 0));
    const clicks = counts?.clickers.find(one => one.clicker_instance_uid === overlay.clicker_instance_uid);
    return overlay.overlay_type === 'clicker' ? TEXT.clicksCount(count(clicks?.click_count ?? 0), count(clicks?.fan_count ?? 0)) : '';
  }

  // The right answers are marked with the results: fans may look over a shoulder.
  function bars(overlay) {
    return question.options.map((option, at) => {
      const isRight = overlay.show_results && question.right_answers.includes(at);
      return el('li', { class: isRight ? 'is-right' : null }, el('span', { class: 'long' }, `${letter(at)}  ${option.answer}${isRight ? ' ✓' : ''}`),
        bar(option.answer_count, question.answer_count), el('small', {}, `${count(option.answer_count)} · ${share(option.answer_count, question.answer_count)}`));
    });
  }

  function drawTimer() {
    const place = onAir.querySelector('.timer');
    if (!place || !show.overlay) return;
    const { begins, left } = timesOf(show.overlay);
    const text = show.overlay.show_results || left === null && begins === 0 ? '' : begins > 0 ? TEXT.begins(clock(begins)) : left === 0 ? TEXT.timeUp : clock(left);
    if (place.textContent !== text) place.textContent = text;
    place.classList.toggle('is-short', left !== null && left > 0 && left <= 5);
  }

  function drawList() {
    if (isShown(list, chosen, isOpen(), show.overlay?.app_overlay_uid, [...show.pins.keys()], items, [...questions.values()].map(one => [one.question, one.show_results]))) return;
    redraw(list, el('h2', {}, TEXT.ready), items.length === 0
      ? [el('p', { class: 'note' }, TEXT.readyEmpty), el('a', { class: 'go', href: `#shows/${id}/prepare` }, SHOWS.prepare)]
      : el('ol', {}, items.map(itemRow)), items.length === 0 || !canRun ? '' : el('p', { class: 'note keys' }, TEXT.keys));
  }

  function itemRow(item, at) {
    const name = nameOf(item);
    const isLive = show.overlay?.app_overlay_uid === item.app_overlay_uid;
    const isPinned = show.pins.has(item.app_overlay_uid);
    const facts = [SHOWS.types[item.overlay_type], item.overlay_timer ? SHOWS.seconds(count(item.overlay_timer)) : null,
      questions.get(item.quiz_question_uid)?.show_results ? TEXT.shown : null, isPinned ? TEXT.pinned : null].filter(Boolean).join(' · ');
    return el('li', { class: isLive ? 'is-live' : null, 'aria-current': canRun && at === chosen ? 'true' : null, onclick: event => {
      if (event.target.closest('button')) return;
      chosen = at;
      drawList();
    } },
    el('kbd', { 'aria-hidden': 'true' }, at < 9 ? String(at + 1) : ''),
    el('span', { class: 'about' }, el('strong', { class: 'long' }, name), el('small', {}, isLive ? [el('b', { class: 'live' }, TEXT.onAir), ` · ${facts}`] : facts)),
    canRun ? el('span', { class: 'acts' },
      item.overlay_type === 'static' ? button(isPinned ? TEXT.unpin : TEXT.pin, () => pin(item, isPinned), { class: 'outline secondary', disabled: !isOpen(), 'data-act': `pin ${item.app_overlay_uid}`, 'aria-label': (isPinned ? TEXT.unpinOf : TEXT.pinOf)(name) }) : null,
      isLive ? button(TEXT.takeDown, takeDown, { class: 'outline secondary', 'data-act': `push ${item.app_overlay_uid}` })
        : button(TEXT.push, () => push(item), { disabled: !isOpen(), 'data-act': `push ${item.app_overlay_uid}`, 'aria-label': TEXT.pushOf(name) })) : null);
  }
}
