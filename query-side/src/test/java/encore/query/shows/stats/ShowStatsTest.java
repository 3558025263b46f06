package encore.query.shows.stats;

import static encore.query.campaigns.CampaignEvents.SPRING;
import static encore.query.campaigns.CampaignEvents.springIsThere;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.infra.eventstore.log.EventLog;
import encore.infra.eventstore.sqlite.SqliteEventLog;
import encore.kernel.Event;
import encore.kernel.Refusal;
import encore.kernel.campaigns.AppType;
import encore.kernel.fans.DisplayNames;
import encore.kernel.fans.Fan;
import encore.kernel.fans.FanBuilder;
import encore.kernel.fans.FanId;
import encore.kernel.fans.FanQuery.FindDisplayNames;
import encore.kernel.fans.FanQuery.FindFans;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.points.LedgerId;
import encore.kernel.points.PointsEvent.PointsAwarded;
import encore.kernel.points.PointsQuery.CampaignRecord;
import encore.kernel.points.PointsQuery.FindCampaignRecords;
import encore.kernel.points.ledgers.SecondRange;
import encore.kernel.shows.ShowUid;
import encore.kernel.shows.chat.ChatMessageRow;
import encore.kernel.shows.chat.ChatMessageRowBuilder;
import encore.kernel.shows.chat.ChatQuery.FindChatTerms;
import encore.kernel.shows.chat.ChatQuery.FindMessageRowsByTime;
import encore.kernel.shows.chat.ChatTerms;
import encore.kernel.shows.overlays.OverlayType;
import encore.kernel.shows.players.PlayerEvent.ChatMessageSent;
import encore.kernel.shows.players.PlayerId;
import encore.kernel.shows.stats.InteractionQuery.FindInteractions;
import encore.kernel.shows.stats.InteractionQuery.Interactions;
import encore.kernel.shows.stats.StatsQuery.ListChatRecords;
import encore.kernel.shows.stats.StatsQuery.ListConnectionMinutes;
import encore.kernel.shows.stats.StatsQuery.ListFanMinutes;
import encore.kernel.shows.stats.StatsQuery.ListFeedPeriods;
import encore.kernel.shows.stats.StatsQuery.ListOverlayPeriods;
import encore.kernel.shows.stats.StatsQuery.ListPointRecords;
import encore.kernel.shows.stats.StatsQuery.ListWagerSums;
import encore.kernel.shows.stats.StatsRow.ChatRecord;
import encore.kernel.shows.stats.StatsRow.ConnectionMinute;
import encore.kernel.shows.stats.StatsRow.FanMinute;
import encore.kernel.shows.stats.StatsRow.OverlayPeriod;
import encore.kernel.shows.stats.StatsRow.PointRecord;
import encore.kernel.shows.stats.StatsRow.WagerSums;
import encore.kernel.shows.stats.TimelineQuery.FindMinutes;
import encore.kernel.shows.stats.TimelineQuery.FindPushes;
import encore.kernel.shows.stats.TimelineQuery.FindStakeSums;
import encore.kernel.shows.stats.TimelineQuery.Minute;
import encore.kernel.shows.stats.TimelineQuery.OverlayPush;
import encore.kernel.shows.stats.TimelineQuery.StakeSum;
import encore.kernel.tabitems.TabItemQuery.FindTabItem;
import encore.query.FakeQueryGateway;
import encore.query.runner.MemoryTail;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShowStatsTest {

    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final NextKey FIRST = new NextKey(null, 10);
    private static final String ROOM = "global_chat:room:100";

    private final MemoryTail tail = new MemoryTail();
    private final FakeQueryGateway gateway = springIsThere(AppType.FANXP);
    private EventLog log;
    private ShowStats stats;
    private ChatStats chat;

    @BeforeEach
    void open(@TempDir Path directory) {
        log = SqliteEventLog.open(directory);
        stats = new ShowStats(gateway, tail, log);
        chat = new ChatStats(gateway, tail, log);
    }

    @AfterEach
    void close() {
        log.close();
    }

    @Test
    void messages_are_joined_with_their_texts_and_authors_and_escaped_once() {
        long hello = recorded(new ChatMessageSent(new PlayerId(SPRING, 1), ROOM, "<b> & \"it's\""));
        long erased = recorded(new ChatMessageSent(new PlayerId(SPRING, 2), ROOM, null));
        gateway.on(
                        FindMessageRowsByTime.class,
                        query -> new Page<>(
                                List.of(row(hello, 1, NOON.plusSeconds(9), 3), row(erased, 2, null, 0)),
                                "a",
                                "b",
                                true,
                                9))
                .on(FindFans.class, query -> List.of(fan(1, "Ada", null)))
                .on(FindChatTerms.class, query -> new ChatTerms(List.of(1L), 50));
        Page<ChatRecord> page = chat.find(new ListChatRecords(7, 100, SecondRange.ALL, FIRST));
        assertThat(page.rows())
                .containsExactly(new ChatRecord(
                        ShowUid.CHAT_MESSAGE.at(hello),
                        "&lt;b&gt; &amp; &quot;it&#39;s&quot;",
                        ROOM,
                        "Ada",
                        NOON,
                        1,
                        "moderator",
                        true,
                        NOON.plusSeconds(9),
                        3));
        assertThat(page.more()).isTrue();
        assertThat(page.last()).isEqualTo("b");
    }

    @Test
    void records_of_points_are_read_in_the_log() {
        var ledger = new LedgerId(new FanId(7, 1), "points-7");
        long award = recorded(new PointsAwarded(
                ledger, "record-1", 50, 50L, "points", "live", null, null, 100L, null, null, null, null));
        gateway.on(
                FindCampaignRecords.class,
                query -> new Page<>(List.of(new CampaignRecord(award, NOON)), "a", "a", false, 9));
        assertThat(stats.find(new ListPointRecords(7, 100, SecondRange.ALL, FIRST))
                        .rows())
                .containsExactly(new PointRecord(1, "record-1", 50, "live", NOON));
    }

    @Test
    void pushes_are_joined_with_their_interactions() {
        gateway.on(
                        FindPushes.class,
                        query -> new Page<>(
                                List.of(new OverlayPush(70, "uid", OverlayType.BANNER, "Text", NOON, null)),
                                "a",
                                "a",
                                false,
                                9))
                .on(FindInteractions.class, query -> List.of(new Interactions(70, Map.of("expand", 2L))));
        assertThat(stats.find(new ListOverlayPeriods(7, 100, SecondRange.ALL, FIRST))
                        .rows())
                .containsExactly(new OverlayPeriod(
                        ShowUid.OVERLAY_LOG.at(70),
                        "uid",
                        OverlayType.BANNER,
                        "Text",
                        NOON,
                        null,
                        Map.of("expand", 2L)));
    }

    @Test
    void minutes_are_answered_in_two_ways() {
        gateway.on(FindMinutes.class, query -> new Page<>(List.of(new Minute(NOON, 5, 7, 2, 1)), "a", "a", false, 9));
        assertThat(stats.find(new ListFanMinutes(7, 100, SecondRange.ALL, FIRST))
                        .rows())
                .containsExactly(new FanMinute(NOON, 5));
        assertThat(stats.find(new ListConnectionMinutes(7, 100, SecondRange.ALL, FIRST))
                        .rows())
                .containsExactly(new ConnectionMinute(NOON, 7, 2, 1));
    }

    @Test
    void stakes_have_names_and_a_known_tab_item() {
        gateway.on(FindStakeSums.class, query -> new Page<>(List.of(new StakeSum(1, 30, 20)), "1", "1", false, 9))
                .on(FindDisplayNames.class, query -> new DisplayNames(Map.of(1L, "Ada")))
                .on(FindTabItem.class, query -> {
                    throw Refusal.unknown("none");
                });
        assertThat(stats.find(new ListWagerSums(7, 100, null, SecondRange.ALL, FIRST))
                        .rows())
                .containsExactly(new WagerSums(1, "Ada", 30, 20));
        assertThatThrownBy(() -> stats.find(new ListWagerSums(7, 100, 5L, SecondRange.ALL, FIRST)))
                .isInstanceOfSatisfying(Refusal.class, refusal -> {
                    assertThat(refusal.kind()).isEqualTo(Refusal.Kind.RULE);
                    assertThat(refusal.field()).isEqualTo("tab_item_id");
                });
    }

    @Test
    void only_live_campaigns_have_statistics() {
        refused(() -> stats.find(new ListFeedPeriods(7, 101, SecondRange.ALL, FIRST)), Refusal.Kind.UNKNOWN);
        stats = new ShowStats(springIsThere(AppType.TRIVIA), tail, log);
        refused(() -> stats.find(new ListFeedPeriods(7, 100, SecondRange.ALL, FIRST)), Refusal.Kind.RULE);
    }

    private static void refused(ThrowingCallable query, Refusal.Kind kind) {
        assertThatThrownBy(query)
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.kind()).isEqualTo(kind));
    }

    private static ChatMessageRow row(long position, long fanId, @Nullable Instant removedAt, long reportCount) {
        PlayerId player = new PlayerId(SPRING, fanId);
        return ChatMessageRowBuilder.builder()
                .show(player.show().toString())
                .room("7/" + ROOM)
                .player(player.toString())
                .roomName(ROOM)
                .fanId(fanId)
                .position(position)
                .at(NOON)
                .isRemoved(removedAt != null)
                .isReported(reportCount > 0)
                .decidedAt(0)
                .reportCount(reportCount)
                .removedAt(removedAt)
                .build();
    }

    private static Fan fan(long fanId, String name, @Nullable String moderatorStatus) {
        return FanBuilder.builder()
                .fanId(fanId)
                .accountId(7)
                .creationTimestamp(NOON)
                .lastUpdateTimestamp(NOON)
                .fields(null)
                .hasPassword(false)
                .displayName(name)
                .moderatorStatus(moderatorStatus)
                .build();
    }

    private long recorded(Event event) {
        return tail.append("stream", event);
    }
}
