// The path from a type of points to a reward: points, tiers, a quest, a reward, and why a fan has them. `#programme/<step>` begins a new
// thing, `#programme/quest/<id>` and `#programme/reward/<uid>` change one, `#programme/why/quest/<id>` explains one. What was entered stays
// while one goes back and forth.
import { call, get, idOf, pointTypes, post, uidOf } from './calls.js';
import { explained } from './explanation.js';
import { fieldsOf, form } from './forms.js';
import { pickerOf } from './picker.js';
import { button, choice, el, entitle, say, section } from './parts.js';
import { ofBusiness, withoutPoints, wrong } from './programme-form.js';
import { questStep } from './programme-quest.js';
import { rewardStep } from './programme-reward.js';
import { may, user } from './session.js';
import { PAGES, PROGRAMME } from './texts.js';
import { forgetNames } from './values.js';

const STEPS = ['points', 'tiers', 'quest', 'reward', 'why'];
const PLACES = { points: pointsStep, tiers: tiersStep, quest: questStep, reward: rewardStep, why: whyStep };
const { points: POINTS, tiers: TIERS, why: WHY } = PROGRAMME;

let memory = null;

// What one user entered is not for the next one.
function remembered() {
  const { account_id: account, person_uid: person, api_key: key } = user();
  const of = `${account} ${person ?? key}`;
  if (memory?.of !== of) memory = { of, business: null, drafts: new Map(), codes: new Map(), quest: null };
  return memory;
}

export async function programme(main, signal, [asked, ...rest]) {
  const step = STEPS.includes(asked) ? asked : STEPS[0];
  const [title, about] = PROGRAMME.steps[step];
  entitle(`${PAGES.programme}: ${title}`);
  const place = el('section', { class: 'programme-step', 'aria-labelledby': 'step_title' });
  const body = el('div');
  place.append(el('h2', { id: 'step_title' }, title), el('p', { class: 'note' }, about), body);
  main.append(el('h1', {}, PAGES.programme), el('p', { class: 'note' }, PROGRAMME.about),
    el('nav', { 'aria-label': PROGRAMME.stepsLabel }, el('ol', { class: 'steps' }, STEPS.map(one => el('li', {},
      el('a', { href: `#programme/${one}`, 'aria-current': one === step ? 'step' : null }, PROGRAMME.steps[one][0]))))),
    may('loyalty:write') ? '' : el('p', { class: 'notice' }, PROGRAMME.readOnly), place);
  const of = { signal, memory: remembered(), onward: onwardFrom(step), business: () => chosenBusiness(signal) };
  await section(body, signal, () => PLACES[step](of, rest.filter(Boolean)));
}

// The link to the step that follows.
function onwardFrom(step) {
  const next = STEPS[STEPS.indexOf(step) + 1];
  return next === undefined ? () => [] : (to = next) => [el('p', { class: 'onward' }, el('a', { class: 'go quiet', href: `#programme/${to}` }, PROGRAMME.next(PROGRAMME.steps[to.split('/')[0]][0])))];
}

async function businesses(signal) {
  const all = await get('/api/v1/manage/businesses', {}, signal);
  return (Array.isArray(all) ? all : all.data).map(one => ({ id: String(one.business_id), name: one.business_name, point: one.point_uid ?? null }));
}

// The business that was chosen, or the only one there is. Null when it has no points yet.
async function chosenBusiness(signal) {
  const known = remembered();
  const all = await businesses(signal);
  const found = all.find(one => one.id === known.business) ?? (all.length === 1 ? all[0] : null);
  return found === null || found.point === null ? null : found;
}

async function pointsStep({ signal, memory: known, onward }) {
  const [all, kinds] = await Promise.all([businesses(signal), pointTypes()]);
  const draft = known.drafts.get('points') ?? {};
  const first = all.find(one => one.id === known.business) ?? all[0];
  const chosen = {
    business_id: draft.business_id ?? first?.id ?? '', business_name: draft.business_name ?? '',
    point_uid: draft.point_uid ?? first?.point ?? (kinds.length === 1 ? kinds[0].point_uid : ''), point_name: draft.point_name ?? '',
  };
  const fields = fieldsOf([
    { name: 'business_id', label: POINTS.business, kind: 'choice', options: [...all.map(one => [one.id, one.name]), ['', POINTS.newBusiness]] },
    { name: 'business_name', label: POINTS.businessName, hint: POINTS.businessHint, required: true },
    { name: 'point_uid', label: POINTS.kind, kind: 'choice', options: [...kinds.map(one => [one.point_uid, one.point_name]), ['', POINTS.newKind]] },
    { name: 'point_name', label: POINTS.kindName, hint: POINTS.kindHint, required: true },
  ]);
  fields.show(chosen);
  const [business, , kind] = fields.fields.map(one => one.control);
  const taken = el('p', { class: 'notice', hidden: true });
  const draw = () => {
    const values = fields.read();
    known.drafts.set('points', values);
    fields.nodes[0].hidden = all.length === 0;
    fields.nodes[1].hidden = values.business_id !== '';
    fields.nodes[2].hidden = kinds.length === 0;
    fields.nodes[3].hidden = values.point_uid !== '';
    const today = all.find(one => one.id === values.business_id)?.point ?? null;
    taken.hidden = today === null || today === values.point_uid;
    taken.textContent = taken.hidden ? '' : POINTS.taken(kinds.find(one => one.point_uid === today)?.point_name ?? today);
  };
  business.addEventListener('change', () => {
    const point = all.find(one => one.id === business.value)?.point;
    if (point) kind.value = point;
  });
  const made = form(fields, POINTS.save, async values => {
    const missing = [['business_id', 'business_name'], ['point_uid', 'point_name']].filter(([id, name]) => values[id] === '' && values[name] === '');
    if (missing.length > 0) throw wrong(missing.map(([, field]) => ({ field, message: PROGRAMME.required })));
    // A repeat after an interruption uses what was made already.
    const point = values.point_uid || kinds.find(one => one.point_name === values.point_name)?.point_uid
      || (await post('/api/v1/crm/points', { point_name: values.point_name })).point_uid;
    let id = values.business_id;
    if (id === '') id = String((await post('/api/v1/manage/businesses', { business_name: values.business_name, point_uid: point })).business_id);
    else if (all.find(one => one.id === id).point !== point) await post(`/api/v1/manage/businesses/${id}`, { point_uid: point });
    known.business = id;
    known.drafts.delete('points');
    forgetNames();
    if (signal.aborted) return;
    location.hash = '#programme/tiers';
    setTimeout(() => say(POINTS.saved));
  }, { class: 'thing' });
  made.addEventListener('input', draw);
  made.addEventListener('change', draw);
  made.querySelector('.buttons').before(taken);
  draw();
  if (!may('loyalty:write', 'content:write')) made.querySelector('.buttons').hidden = true;
  return [made, ...first?.point ? onward() : []];
}

async function tiersStep({ signal, business, memory: known, onward }) {
  const of = await business();
  if (of === null) return withoutPoints();
  const path = `/api/v1/crm/points/${encodeURIComponent(of.point)}/point_tiers`;
  const all = await get(path, {}, signal);
  const key = `tiers ${of.point}`;
  const rows = el('tbody');
  const lines = [];
  const add = (tier, entered = tier) => {
    const at = lines.length + 1;
    const name = el('input', { type: 'text', 'aria-label': `${TIERS.name}, ${at}`, maxlength: 128, autocomplete: 'off' });
    const from = el('input', { type: 'text', inputmode: 'numeric', 'aria-label': `${TIERS.from}, ${at}`, autocomplete: 'off' });
    name.value = entered?.tier_name ?? '';
    from.value = entered?.min_points ?? '';
    const complaint = el('small', { class: 'bad', role: 'alert' });
    lines.push({ tier, name, from, complaint });
    rows.append(el('tr', {}, el('td', { 'data-title': TIERS.name }, name, complaint), el('td', { 'data-title': TIERS.from, class: 'number' }, from)));
    return name;
  };
  const draft = known.drafts.get(key);
  all.forEach((tier, at) => add(tier, draft?.[at]));
  draft?.slice(all.length).forEach(entered => add(null, entered));
  if (lines.length === all.length) add(null);
  const made = el('form', { novalidate: true, oninput: () => known.drafts.set(key, lines.map(one => ({ tier_name: one.name.value, min_points: one.from.value }))), onsubmit: async event => {
    event.preventDefault();
    if (submit.hasAttribute('aria-busy')) return;
    submit.setAttribute('aria-busy', 'true');
    try {
      await save();
    } finally {
      submit.removeAttribute('aria-busy');
    }
  } });
  const submit = el('button', { type: 'submit' }, TIERS.save);
  made.append(el('div', { class: 'scroll', role: 'region', 'aria-label': TIERS.caption, tabindex: '0' }, el('table', { class: 'tiers' }, el('thead', {}, el('tr', {},
    el('th', { scope: 'col' }, TIERS.name), el('th', { scope: 'col', class: 'number' }, TIERS.from))), rows)),
  el('div', { class: 'buttons' }, button(TIERS.more, () => add(null).focus(), { class: 'outline' }), submit));
  if (!may('loyalty:write')) made.querySelector('.buttons').hidden = true;
  return [ofBusiness(of), made, ...onward()];

  async function save() {
    let saved = 0;
    for (const line of lines) {
      const [name, from] = [line.name.value.trim(), line.from.value.trim()];
      const isUnchanged = line.tier ? name === line.tier.tier_name && from === String(line.tier.min_points) : name === '' && from === '';
      line.complaint.textContent = isUnchanged ? '' : name === '' ? TIERS.named : !/^-?\d{1,18}$/.test(from) ? TIERS.whole : '';
      if (isUnchanged) continue;
      if (line.complaint.textContent !== '') {
        line.name.focus();
        return;
      }
      try {
        line.tier = (await call(path, { method: 'POST', body: { tier_name: name, min_points: Number(from), ...line.tier && { point_tier_uid: line.tier.point_tier_uid } } })).body;
        saved++;
      } catch (trouble) {
        line.complaint.textContent = trouble.errors?.[0]?.message ?? trouble.message;
        line.name.focus();
        return;
      }
    }
    known.drafts.delete(key);
    forgetNames();
    say(saved > 0 ? TIERS.saved : TIERS.none);
  }
}

async function whyStep({ signal, memory: known }, [asked, id]) {
  const kind = asked === 'reward' ? 'reward' : 'quest';
  const thing = id === undefined ? null : kind === 'quest' ? idOf(id) : uidOf(id);
  const key = kind === 'quest' ? 'page_tab_id' : 'reward_uid';
  const fields = fieldsOf([
    await pickerOf(kind === 'quest' ? 'quests' : 'rewards', { name: key, label: kind === 'quest' ? WHY.quest : WHY.reward }),
    await pickerOf('fans', { name: 'fan_id', label: WHY.fan }),
  ]);
  const answer = el('div', { 'aria-live': 'polite' }, el('p', { class: 'note' }, WHY.choose));
  fields.show({ [key]: thing, fan_id: known.drafts.get('why')?.fan_id ?? '' });
  let shown = '';
  const look = () => {
    const values = fields.read();
    known.drafts.set('why', { fan_id: values.fan_id });
    const address = values[key] === '' || values.fan_id === '' ? '' : `/api/v1/manage/${kind}s/${encodeURIComponent(values[key])}/fans/${encodeURIComponent(values.fan_id)}/explain`;
    if (address === shown) return;
    shown = address;
    if (address === '') answer.replaceChildren(el('p', { class: 'note' }, WHY.choose));
    else {
      section(answer, signal, async () => {
        const one = await get(address, {}, signal);
        return address !== shown ? null : [explained(one, signal), el('p', {}, el('a', { href: `#fan/${values.fan_id}` }, WHY.page))];
      });
    }
  };
  const place = el('div', { class: 'why', onchange: look }, el('div', { class: 'fields' }, choice(WHY.of, WHY.kinds, kind, to => { location.hash = `#programme/why/${to}`; }), fields.nodes));
  place.addEventListener('chosen', look);
  place.addEventListener('click', look);
  look();
  return [place, answer];
}
