// What a show needs before it runs: each part with what is there, and a list of what is missing.
import { call, get, post } from './calls.js';
import { questionDialog, removeQuestion, saveOverlay } from './questionform.js';
import { catalogue, idsOfRow, isAllowed, readOne, rowsOf, run, titleOf } from './resources.js';
import { button, confirmed, count, el, redraw, say, section, unlessLeft } from './parts.js';
import { may } from './session.js';
import { changeForm, dialogFor } from './thing-form.js';
import { forgetNames, nameReferences, shown } from './values.js';
import { SHOW_PREPARATION as TEXT, SHOWS } from './texts.js';

// The fields of an overlay that its type has.
const OVERLAY_FIELDS = {
  clicker: ['overlay_public_name', 'overlay_timer', 'overlay_delay', 'points_per_click', 'max_points', 'sponsor_name'],
  static: ['overlay_public_name', 'body_text', 'button_text', 'target_url', 'sponsor_name'],
  banner: ['overlay_public_name', 'sponsor_name'],
  custom_field: ['overlay_public_name', 'crm_field_key', 'overlay_timer', 'sponsor_name'],
};

// The parts that are lists of an own resource: its name, and the fields that tell most of a row.
const LISTS = [
  ['feeds', 'live.feeds', ['hls_url', 'video_host_key', 'video_host_event_key']],
  ['vods', 'live.vods', ['is_approved', 'page', 'hls_url']],
  ['games', 'live.games', ['max_points', 'max_reports', 'min_interval_seconds']],
  ['rooms', 'apps.rooms', ['room_type']],
  ['moderators', 'live.moderators', []],
];

export async function prepare(main, signal, show) {
  const id = show.page_tab_id;
  const ids = { page_tab_id: String(id) };
  const all = await catalogue();
  const check = el('section', { class: 'checklist', 'aria-label': TEXT.missing });
  const places = new Map(['questions', 'overlays', ...LISTS.map(([part]) => part), 'chat'].map(part => [part, el('div', { class: 'part-rows' })]));
  const known = {};
  main.append(check, el('div', { class: 'preparation' }, [...places].map(([part, rows]) => el('section', { 'aria-labelledby': `part_${part}` },
    el('header', {}, el('h2', { id: `part_${part}` }, TEXT[part]), adding(part)), el('p', { class: 'note' }, TEXT[`${part}About`], part === 'feeds' ? [' ', el('a', { href: '#things/hls_origins' }, TEXT.origins)] : ''), rows))));
  await Promise.all([questions(), ...LISTS.map(([part]) => look(part)), chat()]);

  // Questions and what pushes them belong together.
  async function questions() {
    await section(places.get('questions'), signal, async () => {
      const [asked, overlays] = await Promise.all([get(`/api/v1/manage/live/${id}/quiz_questions`, {}, signal), get(`/api/v1/manage/live/${id}/overlays`, {}, signal)]);
      known.questions = asked;
      known.overlays = overlays;
      drawQuestions();
      drawOverlays();
      drawChecks();
      return null;
    });
  }

  function overlayOf(question) {
    return known.overlays.find(one => one.quiz_question_uid === question.quiz_question_uid);
  }

  function adding(part) {
    if (part === 'questions') return canAsk() ? button(TEXT.addQuestion, () => questionDialog(id, null, null, questions)) : el('small', {}, TEXT.questionsOfOthers);
    if (part === 'overlays') {
      return !isAllowed(all.get('live.overlays').create) ? '' : el('span', { class: 'kinds' }, Object.keys(OVERLAY_FIELDS).map(type =>
        button(TEXT.addOf(TEXT.overlayKinds[type]), guarded(() => addOverlay(type)), { class: 'outline' })));
    }
    const resource = all.get(LISTS.find(([one]) => one === part)?.[1]);
    return resource && isAllowed(resource.create) ? button(TEXT.add, guarded(() =>
      dialogFor(TEXT.addOf(TEXT.one[part]), `${resource.create.title}.`, resource.create, ids, TEXT.add, () => changed(part))),
    { class: 'outline', 'aria-label': TEXT.addOf(TEXT.one[part]) }) : '';
  }

  function guarded(work) {
    return () => work().catch(unlessLeft(signal));
  }

  async function changed(part) {
    forgetNames();
    say(TEXT.saved);
    await (part === 'overlays' || part === 'questions' ? questions() : part === 'chat' ? chat() : look(part));
  }

  // Questions belong to the campaign, and overlays to the show: both rights are needed.
  function canAsk() {
    return may('campaigns:write', 'live:write');
  }

  function drawQuestions() {
    redraw(places.get('questions'), known.questions.length === 0 ? el('p', { class: 'none' }, TEXT.empty)
      : el('ol', { class: 'listed' }, known.questions.map(questionRow)));
  }

  function questionRow(question, at) {
    const overlay = overlayOf(question);
    const isLocked = question.last_push_timestamp !== null;
    const name = question.question;
    const pushable = !overlay && may('live:write') ? [button(TEXT.makePushable, guarded(async () => {
      await saveOverlay(id, question.quiz_question_uid, null, '');
      await changed('questions');
    }))] : [];
    const acts = !canAsk() ? pushable : [
      ...pushable,
      moving(at, -1, TEXT.up, TEXT.upOf(name), '↑'), moving(at, 1, TEXT.down, TEXT.downOf(name), '↓'),
      isLocked ? null : quiet(TEXT.change, TEXT.changeOf(name), () => changeQuestion(question, overlay)),
      isLocked ? null : quiet(TEXT.remove, TEXT.removeOf(name), () => removing(name, () => removeQuestion(id, question, overlay), 'questions')),
    ];
    return row(name, [
      el('span', {}, question.options.map((option, index) => [index === 0 ? '' : ' · ',
        question.right_answers.includes(index) ? el('b', { class: 'right' }, `✓ ${option.answer}`) : option.answer])),
      el('span', {}, [TEXT.pointsShort(count(question.point_count)), overlay ? overlay.overlay_timer ? SHOWS.seconds(count(overlay.overlay_timer)) : SHOWS.noEnd : null].filter(Boolean).join(' · ')),
      overlay ? null : el('span', { class: 'bad' }, TEXT.notPushable),
      question.right_answers.length === 0 ? el('span', { class: 'bad' }, TEXT.noRight) : null,
      isLocked ? el('span', {}, TEXT.locked) : null,
    ], acts);
  }

  function moving(at, by, label, about, sign) {
    const to = at + by;
    if (to < 0 || to >= known.questions.length) return null;
    return button(sign, guarded(async () => {
      const order = [...known.questions];
      [order[at], order[to]] = [order[to], order[at]];
      const stored = await get(`/api/v1/manage/apps/${id}/quiz_questions`, {}, signal);
      const places = new Map(stored.map(one => [one.quiz_question_uid, one.position]));
      for (const [place, one] of order.entries()) {
        if (places.get(one.quiz_question_uid) !== place) await post(`/api/v1/manage/apps/${id}/quiz_questions/${encodeURIComponent(one.quiz_question_uid)}`, { position: place });
      }
      await changed('questions');
    }), { class: 'outline sign', 'aria-label': about, title: label, 'data-act': about });
  }

  async function changeQuestion(question, overlay) {
    const { body, tag } = await call(`/api/v1/manage/apps/${id}/quiz_questions/${encodeURIComponent(question.quiz_question_uid)}`, { signal });
    questionDialog(id, { ...body, tag }, overlay, () => changed('questions'));
  }

  function drawOverlays() {
    const others = known.overlays.filter(one => one.overlay_type !== 'quiz_question');
    const resource = all.get('live.overlays');
    redraw(places.get('overlays'), others.length === 0 ? el('p', { class: 'none' }, TEXT.empty) : el('ol', { class: 'listed' }, others.map(one =>
      row(one.overlay_public_name ?? SHOWS.types[one.overlay_type], [
        el('span', {}, [SHOWS.types[one.overlay_type], one.overlay_timer ? SHOWS.seconds(count(one.overlay_timer)) : null].filter(Boolean).join(' · '))],
      acts(resource, one, 'overlays', narrowed(resource, one.overlay_type))))));
  }

  function narrowed(resource, type) {
    const fields = operation => ({ ...operation, fields: operation.fields.flatMap(field => {
      if (field.in !== undefined) return [field];
      if (field.name === 'overlay_type') return [{ ...field, required: true }];
      const [label, help] = TEXT.fields[field.name] ?? [];
      return OVERLAY_FIELDS[type].includes(field.name)
        ? [{ ...field, label: label ?? field.label, help, required: field.name === 'overlay_public_name' || field.name === 'crm_field_key' }] : [];
    }).sort((one, other) => OVERLAY_FIELDS[type].indexOf(one.name) - OVERLAY_FIELDS[type].indexOf(other.name)) });
    return { ...resource, create: fields(resource.create), change: { ...fields(resource.change), fields: fields(resource.change).fields.filter(field => field.name !== 'overlay_type') } };
  }

  function addOverlay(type) {
    const resource = narrowed(all.get('live.overlays'), type);
    return dialogFor(TEXT.addOf(TEXT.overlayKinds[type]), '', resource.create, { ...ids, overlay_type: type }, TEXT.add, () => changed('overlays'));
  }

  async function look(part) {
    const [, name, telling] = LISTS.find(([one]) => one === part);
    const resource = all.get(name);
    const place = places.get(part);
    if (!isAllowed(resource.list)) {
      place.replaceChildren(el('p', { class: 'note' }, TEXT.notAllowed));
      return;
    }
    await section(place, signal, async () => {
      known[part] = rowsOf((await run(resource.list, ids, {}, { signal })).body).filter(one => !isBuiltIn(part, one));
      const fields = resource.shows.filter(field => telling.includes(field.name));
      redraw(place, known[part].length === 0 ? el('p', { class: 'none' }, TEXT.empty) : el('ol', { class: 'listed' }, known[part].map(one => row(titleOf(resource, one),
        fields.map(field => [field, shown(field, one[field.name], ids)]).filter(([, value]) => value !== null).map(([field, value]) => el('span', {}, `${field.label}: `, value)),
        acts(resource, one, part, resource)))));
      nameReferences(place, signal).catch(() => {});
      drawChecks();
      return null;
    });
  }

  // The rooms that each show has.
  function isBuiltIn(part, one) {
    return part === 'rooms' && (one.room_type === 'global_chat' || one.room_type === 'control');
  }

  function acts(resource, one, part, narrow) {
    const title = titleOf(resource, one);
    const of = idsOfRow(resource, one, ids);
    return [
      isAllowed(resource.change) && resource.own ? quiet(TEXT.change, TEXT.changeOf(title), () => changing(narrow, of, title, part)) : null,
      isAllowed(resource.delete) ? quiet(TEXT.remove, TEXT.removeOf(title), () => removing(title, () => run(resource.delete, of), part)) : null,
    ];
  }

  function quiet(label, about, work) {
    return button(label, guarded(async () => work()), { class: 'outline', 'aria-label': about, 'data-act': about });
  }

  async function removing(title, work, part) {
    if (!await confirmed(TEXT.removeTitle(title), TEXT.removeAbout, TEXT.remove)) return;
    await work();
    await changed(part);
  }

  // The form of a change in a dialog, so that the other parts stay in view.
  async function changing(resource, of, title, part) {
    const read = () => readOne(resource, of, signal);
    const made = await changeForm(resource, of, await read(), read, async () => {
      dialog.close();
      await changed(part);
    });
    made.querySelector('.buttons').prepend(button(TEXT.cancel, () => dialog.close(), { class: 'outline secondary' }));
    const dialog = el('dialog', { 'aria-labelledby': 'change_title', onclose: () => dialog.remove() },
      el('article', { class: 'act' }, el('h2', { id: 'change_title', class: 'long' }, TEXT.changeOf(title)), made));
    document.body.append(dialog);
    dialog.showModal();
    made.querySelector('input, select, textarea')?.focus();
  }

  async function chat() {
    const resource = all.get('live.chat_settings');
    await section(places.get('chat'), signal, async () => {
      const { body } = await run(resource.one, ids, {}, { signal });
      known.chat = body;
      redraw(places.get('chat'), el('ol', { class: 'listed' }, row(body.is_enabled ? TEXT.chatIs.on : TEXT.chatIs.off, [
        body.slow_mode_seconds > 0 ? el('span', {}, TEXT.slow(count(body.slow_mode_seconds))) : null,
        el('span', {}, TEXT.longest(count(body.max_length))),
        body.blocked_words?.length > 0 ? el('span', {}, TEXT.blocked(body.blocked_words.length)) : null,
      ], isAllowed(resource.change) ? [quiet(TEXT.change, TEXT.changeOf(TEXT.chat.toLowerCase()), () => changing(resource, ids, TEXT.chat.toLowerCase(), 'chat'))] : [])));
      drawChecks();
      return null;
    });
  }

  function row(title, facts, actions) {
    return el('li', {}, el('div', { class: 'about' }, el('strong', { class: 'long' }, title), el('small', {}, facts.filter(Boolean))), el('span', { class: 'acts' }, actions.filter(Boolean)));
  }

  function drawChecks() {
    if (signal.aborted || !known.overlays) return;
    const must = [
      [TEXT.checks.overlay, known.overlays.length > 0],
      ...known.questions.length > 0 ? [[TEXT.checks.question, known.questions.every(overlayOf)]] : [],
    ];
    const could = [
      ...known.questions.length > 0 ? [[TEXT.checks.right, known.questions.every(one => one.right_answers.length > 0)]] : [],
      [TEXT.checks.feed, known.feeds?.length > 0],
      [TEXT.checks.chat, known.chat?.is_enabled === true],
      [TEXT.checks.moderator, known.moderators?.length > 0],
    ];
    const isReady = must.every(([, isDone]) => isDone);
    const line = (isMust => ([text, isDone]) => el('li', { class: isDone ? 'is-done' : isMust ? 'is-missing' : 'is-open' }, el('span', {}, text),
      el('small', {}, isDone ? TEXT.done : isMust ? TEXT.must : TEXT.may)));
    redraw(check, el('header', {}, el('h2', {}, isReady ? TEXT.ready : TEXT.missing),
      isReady ? el('a', { class: 'go', href: `#shows/${id}/run` }, SHOWS.runNow) : ''),
    el('ul', {}, must.map(line(true)), could.map(line(false))));
  }
}
