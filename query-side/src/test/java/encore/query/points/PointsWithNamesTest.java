package encore.query.points;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.kernel.Refusal;
import encore.kernel.fans.DisplayNames;
import encore.kernel.fans.FanQuery.FindDisplayNames;
import encore.kernel.fans.FanQuery.RequireFan;
import encore.kernel.fans.FanState;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.points.LeaderboardRow;
import encore.kernel.points.PointType;
import encore.kernel.points.PointsQuery.FindCrmFanPoints;
import encore.kernel.points.PointsQuery.FindEntFanPoints;
import encore.kernel.points.PointsQuery.FindFanPoints;
import encore.kernel.points.PointsQuery.FindLeaderboard;
import encore.kernel.points.PointsQuery.FindPointType;
import encore.kernel.points.PointsQuery.FindPointTypes;
import encore.kernel.points.PointsQuery.FindRankedFans;
import encore.kernel.points.PointsQuery.FindTopFans;
import encore.kernel.points.ledgers.FanPoint;
import encore.kernel.points.ledgers.FanPointBuilder;
import encore.kernel.points.ledgers.FanPointCriteria;
import encore.kernel.points.ledgers.FanPointCriteria.Order;
import encore.kernel.points.ledgers.FanPointCriteriaBuilder;
import encore.kernel.sessions.SessionQuery.FindLoginAddresses;
import encore.kernel.sessions.SessionQuery.LoginAddress;
import encore.kernel.time.AsOf;
import encore.kernel.time.Days;
import encore.query.FakeQueryGateway;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PointsWithNamesTest {

    private static final Instant MADE = Instant.parse("2026-03-01T12:00:00Z");
    private static final PointType DISCS = new PointType("cd", "discs", MADE);
    private static final NextKey FIRST = new NextKey(null, 10);
    private static final AsOf THEN = AsOf.of(17);

    private final FakeQueryGateway questions = new FakeQueryGateway()
            .on(RequireFan.class, query -> new FanState(query.fanId(), FanState.State.KNOWN))
            .on(FindPointTypes.class, query -> List.of(DISCS))
            .on(FindPointType.class, query -> DISCS)
            .on(FindDisplayNames.class, query -> new DisplayNames(Map.of(42L, "Jo")))
            .on(
                    FindFanPoints.class,
                    query -> new Page<>(List.of(point("a", 42, "cd"), point("b", 43, "tape")), "1", "2", true, 9))
            .on(
                    FindLeaderboard.class,
                    query -> new Page<>(
                            List.of(new LeaderboardRow("discs", 42, 9, 1), new LeaderboardRow("discs", 43, 5, 2)),
                            "1",
                            "2",
                            false,
                            9));
    private final PointsWithNames points = new PointsWithNames(questions);

    private static FanPoint point(String uid, long fan, String type) {
        return FanPointBuilder.builder()
                .account(7)
                .fanPointUid(uid)
                .fanId(fan)
                .pointUid(type)
                .pointCount(5)
                .pointType("vendora")
                .pointSource("ent")
                .creationTimestamp(MADE)
                .balance(5L)
                .rewardUid("r1")
                .pageTabId(3L)
                .build();
    }

    @Test
    void records_go_out_with_the_names_of_fans_and_types_page_by_page() {
        var criteria = new FanPointCriteria(42L, "cd", null, Days.ALL, Order.DESC);
        Page<FanPoint.Ent> page = points.find(new FindEntFanPoints(7, criteria, FIRST, THEN));
        assertThat(page.rows())
                .containsExactly(
                        point("a", 42, "cd").ent("discs", "Jo"),
                        point("b", 43, "tape").ent(null, null));
        assertThat(page.last()).isEqualTo("2");
        assertThat(page.more()).isTrue();
        assertThat(questions.askedQueries)
                .containsExactly(
                        new RequireFan(7, 42, true, "fan_id"),
                        new FindPointType(7, "cd"),
                        new FindFanPoints(7, criteria, FIRST, THEN),
                        new FindPointTypes(7),
                        new FindDisplayNames(7, List.of(42L, 43L)));
    }

    @Test
    void an_award_of_a_session_shows_its_ref_and_the_address_of_the_login() {
        questions
                .on(
                        FindFanPoints.class,
                        query -> new Page<>(
                                List.of(
                                        ofSession("a", "live"),
                                        point("b", 43, "cd"),
                                        ofSession("c", "erased"),
                                        ofSession("d", "live")),
                                "1",
                                "4",
                                false,
                                9))
                .on(FindLoginAddresses.class, query -> List.of(new LoginAddress("live", "192.0.2.1")));
        List<FanPoint.Ent> rows = points.find(new FindEntFanPoints(7, FanPointCriteria.ofFan(42, null), FIRST, null))
                .rows();
        assertThat(rows).extracting(FanPoint.Ent::sessionUid).containsExactly("live", null, "erased", "live");
        assertThat(rows).extracting(FanPoint.Ent::ipAddress).containsExactly("192.0.2.1", null, null, "192.0.2.1");
        assertThat(questions.askedQueries).contains(new FindLoginAddresses(7, List.of("live", "erased")));
    }

    private static FanPoint ofSession(String uid, String session) {
        return FanPointBuilder.builder(point(uid, 42, "cd"))
                .sessionHash(session)
                .build();
    }

    @Test
    void an_award_key_is_shown_as_a_hash_of_its_space_its_ledger_and_itself() throws Exception {
        FanPoint called = FanPointBuilder.builder(point("a", 42, "cd"))
                .awardKey("quest-7")
                .build();
        FanPoint automatic =
                FanPointBuilder.builder(called).pointSource("quest").build();
        assertThat(called.ent(null, null).awardSignature()).isEqualTo(sha256("client\n42\ncd\nquest-7"));
        assertThat(automatic.ent(null, null).awardSignature()).isEqualTo(sha256("automation\n42\ncd\nquest-7"));
        assertThat(point("a", 42, "cd").ent(null, null).awardSignature()).isNull();
    }

    private static String sha256(String text) throws Exception {
        return HexFormat.of()
                .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void records_of_all_fans_and_types_need_none_of_them() {
        points.find(new FindEntFanPoints(
                7,
                FanPointCriteriaBuilder.builder()
                        .days(Days.ALL)
                        .order(Order.ASC)
                        .build(),
                FIRST,
                null));
        assertThat(questions.askedQueries)
                .noneMatch(query -> query instanceof RequireFan || query instanceof FindPointType);
    }

    @Test
    void a_fans_records_have_the_shorter_spelling() {
        assertThat(points.find(new FindCrmFanPoints(7, 42, 3L, FIRST, THEN)).rows())
                .containsExactly(
                        new FanPoint.Crm("a", 42, "cd", "discs", 5, "ent", MADE, null),
                        new FanPoint.Crm("b", 43, "tape", null, 5, "ent", MADE, null));
        assertThat(questions.askedQueries)
                .contains(
                        RequireFan.everKnown(7, 42), new FindFanPoints(7, FanPointCriteria.ofFan(42, 3L), FIRST, THEN));
    }

    @Test
    void an_unknown_fan_is_refused_before_anything_is_read() {
        questions.on(RequireFan.class, query -> {
            throw new Refusal(Refusal.Kind.UNKNOWN, "unknown", "There is no such fan.");
        });
        assertThatThrownBy(() -> points.find(new FindCrmFanPoints(7, 44, null, FIRST, null)))
                .isInstanceOf(Refusal.class);
        assertThat(questions.askedQueries).hasSize(1);
    }

    @Test
    void ranked_fans_have_their_names_and_an_erased_one_has_none() {
        var asked = new FindRankedFans(7, "discs", null, new Days(null, null), FIRST, THEN);
        assertThat(points.find(asked).rows())
                .containsExactly(
                        new LeaderboardRow.RankedFan("discs", 42, 9, 1, "Jo"),
                        new LeaderboardRow.RankedFan("discs", 43, 5, 2, null));
        assertThat(questions.askedQueries).contains(new FindLeaderboard(7, "discs", Days.ALL, FIRST, THEN));
        assertThat(points.find(new FindTopFans(7, "discs", 50)))
                .containsExactly(
                        new LeaderboardRow.ConsoleRank(1, 42, "Jo", 9), new LeaderboardRow.ConsoleRank(2, 43, null, 5));
        assertThat(questions.askedQueries).contains(FindLeaderboard.ofAllTime(7, "discs", new NextKey(null, 50)));
    }
}
