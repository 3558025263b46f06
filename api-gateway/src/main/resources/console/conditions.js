// Conditions of quests and rewards as sentences: for the forms that make them, and for the explanations of what a fan has or lacks.
import { count, el } from './parts.js';
import { CONDITIONS } from './texts.js';
import { shown } from './values.js';

// A thing that is named by its id. Its name follows by `nameReferences`.
function thing(ref, id, context = {}) {
  return shown({ name: ref, ref }, id, context);
}

function text(value) {
  return el('bdi', { class: 'long' }, value);
}

// Things one after the other, with commas and an `and`.
function joined(parts) {
  return parts.flatMap((part, at) => at === 0 ? [part] : [at === parts.length - 1 ? CONDITIONS.and : ', ', part]);
}

// The condition of a form or of an answer of the API: of quests, of rewards, and of the rule in an explanation.
export function conditionOf(values) {
  const kind = values.access_restriction_type ?? values.requirement_type ?? '';
  const points = values.points_required ?? (kind === 'fan_points' ? values.fan_points_required : null);
  const quests = values.required_page_tab_ids;
  return {
    points: points === '' ? null : points ?? null,
    point: values.point_uid ?? null,
    tier: kind === 'point_tier' ? values.point_tier_uid || null : null,
    quests: kind === '' || kind === 'quests' ? quests ?? [] : [],
    tag: kind === '' || kind === 'tag' ? values.tag_name || null : null,
  };
}

// `has at least 50 applause`: what a fan has to be. Null when everybody meets it.
export function condition({ points, point, tier, quests, tag }) {
  if (points !== null) return [CONDITIONS.points[0], count(Number(points)), ' ', point ? thing('points', point) : CONDITIONS.points[1]];
  if (tier !== null) return [CONDITIONS.tier, thing('point_tiers', tier, { point_uid: point })];
  if (quests.length > 0) return [CONDITIONS.quests, ...joined(quests.map(id => thing('quests', id)))];
  if (tag !== null) return [CONDITIONS.tag, text(tag)];
  return null;
}

// `enters the campaign Door`: what completes a quest.
export function deed(values) {
  const about = CONDITIONS.deeds[values.quest_type];
  if (about === undefined) return [CONDITIONS.something];
  if (values.quest_type === 'campaign' || values.quest_type === 'quickpicks') {
    return [about, values.target_page_tab_id ? thing('apps', values.target_page_tab_id) : CONDITIONS.chosen];
  }
  if (values.quest_type === 'scan') {
    const groups = values.scan_group_names ?? [];
    return [about, values.performance_uid ? thing('performances', values.performance_uid) : CONDITIONS.chosen,
      ...values.site_name ? [CONDITIONS.site, text(values.site_name)] : [], ...groups.length === 0 ? [] : [CONDITIONS.groups, ...joined(groups.map(text))]];
  }
  if (values.quest_type === 'wristband') return [about, values.performance_uid ? thing('performances', values.performance_uid) : CONDITIONS.chosen];
  if (values.quest_type === 'link_url') return [about, values.link_url ? text(values.link_url) : CONDITIONS.chosen];
  return [about];
}

// A quest in one sentence.
export function questSentence(values) {
  const who = condition(conditionOf(values));
  const points = values.reward_type === 'fan_points' ? values.fan_points_reward : null;
  return el('p', { class: 'sentence' }, CONDITIONS.fan, who === null ? '' : [CONDITIONS.who, ...who, CONDITIONS.and], who === null ? CONDITIONS.who : '', ...deed(values),
    CONDITIONS.completes, ...points ? [CONDITIONS.gets, count(Number(points)), ' ', values.point_uid ? thing('points', values.point_uid) : CONDITIONS.points[1]] : [], '.');
}

// A reward in one sentence, and in a second what every reward asks for.
export function rewardSentence(values) {
  const kind = CONDITIONS.rewards[values.reward_type] ?? CONDITIONS.reward;
  if (!values.requirement_type) return el('p', { class: 'sentence' }, CONDITIONS.byHand(kind));
  const who = condition(conditionOf(values));
  const limit = values.winner_selection_model === 'first' && values.reward_limit ? count(Number(values.reward_limit)) : null;
  return el('p', { class: 'sentence' }, limit === null ? CONDITIONS.eachFan : CONDITIONS.firstFans(limit), ...who ?? [CONDITIONS.something],
    CONDITIONS.getsIt(kind), ' ', CONDITIONS.always);
}

// The rule of an explanation in one sentence.
export function ruleSentence(rule) {
  const who = rule.requirement === null ? null : condition(conditionOf(rule.requirement));
  if (rule.quest_type !== null) {
    const about = CONDITIONS.deeds[rule.quest_type] === undefined ? CONDITIONS.something : CONDITIONS.shortDeeds[rule.quest_type];
    return el('p', { class: 'sentence' }, CONDITIONS.fan, CONDITIONS.who, ...who === null ? [] : [...who, CONDITIONS.and], about, CONDITIONS.completes, '.');
  }
  return el('p', { class: 'sentence' }, rule.reward_limit === null ? CONDITIONS.eachFan : CONDITIONS.firstFans(count(rule.reward_limit)),
    ...who ?? [CONDITIONS.something], CONDITIONS.getsIt(CONDITIONS.reward), ' ', CONDITIONS.always);
}

// The sentence of the API about a part of a rule. It names quests by their ids: here they have their names.
export function reasonOf({ reason }, rule) {
  const quests = rule?.requirement?.required_page_tab_ids ?? [];
  if (quests.length === 0) return text(reason);
  return reason.split(new RegExp(`(?<![\\w])(${quests.join('|')})(?![\\w])`)).map(part => quests.includes(Number(part)) ? thing('quests', part) : part);
}
