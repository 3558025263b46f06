// The form of a quiz question: its text, its answers with the right ones ticked, the points and the time to answer.
import { call, post, remove } from './calls.js';
import { fieldsOf, form } from './forms.js';
import { button, el } from './parts.js';
import { SHOW_PREPARATION as TEXT } from './texts.js';

const FIRST = 4;
const MAX_ANSWERS = 20;
const MAX_LENGTH = 255;

// The answers as one field of a form, which reads and shows options and right_answers.
function answersField() {
  const lines = el('div', { class: 'answers' });
  const complaint = el('small', { class: 'bad', hidden: true, role: 'alert' });
  const more = button(TEXT.addAnswer, () => add('', false).focus(), { class: 'outline' });
  const node = el('fieldset', { class: 'field' }, el('legend', {}, TEXT.answers), el('small', {}, TEXT.answersHint), lines, more, complaint);
  for (let at = 0; at < FIRST; at++) add('', false);

  function add(text, isRight) {
    const number = lines.children.length + 1;
    const input = el('input', { type: 'text', maxlength: MAX_LENGTH, autocomplete: 'off', 'aria-label': TEXT.answer(number), placeholder: TEXT.answer(number), oninput: () => complain('') });
    input.value = text;
    lines.append(el('div', { class: 'beside' }, el('input', { type: 'checkbox', checked: isRight, 'aria-label': TEXT.isRight(number) }), input));
    more.hidden = lines.children.length >= MAX_ANSWERS;
    return input;
  }

  function complain(sentence) {
    complaint.textContent = sentence;
    complaint.hidden = sentence === '';
  }

  function read() {
    const known = [...lines.children].map(line => ({ isRight: line.firstChild.checked, text: line.lastChild.value.trim() })).filter(one => one.text !== '');
    return { options: known.map(one => one.text), right_answers: known.flatMap((one, at) => one.isRight ? [at] : []) };
  }

  return {
    names: ['options', 'right_answers'],
    node,
    read,
    show: ({ options = [], right_answers: right = [] }) => {
      if (options.length === 0) return;
      lines.replaceChildren();
      options.forEach((text, at) => add(text, right.includes(at)));
    },
    complain,
    focus: () => lines.querySelector('input[type=text]').focus(),
  };
}

function wrong(field, message) {
  return Object.assign(new Error(message), { errors: [{ field, message }] });
}

// `question` and `overlay` are what there is already; null for a new question. A question is pushed by its overlay, so both are saved.
export function questionDialog(id, question, overlay, done) {
  const fields = fieldsOf([
    { name: 'question', label: TEXT.question, kind: 'long', required: true, maxlength: 1000 },
    answersField(),
    { name: 'point_count', label: TEXT.points, kind: 'whole' },
    { name: 'overlay_timer', label: TEXT.timer, kind: 'whole', hint: TEXT.timerHint },
  ]);
  fields.show(question ? { ...question, overlay_timer: overlay?.overlay_timer } : { point_count: 10, overlay_timer: 20 });
  let saved = question;
  const entry = form(fields, TEXT.saveQuestion, async values => {
    if (values.question.trim() === '') throw wrong('question', TEXT.isEmpty);
    if (values.options.length < 2) throw wrong('options', TEXT.twoAnswers);
    const body = { question: values.question.trim(), options: values.options, right_answers: values.right_answers,
      point_count: values.point_count === '' ? 0 : values.point_count };
    const path = `/api/v1/manage/apps/${id}/quiz_questions`;
    // After a failure between the two calls the second try goes on with the question that was added.
    saved = saved ? (await call(`${path}/${encodeURIComponent(saved.quiz_question_uid)}`, { method: 'POST', body, tag: question?.tag })).body
      : await post(path, body);
    await saveOverlay(id, saved.quiz_question_uid, overlay, values.overlay_timer);
    dialog.close();
    await done();
  }, { class: 'thing' });
  entry.querySelector('.buttons').prepend(button(TEXT.cancel, () => dialog.close(), { class: 'outline secondary' }));
  const dialog = el('dialog', { 'aria-labelledby': 'question_title', onclose: () => dialog.remove() },
    el('article', { class: 'act' }, el('h2', { id: 'question_title' }, question ? TEXT.changeQuestion : TEXT.addQuestion), entry));
  document.body.append(dialog);
  dialog.showModal();
  fields.fields[0].focus();
}

export async function saveOverlay(id, quiz_question_uid, overlay, timer) {
  const path = `/api/v1/manage/live/${id}/overlays`;
  const overlay_timer = timer === '' ? null : timer;
  if (!overlay) {
    await post(path, { overlay_type: 'quiz_question', quiz_question_uid, ...overlay_timer !== null && { overlay_timer } });
  } else if (String(overlay.overlay_timer ?? '') !== String(timer)) {
    await post(`${path}/${encodeURIComponent(overlay.app_overlay_uid)}`, { overlay_timer });
  }
}

// With the question goes its overlay, which could not be pushed any more.
export async function removeQuestion(id, question, overlay) {
  if (overlay) await remove(`/api/v1/manage/live/${id}/overlays/${encodeURIComponent(overlay.app_overlay_uid)}`);
  await remove(`/api/v1/manage/apps/${id}/quiz_questions/${encodeURIComponent(question.quiz_question_uid)}`);
}
