package encore.query.activities;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.infra.eventstore.log.EventLog;
import encore.infra.eventstore.log.commit.NewCommit;
import encore.infra.eventstore.sqlite.SqliteEventLog;
import encore.kernel.Refusal;
import encore.kernel.activities.Activity;
import encore.kernel.activities.ActivityCount;
import encore.kernel.activities.ActivityEvent.ActivityRecorded;
import encore.kernel.activities.ActivityQuery.FindActivitiesOfFan;
import encore.kernel.activities.ActivityQuery.FindActivityRows;
import encore.kernel.activities.ActivityQuery.FindActivityStats;
import encore.kernel.activities.ActivityQuery.FindEntries;
import encore.kernel.activities.ActivityQuery.FindFeed;
import encore.kernel.activities.ActivityQuery.FindLastActivities;
import encore.kernel.activities.ActivityQuery.FindLastCampaigns;
import encore.kernel.activities.ActivityQuery.FindRowsOfCampaign;
import encore.kernel.activities.ActivityQuery.FindRowsOfFan;
import encore.kernel.activities.ActivityQuery.FindSimpleActivities;
import encore.kernel.activities.ActivityQuery.FindTallies;
import encore.kernel.activities.ActivityRow;
import encore.kernel.activities.ActivityTally;
import encore.kernel.activities.FeedActivity;
import encore.kernel.activities.LastCampaign;
import encore.kernel.campaigns.AppType;
import encore.kernel.campaigns.Campaign;
import encore.kernel.campaigns.CampaignDetailsBuilder;
import encore.kernel.campaigns.CampaignQuery.FindCampaign;
import encore.kernel.campaigns.CampaignQuery.FindCampaigns;
import encore.kernel.connections.ConnectionQuery.FindApprovedConnections;
import encore.kernel.connections.ConnectionsByFan;
import encore.kernel.fans.Fan;
import encore.kernel.fans.FanBuilder;
import encore.kernel.fans.FanDetails.Identifier;
import encore.kernel.fans.FanQuery.FindFanRows;
import encore.kernel.fans.FanQuery.FindFans;
import encore.kernel.fans.FanQuery.RequireFan;
import encore.kernel.fans.FanState;
import encore.kernel.identifiers.FanIdentifier;
import encore.kernel.identifiers.IdentifierQuery.FindIdentifiers;
import encore.kernel.likings.IdolNamesOfFan;
import encore.kernel.likings.LikingQuery.FindIdolNamesOfFans;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.IdWindow;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.points.PointTypeId;
import encore.kernel.points.PointsEvent.PointTypeCreated;
import encore.kernel.quests.Quest;
import encore.kernel.quests.QuestDetails;
import encore.kernel.quests.QuestDetailsBuilder;
import encore.kernel.quests.QuestQuery.FindQuests;
import encore.kernel.quests.QuestType;
import encore.query.FakeQueryGateway;
import encore.query.runner.MemoryTail;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

class ActivitiesWithTitlesTest {

    private static final Instant THEN = Instant.parse("2026-03-01T12:00:00Z");
    private static final NextKey FIRST = new NextKey(null, 10);

    private final MemoryTail tail = new MemoryTail();
    private final List<ActivityRow> rows = new ArrayList<>();
    private final FakeQueryGateway questions = new FakeQueryGateway()
            .on(RequireFan.class, query -> new FanState(query.fanId(), FanState.State.KNOWN))
            .on(FindRowsOfFan.class, query -> new Page<>(rows, "9", "1", true, 9))
            .on(FindActivityRows.class, query -> new Page<>(rows, "9", "1", true, 9))
            .on(FindRowsOfCampaign.class, query -> new Page<>(rows, "9", "1", true, 9))
            .on(FindCampaign.class, query -> {
                if (query.pageTabId() != 9) {
                    throw Refusal.unknown("There is no such thing.");
                }
                return campaign(9, "The Quiz");
            })
            .on(FindCampaigns.class, query -> List.of(campaign(9, "The Quiz")))
            .on(FindQuests.class, query -> query.pageTabIds().contains(88L) ? List.of(quest(88, "Dance")) : List.of());
    private EventLog log;
    private ActivitiesWithTitles titled;

    @BeforeEach
    void open(@TempDir Path directory) {
        log = SqliteEventLog.open(directory);
        titled = new ActivitiesWithTitles(questions, new ActivityReader(tail, log));
    }

    @AfterEach
    void close() {
        log.close();
    }

    @Test
    void a_campaigns_present_name_is_shown_and_what_was_said_where_there_is_none() {
        record(TestActivities.in(9, 42, "Quiz", "colour"));
        record(TestActivities.in(8, 42, "Gone"));
        record(TestActivities.titled(42, "Doors"));
        record(TestActivities.titled(42, null));
        Page<Activity> page = titled.find(new FindActivitiesOfFan(7, 42, null, FIRST));
        assertThat(page.rows()).extracting(Activity::campaignTitle).containsExactly("The Quiz", "Gone", "Doors", null);
        assertThat(page.rows()).extracting(Activity::pageTabId).containsExactly(9L, 8L, null, null);
        Activity first = page.rows().getFirst();
        assertThat(first.appType()).isEqualTo("trivia");
        assertThat(first.details()).hasToString("{\"colour\":\"x\"}");
        assertThat(first.ipAddress()).isEqualTo("10.0.0.1");
        assertThat(questions.askedQueries).contains(new FindCampaigns(7, List.of(9L, 8L)));
    }

    @Test
    void the_present_title_of_a_quest_is_shown() {
        CampaignTitles titles = CampaignTitles.of(7, List.of(9L, 88L, 7L), id -> id, questions);
        assertThat(titles.titleOf(88L, "Before")).isEqualTo("Dance");
        assertThat(titles.titleOf(9L, "Before")).isEqualTo("The Quiz");
        assertThat(titles.titleOf(7L, "Before")).isEqualTo("Before");
        questions.askedQueries.clear();
        CampaignTitles.of(7, List.of(9L), id -> id, questions);
        assertThat(questions.askedQueries).noneMatch(FindQuests.class::isInstance);
    }

    private static Quest quest(long pageTabId, String title) {
        return new Quest(
                7,
                pageTabId,
                5,
                QuestType.CUSTOM,
                "discs",
                null,
                QuestDetailsBuilder.builder(QuestDetails.NONE).questTitle(title).build(),
                List.of(),
                THEN);
    }

    @Test
    void a_title_is_looked_for_as_it_is_shown_and_the_page_leads_on() {
        record(TestActivities.in(9, 42, "Quiz"));
        record(TestActivities.titled(42, "The Quiz"));
        record(TestActivities.titled(42, "Doors"));
        for (String title : List.of("The Quiz", " The Quiz ")) {
            Page<Activity> page = titled.find(new FindActivitiesOfFan(7, 42, title, FIRST));
            assertThat(page.rows()).extracting(Activity::activityId).containsExactly(1L, 2L);
            assertThat(page.last()).isEqualTo("1");
            assertThat(page.more()).isTrue();
        }
        assertThat(titled.find(new FindActivitiesOfFan(7, 42, "Quiz", FIRST)).rows())
                .isEmpty();
    }

    @Test
    void activities_far_apart_in_the_log_are_found_as_well() {
        for (int i = 0; i < 700; i++) {
            if (i % 100 < 3) {
                record(TestActivities.titled(i, "Doors"));
            } else {
                tail.append("other", new PointTypeCreated(new PointTypeId(7, "p"), "Points"));
            }
        }
        assertThat(titled.find(new FindActivitiesOfFan(7, 42, null, FIRST)).rows())
                .hasSize(21)
                .allSatisfy(activity -> assertThat(activity.ipAddress()).isEqualTo("10.0.0.1"));
    }

    @Test
    void counts_of_one_title_are_one_row_and_can_be_picked() {
        questions.on(
                FindTallies.class,
                query -> List.of(
                        new ActivityTally(null, "The Quiz", null, 2, 1),
                        new ActivityTally(null, "Doors", null, 4, 2),
                        new ActivityTally(9L, "Quiz", null, 3, 3),
                        new ActivityTally(9L, "Quiz", "colour", 1, 3)));
        var quiz = new ActivityCount(7, "The Quiz", null, 5);
        var colour = new ActivityCount(7, "The Quiz", "colour", 1);
        var doors = new ActivityCount(7, "Doors", null, 4);
        assertThat(titled.find(new FindActivityStats(7, null, null))).containsExactly(quiz, doors, colour);
        assertThat(titled.find(new FindActivityStats(7, "The Quiz", null))).containsExactly(quiz, colour);
        assertThat(titled.find(new FindActivityStats(7, null, "colour"))).containsExactly(colour);
        assertThat(titled.find(new FindActivityStats(7, "Doors", "colour"))).isEmpty();
        assertThat(titled.find(new FindActivityStats(7, "Quiz", null))).isEmpty();
    }

    @Test
    void last_activities_of_fans_have_the_campaigns_present_name() {
        questions.on(
                FindLastActivities.class,
                query -> List.of(new LastCampaign(42, 9L, "Quiz"), new LastCampaign(43, null, "Doors")));
        assertThat(titled.find(new FindLastCampaigns(7, List.of(42L, 43L))))
                .containsExactly(new LastCampaign(42, 9L, "The Quiz"), new LastCampaign(43, null, "Doors"));
    }

    @Test
    void the_feed_shows_fans_as_they_are_now_and_of_erased_ones_ids_titles_and_times() {
        record(TestActivities.in(9, 42, "Quiz", "colour"));
        record(TestActivities.in(9, 43, "Quiz"));
        questions
                .on(FindFanRows.class, query -> List.of(fan(42)))
                .on(FindFans.class, query -> List.of(fan(42)))
                .on(
                        FindApprovedConnections.class,
                        query -> new ConnectionsByFan(Map.of(42L, List.of(50L), 43L, List.of(51L))))
                .on(FindIdentifiers.class, query -> List.of(new FanIdentifier(7, 42, "music", "ada", THEN)))
                .on(FindIdolNamesOfFans.class, query -> List.of(new IdolNamesOfFan(42, List.of("Ada"))));
        var feed = new ActivityFeed(questions, new ActivityReader(tail, log), new DayPositions(log));
        Page<FeedActivity> page = feed.find(new FindFeed(7, null, null, false, new IdWindow(null, null, 10)));
        FeedActivity ann = page.rows().getFirst();
        assertThat(ann.email()).isEqualTo("fan42@x.example");
        assertThat(ann.connectionFanIds()).containsExactly(50L);
        assertThat(ann.optedInBusinessIds()).containsExactly(3L);
        assertThat(ann.details()).hasToString("{\"colour\":\"x\"}");
        assertThat(ann.fan()).isNull();
        assertThat(ann.identifiers()).isNull();
        assertThat(ann.idolNames()).isNull();
        FeedActivity erased = page.rows().getLast();
        assertThat(erased)
                .isEqualTo(FeedActivity.ofErasedFan(titled.find(new FindActivitiesOfFan(7, 43, null, FIRST))
                        .rows()
                        .getLast()));
        assertThat(erased.campaignTitle()).isEqualTo("The Quiz");
        assertThat(erased.ipAddress()).isNull();
        assertThat(erased.connectionFanIds()).isNull();

        FeedActivity detailed = feed.find(new FindFeed(7, null, null, true, new IdWindow(null, null, 10)))
                .rows()
                .getFirst();
        assertThat(detailed.fan()).isEqualTo(fan(42));
        assertThat(detailed.identifiers()).containsExactly(new Identifier("music", "ada"));
        assertThat(detailed.idolNames()).containsExactly("Ada");
    }

    @Test
    void a_day_that_is_not_over_has_no_upper_end_and_nothing_lies_on_a_day_before_the_log() {
        var days = new DayPositions(log);
        var open = new IdWindow(null, null, 10);
        assertThat(days.limitToDay(LocalDate.now(ZoneOffset.UTC), open)).isEqualTo(open);
        byte[] json = "{}".getBytes(StandardCharsets.UTF_8);
        var event = new NewCommit.NewEvent("activity.7.uid", 0, "activity_recorded", "1", json, json);
        log.append(new NewCommit(new byte[16], List.of(event), null, List.of(), List.of(), List.of()))
                .join();
        assertThat(days.limitToDay(LocalDate.now(ZoneOffset.UTC), open)).isEqualTo(open);
        assertThat(days.limitToDay(LocalDate.now(ZoneOffset.UTC), new IdWindow(0L, null, 10)))
                .isEqualTo(new IdWindow(0L, null, 10));
        assertThat(days.limitToDay(LocalDate.parse("2001-01-01"), open)).isEqualTo(new IdWindow(null, 1L, 10));
        assertThat(days.limitToDay(LocalDate.parse("2001-01-01"), new IdWindow(5L, 7L, 10)))
                .isEqualTo(new IdWindow(5L, 1L, 10));
    }

    @Test
    void a_campaigns_entries_have_the_data_of_its_app_and_an_unknown_campaign_is_refused() {
        record(TestActivities.scored(9, 42, AppType.TRIVIA, 50L, 1_500L, 3L));
        Activity.Entry entry = titled.find(new FindEntries(7, 9, FIRST)).rows().getFirst();
        assertThat(entry)
                .isEqualTo(new Activity.Entry(
                        rows.getFirst().activityId(),
                        42,
                        50L,
                        3L,
                        1_500L,
                        JsonMapper.shared().createObjectNode().put("level", 1),
                        "phone",
                        "key",
                        "10.0.0.1",
                        THEN,
                        null));
        assertThatThrownBy(() -> titled.find(new FindEntries(7, 10, FIRST))).isInstanceOf(Refusal.class);
    }

    @Test
    void each_answer_tells_a_time_of_its_own_beside_the_stamp() {
        Instant before = Instant.parse("2019-07-06T20:15:00Z");
        record(TestActivities.at(before, TestActivities.in(9, 42, "Quiz")));
        record(TestActivities.at(THEN.plusSeconds(30), TestActivities.in(9, 42, "Quiz")));
        record(TestActivities.in(9, 42, "Quiz"));
        assertThat(titled.find(new FindSimpleActivities(7, 9, FIRST)).rows())
                .allSatisfy(row -> assertThat(row.creationTimestamp()).isEqualTo(THEN))
                .extracting(Activity.Simple::effectiveAtIso)
                .containsExactly(before, THEN, null);
        assertThat(titled.find(new FindEntries(7, 9, FIRST)).rows())
                .allSatisfy(row -> assertThat(row.creationTimestamp()).isEqualTo(THEN))
                .extracting(Activity.Entry::effectiveAtIso)
                .containsExactly(before, THEN, null);
        assertThat(titled.find(new FindActivitiesOfFan(7, 42, null, FIRST)).rows())
                .extracting(Activity::fanActivity)
                .allSatisfy(row -> assertThat(row.creationTimestamp()).isEqualTo(THEN))
                .extracting(Activity.FanActivity::effectiveAtIso)
                .containsExactly(before, THEN, null);
        assertThat(titled.find(new FindActivitiesOfFan(7, 42, null, FIRST)).rows())
                .extracting(FeedActivity::ofErasedFan)
                .extracting(FeedActivity::effectiveAtIso)
                .containsExactly(before, THEN, null);
    }

    @Test
    void rows_that_the_log_has_not_announced_yet_are_asked_for_again() {
        rows.add(new ActivityRow(7, 5, 42, null, "Doors", THEN, null));
        assertThatThrownBy(() -> titled.find(new FindActivitiesOfFan(7, 42, null, FIRST)))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.kind()).isEqualTo(Refusal.Kind.UNAVAILABLE));
    }

    private void record(ActivityRecorded event) {
        long position = tail.append("activity.7.uid", event);
        rows.add(ActivityRow.of(event, position, THEN));
    }

    private static Campaign campaign(long pageTabId, String name) {
        var details = CampaignDetailsBuilder.builder().name(name).build();
        return new Campaign(7, pageTabId, AppType.TRIVIA, null, details, THEN);
    }

    private static Fan fan(long fanId) {
        return FanBuilder.builder()
                .fanId(fanId)
                .accountId(7)
                .creationTimestamp(THEN)
                .lastUpdateTimestamp(THEN)
                .fields(null)
                .hasPassword(false)
                .firstName("Ada")
                .email("fan" + fanId + "@x.example")
                .isSubscribed(true)
                .optedInBusinessIds(List.of(3L))
                .build();
    }
}
