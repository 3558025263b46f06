package encore.command.requirements;

import static encore.command.requirements.LoyaltyEvents.awarded;
import static encore.command.requirements.LoyaltyEvents.completed;
import static encore.command.requirements.LoyaltyEvents.effective;
import static encore.command.requirements.LoyaltyEvents.entered;
import static encore.command.requirements.LoyaltyEvents.erased;
import static encore.command.requirements.LoyaltyEvents.eventLinked;
import static encore.command.requirements.LoyaltyEvents.eventMade;
import static encore.command.requirements.LoyaltyEvents.eventUnlinked;
import static encore.command.requirements.LoyaltyEvents.found;
import static encore.command.requirements.LoyaltyEvents.issued;
import static encore.command.requirements.LoyaltyEvents.loggedIn;
import static encore.command.requirements.LoyaltyEvents.questChanged;
import static encore.command.requirements.LoyaltyEvents.questCreated;
import static encore.command.requirements.LoyaltyEvents.questDeleted;
import static encore.command.requirements.LoyaltyEvents.questDetails;
import static encore.command.requirements.LoyaltyEvents.registered;
import static encore.command.requirements.LoyaltyEvents.rewardChanged;
import static encore.command.requirements.LoyaltyEvents.rewardCreated;
import static encore.command.requirements.LoyaltyEvents.rewardForPoints;
import static encore.command.requirements.LoyaltyEvents.scanQuest;
import static encore.command.requirements.LoyaltyEvents.scanned;
import static encore.command.requirements.LoyaltyEvents.tagMade;
import static encore.command.requirements.LoyaltyEvents.tagged;
import static encore.command.requirements.LoyaltyEvents.ticket;
import static encore.command.requirements.LoyaltyEvents.tierAdded;
import static encore.command.requirements.LoyaltyEvents.tierChanged;
import static encore.command.requirements.LoyaltyEvents.untagged;
import static org.assertj.core.api.Assertions.assertThat;

import encore.command.requirements.RulesUnderTest.RuleMatch;
import encore.kernel.Event;
import encore.kernel.businesses.BusinessEvent.BusinessRemoved;
import encore.kernel.businesses.BusinessId;
import encore.kernel.points.LedgerId;
import encore.kernel.points.PointsEvent.PointsAwarded;
import encore.kernel.points.PointsEventPointsAwardedBuilder;
import encore.kernel.quests.AccessRestriction;
import encore.kernel.quests.DayOrTime;
import encore.kernel.quests.QuestDetailsBuilder;
import encore.kernel.quests.QuestType;
import encore.kernel.requirements.rules.Facts.Balance;
import encore.kernel.requirements.rules.Facts.ReachedReward;
import encore.kernel.requirements.rules.Fulfilment;
import encore.kernel.requirements.rules.RuleEvaluation;
import encore.kernel.rewards.RequirementType;
import encore.kernel.rewards.RewardDetailsBuilder;
import encore.kernel.rewards.WinnerSelection;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RuleFoldTest {

    private static final String QUEST = "quest.7.5";
    private static final String REWARD = "reward.7.r";
    private final RulesUnderTest rules = new RulesUnderTest();

    private static Instant minute(long number) {
        return Instant.parse("2026-05-01T10:00:00Z").plusSeconds(60 * number);
    }

    private static RuleMatch quest(long fan, Instant at, Long... causes) {
        return new RuleMatch(QUEST, fan, at, List.of(causes));
    }

    private static RuleMatch reward(long fan, Instant at, Long... causes) {
        return new RuleMatch(REWARD, fan, at, List.of(causes));
    }

    private static QuestDetailsBuilder entryQuest() {
        return questDetails().targetPageTabId(900L);
    }

    private static DayOrTime time(long minute) {
        return new DayOrTime(minute(minute).toString());
    }

    @Test
    void an_entry_completes_from_the_creation_on_and_in_its_own_campaign() {
        rules.at(minute(0)).when(entered(1, 900));
        rules.at(minute(1)).when(questCreated(5, QuestType.CAMPAIGN, entryQuest()));
        assertThat(rules.first()).isEmpty();
        rules.at(minute(2)).when(entered(2, 901), entered(2, 900), entered(2, 900));
        assertThat(rules.first()).containsExactly(quest(2, minute(2), 4L));
        rules.when(completed(2, 5, minute(2)), entered(2, 900), questDeleted(5), entered(3, 900));
        assertThat(rules.received).hasSize(2);
    }

    @Test
    void entries_before_the_quest_count_from_its_start_date_on_in_their_order() {
        rules.at(minute(0)).when(entered(1, 900));
        rules.at(minute(2)).when(entered(3, 900), entered(2, 900), entered(3, 900));
        rules.at(minute(8)).when(entered(4, 900));
        rules.at(minute(9))
                .when(questCreated(
                        5, QuestType.QUICKPICKS, entryQuest().startDate(time(2)).endDate(time(8))));
        assertThat(rules.first()).containsExactly(quest(3, minute(2), 2L), quest(2, minute(2), 3L));
        rules.when(questChanged(5, QuestDetailsBuilder.builder().endDate(time(20))));
        assertThat(rules.first())
                .containsExactly(quest(3, minute(2), 2L), quest(2, minute(2), 3L), quest(4, minute(8), 5L));
    }

    @Test
    void a_disabled_quest_completes_nothing_until_it_is_enabled() {
        rules.at(minute(0))
                .when(
                        questCreated(5, QuestType.CAMPAIGN, entryQuest().isDisabled(true)),
                        entered(1, 900),
                        questChanged(5, QuestDetailsBuilder.builder().isDisabled(false)));
        assertThat(rules.first()).containsExactly(quest(1, minute(0), 2L));
        rules.when(new BusinessRemoved(new BusinessId(7, 70)), entered(2, 900));
        assertThat(rules.first()).hasSize(1);
    }

    @Test
    void a_deed_done_while_locked_counts_when_the_fan_may_do_it_if_the_quest_is_active_then() {
        rules.at(minute(0))
                .when(questCreated(
                        5,
                        QuestType.CAMPAIGN,
                        entryQuest()
                                .endDate(time(10))
                                .accessRestrictionType(AccessRestriction.FAN_POINTS)
                                .fanPointsRequired(100L)));
        rules.at(minute(1)).when(entered(1, 900), entered(2, 900), awarded(1, 99, 99));
        assertThat(rules.first()).isEmpty();
        rules.at(minute(3)).when(awarded(1, 1, 100));
        assertThat(rules.first()).containsExactly(quest(1, minute(3), 2L, 5L));
        rules.at(minute(11)).when(awarded(2, 100, 100));
        assertThat(rules.first()).hasSize(1);
        rules.when(questChanged(5, QuestDetailsBuilder.builder().endDate(time(20))));
        assertThat(rules.first()).last().isEqualTo(quest(2, minute(11), 3L, 6L));
    }

    @Test
    void an_award_has_the_time_of_the_deed_that_caused_it() {
        rules.at(minute(0))
                .when(questCreated(
                        5,
                        QuestType.CAMPAIGN,
                        entryQuest()
                                .endDate(time(10))
                                .accessRestrictionType(AccessRestriction.FAN_POINTS)
                                .fanPointsRequired(100L)));
        rules.at(minute(1)).when(entered(1, 900));
        rules.at(minute(60)).when(completed(1, 6, minute(4)), awarded(1, 100, 100L, minute(4)));
        assertThat(rules.first()).containsExactly(quest(1, minute(4), 2L, 4L));
    }

    @Test
    void the_award_that_passes_the_threshold_in_the_log_opens_a_quest_at_its_own_time() {
        rules.at(minute(0))
                .when(questCreated(
                        5,
                        QuestType.CAMPAIGN,
                        entryQuest()
                                .endDate(time(10))
                                .accessRestrictionType(AccessRestriction.FAN_POINTS)
                                .fanPointsRequired(100L)));
        rules.at(minute(1)).when(entered(1, 900), entered(2, 900));
        rules.at(minute(60)).when(effective(awarded(1, 60, 60), minute(8)));
        assertThat(rules.first()).isEmpty();
        rules.when(effective(awarded(1, 60, 120), minute(4)));
        assertThat(rules.first()).containsExactly(quest(1, minute(4), 2L, 5L));
        rules.when(effective(awarded(2, 60, 60), minute(4)), effective(awarded(2, 60, 120), minute(10)));
        assertThat(rules.first()).as("the quest was over then").hasSize(1);
    }

    @Test
    void the_dates_of_an_entry_are_compared_with_its_own_time_if_it_is_earlier_than_its_stamp() {
        rules.at(minute(2)).when(effective(entered(4, 900), minute(1)));
        rules.at(minute(3))
                .when(questCreated(5, QuestType.CAMPAIGN, entryQuest().endDate(time(10))));
        rules.at(minute(4)).when(effective(entered(1, 900), minute(11)));
        rules.at(minute(60))
                .when(entered(2, 900), effective(entered(2, 900), minute(10)), effective(entered(3, 900), minute(1)));
        assertThat(rules.first()).containsExactly(quest(1, minute(4), 3L), quest(3, minute(1), 6L));
        rules.when(effective(entered(2, 900), minute(9)));
        assertThat(rules.first()).last().isEqualTo(quest(2, minute(9), 7L));
        rules.when(questChanged(5, QuestDetailsBuilder.builder().startDate(time(0))));
        assertThat(rules.first()).last().isEqualTo(quest(4, minute(1), 1L));
    }

    @Test
    void a_reward_that_is_over_is_met_by_points_and_an_activity_of_their_own_times() {
        rules.at(minute(1)).when(loggedIn(1), loggedIn(2));
        rules.at(minute(20)).when(rewardCreated("r", rewardForPoints(100).expirationTimestamp(minute(10))));
        rules.at(minute(60))
                .when(
                        effective(awarded(1, 100, 100), minute(6)),
                        effective(entered(1, 900), minute(5)),
                        effective(awarded(2, 100, 100), minute(6)),
                        effective(entered(2, 900), minute(10)));
        assertThat(rules.first()).containsExactly(reward(1, minute(6), 1L, 4L, 5L));
    }

    @Test
    void the_activity_of_a_completion_keeps_the_time_of_the_completion() {
        rules.at(minute(1)).when(loggedIn(1), rewardCreated("r", rewardForPoints(0)));
        rules.at(minute(60)).when(completed(1, 6, minute(4)), effective(entered(1, 6), minute(3)));
        assertThat(rules.first()).containsExactly(reward(1, minute(4), 1L, 4L));
    }

    @Test
    void tags_open_a_quest_whenever_they_are_named() {
        rules.at(minute(0))
                .when(
                        questCreated(
                                5,
                                QuestType.CAMPAIGN,
                                entryQuest()
                                        .accessRestrictionType(AccessRestriction.TAG)
                                        .tagName("ＶＩＰ")),
                        entered(1, 900),
                        entered(2, 900),
                        tagged(1, 33),
                        tagMade(33, " vip"),
                        tagMade(34, "other"),
                        tagged(2, 34));
        assertThat(rules.first()).containsExactly(quest(1, minute(0), 2L, 5L));
        rules.when(tagged(3, 33), untagged(3, 33), entered(3, 900));
        assertThat(rules.first()).hasSize(1);
        rules.when(tagged(3, 33));
        assertThat(rules.first()).last().isEqualTo(quest(3, minute(0), 10L, 11L));
    }

    @Test
    void required_quests_open_a_quest_and_an_empty_list_never_does() {
        rules.at(minute(0))
                .when(
                        questCreated(
                                5,
                                QuestType.CAMPAIGN,
                                entryQuest()
                                        .accessRestrictionType(AccessRestriction.QUESTS)
                                        .requiredPageTabIds(List.of(6L, 7L))),
                        questCreated(
                                8, QuestType.CAMPAIGN, entryQuest().accessRestrictionType(AccessRestriction.QUESTS)));
        rules.at(minute(5))
                .when(
                        entered(1, 900),
                        completed(1, 6, minute(4)),
                        completed(2, 7, minute(2)),
                        completed(1, 7, minute(3)));
        assertThat(rules.first()).containsExactly(quest(1, minute(5), 3L, 6L));
    }

    @Test
    void scan_holder_link_and_quest_come_in_any_order() {
        List<List<Integer>> orders = permutations(List.of(0, 1, 2, 3, 4));
        assertThat(orders).hasSize(120);
        for (List<Integer> order : orders) {
            RulesUnderTest each = new RulesUnderTest().at(minute(30)).when(eventMade("e1"));
            for (int step : order) {
                each.when(
                        switch (step) {
                            case 0 -> scanned("code.7.c", minute(3));
                            case 1 -> found("c", "ticket.7.t");
                            case 2 -> ticket(1, "t", "e1");
                            case 3 -> eventLinked("e1");
                            default -> questCreated(5, QuestType.SCAN, scanQuest(minute(0), minute(5)));
                        });
            }
            assertThat(each.first()).hasSize(1);
            RuleMatch received = each.first().getFirst();
            assertThat(received.fan()).isEqualTo(1);
            assertThat(received.at()).isEqualTo(minute(3));
            long scan = order.indexOf(0) + 2;
            long ticket = order.indexOf(2) + 2;
            long link = order.indexOf(3) + 2;
            assertThat(received.causes()).contains(scan, ticket, link).isSorted();
        }
    }

    private static List<List<Integer>> permutations(List<Integer> of) {
        if (of.isEmpty()) {
            return List.of(List.of());
        }
        List<List<Integer>> all = new ArrayList<>();
        for (Integer first : of) {
            List<Integer> rest = new ArrayList<>(of);
            rest.remove(first);
            permutations(rest).forEach(each -> {
                List<Integer> whole = new ArrayList<>(List.of(first));
                whole.addAll(each);
                all.add(whole);
            });
        }
        return all;
    }

    @Test
    void a_scan_counts_only_with_both_bounds_success_group_and_time() {
        rules.at(minute(30))
                .when(
                        eventLinked("e1"),
                        ticket(1, "t", "e1"),
                        ticket(2, "u", "e2"),
                        questCreated(5, QuestType.SCAN, scanQuest(minute(1), null)),
                        scanned("ticket.7.t", minute(3)));
        assertThat(rules.first()).isEmpty();
        rules.when(questChanged(5, QuestDetailsBuilder.builder().scanMaxTimestamp(minute(2))));
        rules.when(
                scanned("ticket.7.t", minute(1).minusMillis(1)),
                scanned("ticket.7.t", minute(2).plusSeconds(1)),
                scanned("ticket.7.t", null),
                scanned("ticket.7.t", minute(2), "Door 2", true),
                scanned("ticket.7.t", minute(2), "Door 1", false),
                scanned("ticket.7.t", minute(2), "Door 1", null),
                scanned("ticket.7.u", minute(2)),
                scanned("ticket.7.unknown", minute(2)));
        assertThat(rules.first()).isEmpty();
        rules.when(scanned("ticket.7.t", minute(2).plusMillis(999), "VIP", true));
        assertThat(rules.first()).containsExactly(quest(1, minute(2).plusMillis(999), 1L, 2L, 15L));
    }

    @Test
    void a_wristband_that_the_fan_holds_is_of_the_event_that_the_scanner_names() {
        rules.at(minute(30))
                .when(
                        eventLinked("e1"),
                        questCreated(5, QuestType.SCAN, scanQuest(minute(0), minute(9))),
                        scanned("code.7.c", minute(3)),
                        found("c", "identifiers.7.1"),
                        scanned("identifiers.7.2", minute(4)));
        assertThat(rules.first()).containsExactly(quest(1, minute(3), 1L, 3L, 4L), quest(2, minute(4), 1L, 5L));
    }

    @Test
    void a_ticket_that_moves_takes_its_scans_along() {
        rules.at(minute(30))
                .when(
                        eventLinked("e1"),
                        ticket(1, "t", "e1"),
                        scanned("ticket.7.t", minute(3)),
                        ticket(2, "t", "e1"),
                        questCreated(5, QuestType.SCAN, scanQuest(minute(0), minute(9))));
        assertThat(rules.first()).containsExactly(quest(2, minute(3), 1L, 3L, 4L));
        rules.when(ticket(3, "t", "e1"));
        assertThat(rules.first()).last().isEqualTo(quest(3, minute(3), 1L, 3L, 6L));
        rules.when(eventUnlinked("e1"), ticket(4, "t", "e1"));
        assertThat(rules.first()).hasSize(2);
    }

    @Test
    void a_registration_with_a_lookup_id_completes_a_wristband_quest() {
        rules.at(minute(30))
                .when(
                        registered(1, "r1", "e1", "band", minute(3)),
                        registered(2, "r2", "e1", null, minute(3)),
                        registered(3, "r3", "e2", "band", minute(3)),
                        eventMade("e1"),
                        questCreated(5, QuestType.WRISTBAND, questDetails().performanceUid(LoyaltyEvents.PERFORMANCE)));
        assertThat(rules.first()).isEmpty();
        rules.when(
                eventLinked("e1"), registered(4, "r4", "e1", "band", null), registered(2, "r2", "e1", "b", minute(1)));
        assertThat(rules.first())
                .containsExactly(
                        quest(1, minute(3), 1L, 6L), quest(4, minute(30), 6L, 7L), quest(2, minute(1), 6L, 8L));
    }

    @Test
    void a_reward_has_three_conditions_and_any_may_come_last() {
        for (List<Integer> order : permutations(List.of(0, 1, 2, 3))) {
            RulesUnderTest each = new RulesUnderTest();
            for (int i = 0; i < 4; i++) {
                each.at(minute(i))
                        .when(
                                switch (order.get(i)) {
                                    case 0 -> awarded(1, 100, 100);
                                    case 1 -> loggedIn(1);
                                    case 2 -> entered(1, 900);
                                    default -> rewardCreated("r", rewardForPoints(100));
                                });
            }
            List<Long> causes = new ArrayList<>(List.of(1L, 2L, 3L, 4L));
            causes.remove((long) order.indexOf(3) + 1);
            assertThat(each.first())
                    .as(order.toString())
                    .containsExactly(new RuleMatch(REWARD, 1, minute(causes.getLast() - 1), causes));
        }
    }

    @Test
    void up_and_down_is_met_once_for_ever_and_only_who_meets_it_now_gets_a_new_reward() {
        rules.at(minute(0)).when(loggedIn(1), entered(1, 900), rewardCreated("r", rewardForPoints(100)));
        rules.at(minute(1)).when(awarded(1, 100, 100), awarded(1, -50, 50), issued(1, "r", 1), awarded(1, 60, 110));
        assertThat(rules.received).hasSize(1);
        assertThat(rules.first()).containsExactly(reward(1, minute(1), 1L, 2L, 4L));
        rules.when(awarded(1, -20, 90), rewardCreated("s", rewardForPoints(100)));
        assertThat(rules.received).hasSize(1);
        rules.when(awarded(1, 30, 120));
        assertThat(rules.received).hasSize(2);
    }

    @Test
    void points_reached_before_the_first_login_give_the_reward_unless_they_are_gone_by_then() {
        rules.at(minute(0)).when(rewardCreated("r", rewardForPoints(100)));
        for (long fan = 1; fan <= 4; fan++) {
            rules.when(awarded(fan, 100, 100), entered(fan, 900));
        }
        rules.when(awarded(2, -1, 99), awarded(3, -1, 99), awarded(3, 1, 100), ofOtherType(4, -100, -100));
        rules.when(ofOtherType(5, 100, 100), entered(5, 900));
        for (long fan = 1; fan <= 5; fan++) {
            rules.when(loggedIn(fan));
        }
        assertThat(rules.received).extracting(Fulfilment::fanId).containsExactly(1L, 3L, 4L);
        assertThat(rules.facts.documents()).doesNotContainKeys(ReachedReward.class, Balance.class);
    }

    private static PointsAwarded ofOtherType(long fan, long count, long balance) {
        return PointsEventPointsAwardedBuilder.builder(awarded(fan, count, balance))
                .ledger(new LedgerId(LoyaltyEvents.fan(fan), "another-points-uid"))
                .build();
    }

    @Test
    void the_highest_balance_counts_for_the_present_threshold() {
        rules.at(minute(0)).when(rewardCreated("r", rewardForPoints(100)));
        rules.when(awarded(1, 120, 120), entered(1, 900), awarded(2, 170, 170), entered(2, 900));
        rules.when(rewardChanged("r", RewardDetailsBuilder.builder().fanPointsRequired(150L)));
        rules.when(loggedIn(1), loggedIn(2));
        assertThat(rules.received).extracting(Fulfilment::fanId).containsExactly(2L);
        rules.when(issued(2, "r", 1));
        rules.when(rewardChanged("r", RewardDetailsBuilder.builder().fanPointsRequired(110L)));
        assertThat(rules.received).last().extracting(Fulfilment::fanId).isEqualTo(1L);
    }

    @Test
    void awards_of_an_earlier_build_add_up_until_the_ledger_states_its_balance() {
        rules.at(minute(0)).when(rewardCreated("r", rewardForPoints(100)), loggedIn(1), entered(1, 900));
        rules.when(awarded(1, 60, null, null), awarded(1, 30, null, null), awarded(1, 5, 95), awarded(1, 5, 100));
        assertThat(rules.first()).containsExactly(reward(1, minute(0), 2L, 3L, 7L));
    }

    @Test
    void documents_of_a_build_that_kept_each_balance_are_still_right() {
        rules.at(minute(0)).when(rewardCreated("r", rewardForPoints(100)));
        rules.when(awarded(1, 120, 120), awarded(2, 120, 120), awarded(3, 90, 90));
        for (long fan = 1; fan <= 3; fan++) {
            String key = "7." + fan + "/";
            rules.facts.remove(ReachedReward.class, key + "reward.7.r@1");
            rules.facts.put(key + LoyaltyEvents.POINTS, new Balance(fan == 3 ? 90 : 120, 1 + fan));
        }
        assertThat(rules.facts.documents()).doesNotContainKey(ReachedReward.class);
        rules.when(awarded(2, -30, 90), awarded(3, 20, 110));
        for (long fan = 1; fan <= 3; fan++) {
            rules.when(entered(fan, 900), loggedIn(fan));
        }
        assertThat(rules.received).extracting(Fulfilment::fanId).containsExactly(1L, 3L);
    }

    @Test
    void the_first_are_those_who_came_to_meet_it_first() {
        rules.at(minute(0)).when(awarded(1, 100, 100), awarded(2, 100, 100), awarded(3, 100, 100));
        rules.at(minute(1)).when(entered(2, 900), entered(1, 900), entered(3, 900));
        rules.at(minute(2)).when(loggedIn(1), loggedIn(3), loggedIn(2));
        rules.at(minute(3)).when(awarded(3, -1, 99), awarded(3, 1, 100));
        rules.when(rewardCreated(
                "r",
                rewardForPoints(100).winnerSelectionModel(WinnerSelection.FIRST).rewardLimit(2L)));
        assertThat(rules.first())
                .containsExactly(
                        reward(1, minute(2), 1L, 5L, 7L),
                        reward(2, minute(2), 2L, 4L, 9L),
                        reward(3, minute(3), 6L, 8L, 11L));
        var rule = rules.received.getFirst().rule();
        assertThat(rule.isLimited()).isTrue();
        rules.when(issued(1, "r", 1));
        assertThat(RuleEvaluation.isFull(rules.facts, rule)).isFalse();
        rules.when(issued(2, "r", 2), issued(2, "r", 2));
        assertThat(RuleEvaluation.isFull(rules.facts, rule)).isTrue();
        rules.when(rewardChanged("r", RewardDetailsBuilder.builder().rewardLimit(3L)));
        assertThat(rules.received).last().extracting(each -> each.fanId()).isEqualTo(3L);
    }

    @Test
    void a_tier_is_met_by_its_own_type_and_a_changed_tier_by_those_who_meet_it_then() {
        rules.at(minute(0)).when(tierAdded("gold", 200));
        rules.when(rewardCreated(
                "r",
                RewardDetailsBuilder.builder()
                        .requirementType(RequirementType.POINT_TIER)
                        .pointTierUid("gold")));
        rules.when(loggedIn(1), entered(1, 900), loggedIn(2), entered(2, 900));
        rules.at(minute(1)).when(awarded(2, 150, 150), awarded(1, 120, 120));
        assertThat(rules.first()).isEmpty();
        rules.at(minute(2)).when(tierChanged("gold", 120));
        assertThat(rules.first()).containsExactly(reward(2, minute(1), 5L, 6L, 7L), reward(1, minute(1), 3L, 4L, 8L));
        int received = rules.received.size();
        rules.when(tierChanged("gold", 120));
        assertThat(rules.received).hasSize(received);
    }

    @Test
    void a_tier_that_asks_for_nothing_is_met_by_who_has_no_points() {
        rules.at(minute(0)).when(tierAdded("none", 0));
        rules.when(rewardCreated(
                "r",
                RewardDetailsBuilder.builder()
                        .requirementType(RequirementType.POINT_TIER)
                        .pointTierUid("none")));
        rules.when(loggedIn(1), entered(1, 900));
        assertThat(rules.first()).containsExactly(reward(1, minute(0), 3L, 4L));
        rules.when(awarded(2, -5, -5), loggedIn(2), entered(2, 900));
        assertThat(rules.first()).hasSize(1);
        rules.when(awarded(2, 5, 0));
        assertThat(rules.first()).hasSize(2);
    }

    @Test
    void the_time_of_the_last_deed_is_before_the_expiration_whenever_it_is_folded() {
        rules.at(minute(0)).when(rewardCreated("r", rewardForPoints(100).expirationTimestamp(minute(10))));
        rules.when(loggedIn(1), entered(1, 900), loggedIn(2), entered(2, 900), entered(3, 900));
        rules.at(minute(60))
                .when(
                        completed(1, 6, minute(9)),
                        awarded(1, 100, 100L, minute(9)),
                        awarded(2, 100, 100),
                        completed(3, 6, minute(9)),
                        awarded(3, 100, 100L, minute(9)),
                        loggedIn(3));
        assertThat(rules.first()).containsExactly(reward(1, minute(9), 2L, 3L, 8L));
        rules.when(rewardChanged("r", RewardDetailsBuilder.builder().expirationTimestamp(minute(90))));
        assertThat(rules.first()).hasSize(3);
    }

    @Test
    void the_activity_of_a_completion_has_the_time_of_its_deed() {
        rules.at(minute(0))
                .when(
                        rewardCreated("r", rewardForPoints(100).expirationTimestamp(minute(10))),
                        loggedIn(1),
                        awarded(1, 100, 100));
        rules.at(minute(60)).when(completed(1, 6, minute(9)), entered(1, 6));
        assertThat(rules.first()).containsExactly(reward(1, minute(9), 2L, 3L, 5L));
    }

    @Test
    void a_reward_for_quests_is_met_when_the_last_is_completed() {
        rules.at(minute(0)).when(loggedIn(1), entered(1, 900), completed(1, 6, minute(8)));
        rules.when(rewardCreated(
                "r",
                RewardDetailsBuilder.builder()
                        .requirementType(RequirementType.QUESTS)
                        .requiredPageTabIds(List.of(6L, 7L))));
        rules.at(minute(9)).when(completed(1, 7, minute(7)));
        assertThat(rules.first()).containsExactly(reward(1, minute(8), 1L, 2L, 5L));
    }

    @Test
    void erased_fans_vanish() {
        Event[] met = {loggedIn(1), entered(1, 900), awarded(1, 100, 100)};
        rules.at(minute(0)).when(met).when(erased(1), rewardCreated("r", rewardForPoints(100)));
        rules.when(met);
        rules.when(awarded(2, 100, 100), erased(2), loggedIn(2), entered(2, 900));
        assertThat(rules.first()).isEmpty();
    }

    @Test
    void a_change_that_decides_alike_applies_to_nobody_again() {
        rules.at(minute(0)).when(met(1));
        rules.when(rewardCreated("r", rewardForPoints(100)));
        assertThat(rules.received).hasSize(1);
        rules.when(rewardChanged(
                "r", RewardDetailsBuilder.builder().description("New words").orderIdx(3L)));
        assertThat(rules.received).hasSize(1);
    }

    private static Event[] met(long fan) {
        return new Event[] {loggedIn(fan), entered(fan, 900), awarded(fan, 100, 100)};
    }
}
