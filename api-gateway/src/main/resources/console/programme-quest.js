// The step of the path that makes or changes a quest.
import { backfill } from './backfill.js';
import { call, get, idOf } from './calls.js';
import { questSentence } from './conditions.js';
import { shownZone } from './locale.js';
import { el } from './parts.js';
import { chooser, existing, isEmpty, ofBusiness, read, thingForm, valuesOf, whole, withoutPoints } from './programme-form.js';
import { PROGRAMME } from './texts.js';

const { quest: QUEST, reward: REWARD } = PROGRAMME;
const OF_TYPE = {
  campaign: ['target_page_tab_id'],
  quickpicks: ['target_page_tab_id'],
  scan: ['performance_uid', 'site_name', 'scan_group_names', 'scan_min_timestamp', 'scan_max_timestamp'],
  wristband: ['performance_uid'],
  link_url: ['link_url'],
  custom: [],
};
const OF_ACCESS = { '': [], fan_points: ['fan_points_required'], point_tier: ['point_tier_uid'], quests: ['required_page_tab_ids'], tag: ['tag_name'] };
const MAKING = 'making';
const WHOLE = ['target_page_tab_id', 'fan_points_required', 'fan_points_reward', 'required_page_tab_ids'];

export async function questStep(of, [asked]) {
  const id = asked === undefined ? null : idOf(asked);
  const now = id === null ? undefined : await read(`/api/v1/manage/quests/${id}`, of.signal);
  const business = now ? await businessOf(now.body.business_id, of.signal) : await of.business();
  if (business === null) return withoutPoints();
  const point = now?.body.point_uid ?? business.point;
  const { made } = await thingForm(of, {
    key: `quest ${id ?? 'new'}`,
    now,
    groups: await groups(point, now?.body),
    isShown: values => names(values, now),
    required: values => ['quest_title', ...OF_TYPE[values.quest_type ?? now?.body.quest_type].filter(name => !name.startsWith('scan_m')),
      ...OF_ACCESS[values.access_restriction_type], ...values.reward_type === 'fan_points' ? ['fan_points_reward'] : []],
    bodyOf: values => {
      const body = valuesOf(values, names(values, now));
      for (const name of WHOLE) if (body[name] !== undefined) body[name] = whole(body[name]);
      return now ? body : { ...body, business_id: Number(business.id) };
    },
    first: now?.body ?? { quest_type: 'campaign', access_restriction_type: '', reward_type: 'fan_points' },
    sentence: values => questSentence({ quest_type: now?.body.quest_type, ...values, point_uid: point }),
    simulate: { path: '/api/v1/manage/quests/simulate', ids: id === null ? {} : { page_tab_id: Number(id) } },
    hint: values => isEmpty(values.start_date) && (values.quest_type ?? now?.body.quest_type) === 'campaign' && !now ? QUEST.past : null,
    labels: { save: now ? QUEST.change : QUEST.save, saved: QUEST.saved },
    save: async (body, tag) => {
      const path = now ? `/api/v1/manage/quests/${id}` : `/api/v1/ent/businesses/${business.id}/quests`;
      if (!now) delete body.business_id;
      const saved = (await call(path, { method: 'POST', body, tag })).body;
      of.memory.quest = String(saved.page_tab_id ?? id);
      return `#programme/quest/${of.memory.quest}`;
    },
  });
  return [ofBusiness(business),
    ...now ? [backfill(of.signal, `/api/v1/manage/quests/${id}/backfill`).node]
      : [await existing('quests', { title: QUEST.existing, label: QUEST.one, name: 'page_tab_id', address: one => `#programme/quest/${one}` })],
    made, ...now ? [el('p', {}, el('a', { href: `#programme/why/quest/${id}` }, PROGRAMME.steps.why[0])), ...of.onward()] : of.onward()];
}

export async function businessOf(id, signal) {
  const one = await get(`/api/v1/manage/businesses/${idOf(String(id))}`, {}, signal);
  return { id: String(id), name: one.business_name, point: one.point_uid ?? null };
}

// The names of the fields that matter.
function names(values, now) {
  const type = values.quest_type ?? now?.body.quest_type;
  return ['quest_title', ...now ? [] : ['quest_type'], ...OF_TYPE[type], ...OF_TYPE[type].includes('target_page_tab_id') ? [MAKING] : [], 'access_restriction_type', ...OF_ACCESS[values.access_restriction_type] ?? [],
    'reward_type', ...values.reward_type === 'fan_points' ? ['fan_points_reward'] : [], 'start_date', 'end_date'];
}

async function groups(point, now) {
  const gifts = now && !isEmpty(now.reward_type) && now.reward_type !== 'fan_points' ? [...QUEST.gifts, [now.reward_type, QUEST.asNow(now.reward_type)]] : QUEST.gifts;
  const zoned = label => PROGRAMME.inZone(label, shownZone());
  return [
    [QUEST.what, [
      { name: 'quest_title', label: QUEST.title, required: true, maxlength: 128 },
      ...now ? [] : [{ name: 'quest_type', label: QUEST.type, kind: 'choice', options: QUEST.types }],
      await chooser('apps', { name: 'target_page_tab_id', label: QUEST.campaign, required: true }),
      making(),
      await chooser('performances', { name: 'performance_uid', label: QUEST.performance, required: true }),
      { name: 'site_name', label: QUEST.site, required: true, maxlength: 128 },
      { name: 'scan_group_names', label: QUEST.groups, kind: 'lines', hint: QUEST.groupsHint, required: true },
      { name: 'scan_min_timestamp', label: zoned(QUEST.scanFrom), kind: 'moment' },
      { name: 'scan_max_timestamp', label: zoned(QUEST.scanUntil), kind: 'moment' },
      { name: 'link_url', label: QUEST.link, hint: QUEST.linkHint, required: true, maxlength: 2000 },
    ]],
    [QUEST.who, [
      { name: 'access_restriction_type', label: QUEST.access, kind: 'choice', options: QUEST.accesses },
      ...await conditionFields(point, 'access'),
    ]],
    [QUEST.gets, [
      { name: 'reward_type', label: QUEST.gift, kind: 'choice', options: gifts },
      { name: 'fan_points_reward', label: QUEST.giftPoints, kind: 'whole', required: true },
    ]],
    [QUEST.until, [
      { name: 'start_date', label: zoned(QUEST.from), kind: 'moment', hint: QUEST.fromHint },
      { name: 'end_date', label: zoned(QUEST.until_), kind: 'moment' },
    ]],
  ];
}

// A way to the campaign that a new user does not have yet. What was entered here stays.
function making() {
  const node = el('p', { class: 'note whole' }, el('a', { href: '#things/apps/new' }, QUEST.noCampaign));
  return { names: [MAKING], node, read: () => ({}), show() {}, complain() {}, focus() {} };
}

// The fields of a condition, which quests and rewards share.
export async function conditionFields(point, of) {
  return [
    { name: 'fan_points_required', label: REWARD.requiredPoints, kind: 'whole', required: true },
    await chooser('point_tiers', { name: 'point_tier_uid', label: REWARD.tier, required: true }, () => ({ point_uid: point })),
    await chooser('quests', { name: 'required_page_tab_ids', label: REWARD.quests, list: true, required: true }),
    ...of === 'access' ? [await tags()] : [],
  ];
}

// A quest names its tag by its name, which need not exist yet.
async function tags() {
  const known = await get('/api/v1/manage/tags').then(all => (Array.isArray(all) ? all : all.data ?? []).slice(0, 500), () => []);
  return { name: 'tag_name', label: REWARD.tag, required: true, list: known.map(one => [one.tag_name, '']) };
}
