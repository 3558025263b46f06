// The progress of an import, its counts, the question that it may ask, and the rows that were refused.
import { labelOf } from './importrows.js';
import { bytes, button, cards, count, el, redraw, saved } from './parts.js';
import { IMPORTS as TEXT } from './texts.js';
import { words } from './values.js';

const PAUSE = 250;
// Screen readers are told less often.
const LONG_PAUSE = 15000;
const PLACES = { quest: id => `#things/quests/${id}`, reward: id => `#things/rewards/${id}`, webhook: id => `#webhooks/${id}` };

// Shows the run that `hold` has. `acts` are what can be done when it has ended: `again`, `back`, `another`; `turned` is called when its
// state has changed.
export function runPanel(signal, hold, acts) {
  const title = el('h2', { id: 'import_run', tabindex: '-1' });
  const bar = el('progress', { max: 1, value: 0, 'aria-label': TEXT.progress });
  const progress = el('p', { class: 'note' });
  const state = el('p');
  const counts = el('div', { class: 'cards' });
  const question = el('div');
  const buttons = el('div', { class: 'buttons' });
  const errors = el('div');
  const told = el('p', { class: 'unseen', role: 'status' });
  const node = el('section', { class: 'import-run', 'aria-labelledby': 'import_run' }, title, bar, progress, state, question, buttons, counts, errors, told);
  let shown = null;
  let timer = 0;
  let toldAt = 0;
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  return { node, draw, changed, focus: () => title.focus() };

  // Many rows come at a time, and are shown a few times a second.
  function changed() {
    if (hold.run?.state !== shown) {
      acts.turned();
      return;
    }
    if (timer !== 0) return;
    timer = setTimeout(() => {
      timer = 0;
      draw();
    }, PAUSE);
  }

  function draw() {
    const { run } = hold;
    node.hidden = run === null;
    if (run === null) {
      shown = null;
      return;
    }
    const { file } = run.file;
    title.textContent = run.isCheck ? TEXT.checkOf(file.name) : TEXT.importing(file.name);
    bar.hidden = run.state === 'ended';
    bar.value = run.state === 'done' ? 1 : run.sent / Math.max(1, run.file.rowCount);
    progress.textContent = TEXT.progressOf(count(run.sent), count(run.file.rowCount), bytes(run.state === 'done' ? file.size : run.bytes), bytes(file.size));
    state.className = run.state === 'ended' ? 'bad' : run.state === 'done' ? 'good' : '';
    state.textContent = sentenceOf(run);
    counts.replaceChildren(...Object.entries(run.counts).filter(([outcome]) => !run.isCheck || ['done', 'refused'].includes(outcome)).map(([outcome, number]) => {
      const [label, about] = run.isCheck && outcome === 'done' ? TEXT.good : TEXT.outcomes[outcome];
      return el('article', { class: outcome === 'refused' && number > 0 ? 'bad' : null }, label, el('b', {}, count(number)), el('small', {}, about));
    }));
    if (run.state !== shown || run.errors.length !== Number(errors.dataset.shown)) drawErrors(run);
    if (run.state !== shown) {
      drawQuestion(run);
      redraw(buttons, buttonsOf(run));
    }
    if (run.state !== shown || performance.now() - toldAt > LONG_PAUSE) {
      told.textContent = `${progress.textContent}. ${state.textContent}`;
      toldAt = performance.now();
    }
    shown = run.state;
  }

  function buttonsOf(run) {
    const stop = () => {
      run.stop();
      buttons.querySelector('button')?.focus();
    };
    const goOn = () => {
      run.resume();
      buttons.querySelector('button')?.focus();
    };
    if (run.state === 'running' || run.state === 'waiting') return [button(TEXT.stop, stop, { class: 'outline', 'data-act': 'import' })];
    if (run.state === 'stopped') {
      return [button(TEXT.goOn, goOn, { 'data-act': 'import' }), button(TEXT.back, () => {
        run.end();
        acts.back();
      }, { class: 'outline secondary' })];
    }
    if (run.state === 'asking') return [];
    return [
      run.refusals.count > 0 && !run.isCheck ? download(run) : '',
      run.state === 'done' && !run.isCheck ? button(TEXT.another, acts.another, { class: run.refusals.count > 0 ? 'outline' : null }) : '',
      run.state === 'ended' && !run.isCheck ? button(TEXT.repeat, acts.again) : '',
      run.state === 'ended' && !run.isCheck ? button(TEXT.back, acts.back, { class: 'outline secondary' }) : '',
    ].filter(Boolean);
  }

  function download(run) {
    const name = run.file.file.name.replace(/(\.(csv|tsv|txt|ndjson|jsonl))?(\.gz)?$/i, '.refused.csv');
    return button(TEXT.download(run.refusals.count, count(run.refusals.count)), () => saved(name, run.refusals.file()), { 'aria-describedby': 'import_download' });
  }

  // Names what an import would set off. It goes on only when somebody says so.
  function drawQuestion(run) {
    question.replaceChildren();
    if (run.state !== 'asking') return;
    const heading = el('h3', { id: 'import_effects', tabindex: '-1' }, TEXT.effectsTitle);
    question.append(el('section', { class: 'import-effects', 'aria-labelledby': 'import_effects' }, heading, el('p', {}, TEXT.aboutEffects),
      el('ul', {}, run.effects.map(({ kind, id, name }) => el('li', {}, TEXT.effectKinds[kind] ?? words(kind), ' ',
        el('a', { class: 'long', href: PLACES[kind]?.(encodeURIComponent(id)) }, name ?? String(id))))),
      el('p', { class: 'note' }, TEXT.effectsHint),
      el('div', { class: 'buttons' },
        button(TEXT.without, () => {
          run.turn('ended', TEXT.notImported);
          run.end();
          title.focus();
        }, { class: 'outline secondary' }),
        button(TEXT.withEffects, () => {
          run.resume(true);
          buttons.querySelector('button')?.focus();
        }))));
    heading.focus();
  }

  function drawErrors(run) {
    errors.dataset.shown = run.errors.length;
    if (run.errors.length === 0) {
      errors.replaceChildren();
      return;
    }
    const all = run.refusals.count;
    redraw(errors,
      el('h3', {}, TEXT.errors),
      all > run.errors.length ? el('p', { class: 'note' }, TEXT.firstErrors(count(run.errors.length))) : '',
      cards(TEXT.errors, [
        [TEXT.line, row => count(row.line), true],
        [TEXT.field, row => row.field === null ? null : labelOf(row.field)],
        [TEXT.reason, row => el('span', { class: 'long' }, row.outcome === 'differs' && row.reason === '' ? TEXT.differs : row.reason)],
      ], run.errors, () => ({}), { live: run.isActive }),
      run.isActive || run.isCheck ? '' : el('p', { id: 'import_download', class: 'note' }, TEXT.aboutDownload));
  }
}

function sentenceOf(run) {
  if (run.state === 'waiting') return run.reason;
  if (run.state === 'ended') return run.isCheck ? TEXT.checkEnded(run.reason) : TEXT.ended(run.reason);
  if (run.state === 'done' && run.isCheck) return run.refusals.count === 0 ? TEXT.states.allGood : TEXT.states.checked;
  return TEXT.states[run.state];
}

export function summaryOf(run) {
  return TEXT.counted(Object.entries(run.counts).filter(([, number]) => number > 0).map(([outcome, number]) =>
    `${count(number)} ${TEXT.outcomes[outcome][0].toLowerCase()}`));
}
