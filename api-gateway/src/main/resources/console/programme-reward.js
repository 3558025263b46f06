// The step of the path that makes or changes a reward, and gives it prize codes from a file.
import { backfill } from './backfill.js';
import { call, get, uidOf } from './calls.js';
import { rewardSentence } from './conditions.js';
import { shownZone } from './locale.js';
import { el } from './parts.js';
import { codesInHand, prizeCodes } from './prizecodes.js';
import { existing, ofBusiness, read, thingForm, valuesOf, whole, withoutPoints } from './programme-form.js';
import { businessOf, conditionFields } from './programme-quest.js';
import { may } from './session.js';
import { PROGRAMME } from './texts.js';

const { reward: REWARD } = PROGRAMME;
const TYPES = REWARD.types.map(([type]) => type);
const OF_REQUIREMENT = { '': [], fan_points: ['fan_points_required'], point_tier: ['point_tier_uid'], quests: ['required_page_tab_ids'] };
const WHOLE = ['fan_points_required', 'reward_limit', 'required_page_tab_ids'];

export async function rewardStep(of, [asked]) {
  const uid = asked === undefined ? null : uidOf(asked);
  const now = uid === null ? undefined : await read(`/api/v1/manage/rewards/${uid}`, of.signal);
  if (now && !TYPES.includes(now.body.reward_type)) {
    return [el('p', { class: 'notice' }, REWARD.vendor), el('p', {}, el('a', { class: 'go', href: `#things/rewards/${uid}/change` }, REWARD.fullForm))];
  }
  const business = now ? await businessOf(now.body.business_id, of.signal) : await of.business();
  if (business === null) return withoutPoints();
  const point = now?.body.point_uid ?? business.point;
  const codes = codesOf(of, now?.body.reward_type === 'prize_code' ? uid : null, () => step.changed());
  const step = await thingForm(of, {
    key: `reward ${uid ?? 'new'}`,
    now,
    groups: await groups(point, now?.body),
    isShown: values => names(values, now),
    required: values => ['reward_title', ...OF_REQUIREMENT[values.requirement_type], ...values.winner_selection_model === 'first' && values.requirement_type !== '' ? ['reward_limit'] : []],
    bodyOf: values => {
      const body = valuesOf(values, names(values, now));
      for (const name of WHOLE) if (body[name] !== undefined) body[name] = whole(body[name]);
      if (body.expiration_timestamp !== undefined) body.timezone = now?.body.timezone ?? (shownZone() === 'UTC' ? 'Etc/UTC' : shownZone());
      return now ? body : { ...body, business_id: Number(business.id) };
    },
    first: now ? { ...now.body, winner_selection_model: now.body.winner_selection_model ?? 'all' } : presetOf(of),
    before: [codes.node],
    sentence: values => {
      codes.node.hidden = (values.reward_type ?? now?.body.reward_type) !== 'prize_code';
      return rewardSentence({ reward_type: now?.body.reward_type, ...values, point_uid: point });
    },
    simulate: { path: '/api/v1/manage/rewards/simulate', ids: uid === null ? {} : { reward_uid: uid } },
    besides: () => !codes.node.hidden && codes.count() > 0 ? { prize_code_count: codes.count() } : {},
    labels: { save: now ? REWARD.change : REWARD.save, saved: REWARD.saved },
    save: async (body, tag) => {
      const path = now ? `/api/v1/manage/rewards/${uid}` : `/api/v1/ent/businesses/${business.id}/rewards`;
      if (!now) delete body.business_id;
      const saved = (await call(path, { method: 'POST', body, tag })).body;
      if (now) return `#programme/reward/${uid}`;
      // The codes that were read are for this reward. Its page sends them.
      const inHand = of.memory.codes.get(null);
      of.memory.codes.delete(null);
      if (inHand && body.reward_type === 'prize_code') of.memory.codes.set(saved.reward_uid, { ...inHand, isDue: true });
      return `#programme/reward/${saved.reward_uid}`;
    },
  });
  const past = now ? backfill(of.signal, `/api/v1/manage/rewards/${uid}/backfill`,
    () => get(`/api/v1/manage/rewards/${uid}`, {}, of.signal).then(one => one.issued_count), () => codes.look()) : null;
  // With more codes, more fans may get it.
  codes.node.addEventListener('sent', () => past?.again());
  if (now) codes.begin();
  return [ofBusiness(business),
    ...now ? [past.node]
      : [await existing('rewards', { title: REWARD.existing, label: REWARD.one, name: 'reward_uid', address: one => `#programme/reward/${one}` })],
    step.made, ...of.onward(uid === null ? 'why' : `why/reward/${uid}`)];
}

// The quest that was saved last is the likely condition of the reward.
function presetOf({ memory }) {
  return {
    reward_type: 'prize_code', requirement_type: memory.quest === null ? 'fan_points' : 'quests', winner_selection_model: 'all', is_limited: true,
    required_page_tab_ids: memory.quest === null ? [] : [memory.quest],
  };
}

function codesOf(of, uid, changed) {
  const { memory, signal } = of;
  if (!memory.codes.has(uid)) memory.codes.set(uid, codesInHand());
  const inHand = memory.codes.get(uid);
  const part = prizeCodes(signal, inHand, { reward: () => uid, changed });
  return {
    ...part,
    // Codes that were chosen before the reward was saved are sent at once.
    begin() {
      if (!inHand.isDue || !may('loyalty:write')) return;
      inHand.isDue = false;
      part.send();
    },
  };
}

// The names of the fields that matter.
function names(values, now) {
  const type = values.reward_type ?? now?.body.reward_type;
  const isByRule = values.requirement_type !== '';
  return ['reward_title', ...now ? [] : ['reward_type'], 'requirement_type', ...OF_REQUIREMENT[values.requirement_type] ?? [],
    ...isByRule ? ['winner_selection_model', ...values.winner_selection_model === 'first' ? ['reward_limit'] : []] : [],
    ...type === 'prize_code' ? ['is_limited'] : [], 'expiration_timestamp', 'description'];
}

async function groups(point, now) {
  return [
    [REWARD.what, [
      { name: 'reward_title', label: REWARD.title, required: true },
      ...now ? [] : [{ name: 'reward_type', label: REWARD.type, kind: 'choice', options: REWARD.types }],
      { name: 'description', label: REWARD.description },
    ]],
    [REWARD.who, [
      { name: 'requirement_type', label: REWARD.requirement, kind: 'choice', options: REWARD.requirements },
      ...await conditionFields(point, 'requirement'),
    ]],
    [REWARD.limits, [
      { name: 'winner_selection_model', label: REWARD.selection, kind: 'choice', options: REWARD.selections },
      { name: 'reward_limit', label: REWARD.limit, kind: 'whole', required: true },
      { name: 'is_limited', label: REWARD.once, kind: 'flag' },
      { name: 'expiration_timestamp', label: PROGRAMME.inZone(REWARD.expires, shownZone()), kind: 'moment' },
    ]],
  ];
}
