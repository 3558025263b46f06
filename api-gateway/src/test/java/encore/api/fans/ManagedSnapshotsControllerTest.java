package encore.api.fans;

import static encore.api.GatewayUnderTest.naming;
import static encore.kernel.Refusal.Kind.RULE;
import static encore.kernel.Refusal.Kind.UNAVAILABLE;
import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.kernel.Refusal;
import encore.kernel.paging.Page;
import encore.kernel.snapshots.Snapshot;
import encore.kernel.snapshots.SnapshotCommand.RefuseSnapshot;
import encore.kernel.snapshots.SnapshotCommand.RemoveSnapshot;
import encore.kernel.snapshots.SnapshotCommand.RenameSnapshot;
import encore.kernel.snapshots.SnapshotCommand.TakeSnapshot;
import encore.kernel.snapshots.SnapshotId;
import encore.kernel.snapshots.SnapshotMembers;
import encore.kernel.snapshots.SnapshotQuery.FindSnapshot;
import encore.kernel.snapshots.SnapshotQuery.FindSnapshotMembers;
import encore.kernel.snapshots.SnapshotQuery.FindSnapshots;
import encore.kernel.snapshots.SnapshotSource;
import encore.kernel.snapshots.SnapshotUid;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.test.web.reactive.server.StatusAssertions;
import org.springframework.test.web.reactive.server.WebTestClient;
import reactor.core.publisher.Mono;

class ManagedSnapshotsControllerTest {

    private static final String MANAGED = "/api/v1/manage/snapshots";
    private static final SnapshotMembers MEMBERS = new SnapshotMembers(9, 2, List.of(List.of(1L, 2L)));
    private static final Snapshot MAY = new Snapshot("s", "May", Instant.parse("2026-03-05T10:00:00Z"), 2);
    private static final String SHOWN = """
            {"snapshot_uid": "s", "snapshot_name": "May", "creation_timestamp": 1772704800, "fan_count": 2}""";

    private static final GatewayUnderTest GATEWAY = GatewayUnderTest.with(ManagedSnapshotsController.class);

    private final FakeBackend backend = GATEWAY.backend;
    private final WebTestClient client = GATEWAY.server();

    @BeforeEach
    void one_snapshot() {
        backend.sent.clear();
        backend.asked.clear();
        backend.on(FindSnapshot.class, query -> MAY)
                .on(FindSnapshots.class, query -> new Page<>(List.of(MAY), "1", "1", false, 1))
                .on(FindSnapshotMembers.class, query -> MEMBERS)
                .on(TakeSnapshot.class, command -> new SnapshotUid("s"))
                .on(RenameSnapshot.class, command -> new SnapshotUid("s"))
                .on(RemoveSnapshot.class, command -> new SnapshotUid("s"));
    }

    @AfterAll
    static void stop() {
        GATEWAY.close();
    }

    @Test
    void one_is_taken_of_those_who_are_meant_when_it_is_asked_for() {
        client.post()
                .uri(MANAGED)
                .contentType(MediaType.APPLICATION_JSON)
                .bodyValue("{\"snapshot_name\": \" May \", \"segment_type\": \"tag\", \"segment_id\": \"5\"}")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .json(SHOWN);
        assertThat(meant()).isEqualTo(new SnapshotSource.OfSegment("tag", "5"));
        TakeSnapshot take = (TakeSnapshot) backend.sent.getFirst();
        assertThat(take.snapshotName()).isEqualTo("May");
        assertThat(take.members()).isEqualTo(MEMBERS);
        backend.asked.clear();
        take("fan_ids=3&fan_ids=1").isOk();
        assertThat(meant()).isEqualTo(new SnapshotSource.OfFans(List.of(3L, 1L)));
        backend.asked.clear();
        take("fan_tags=vip&fan_excl_snapshot_uids=s&limit=3").isOk();
        assertThat(meant()).isInstanceOfSatisfying(SnapshotSource.OfCriteria.class, of -> {
            assertThat(of.criteria().tags().names()).containsExactly("vip");
            assertThat(of.criteria().snapshots().excluded()).containsExactly("s");
        });
    }

    @Test
    void an_unknown_segment_is_refused_unless_the_call_was_honoured_before() {
        var gone = new Refusal(RULE, "unknown-id", "segment_id", "It is gone.");
        backend.on(FindSnapshotMembers.class, query -> Mono.error(gone))
                .on(RefuseSnapshot.class, command -> Mono.error(gone));
        naming(take("segment_type=tag&segment_id=5"), "segment_id");
        RefuseSnapshot sent = (RefuseSnapshot) backend.sent.getFirst();
        assertThat(sent).isEqualTo(new RefuseSnapshot(sent.snapshot(), "unknown-id", "segment_id", "It is gone."));
        backend.on(RefuseSnapshot.class, command -> new SnapshotUid("s"));
        take("segment_type=tag&segment_id=5").isOk();
    }

    @Test
    void a_call_fails_with_503_when_nobody_can_list_the_members() {
        backend.on(
                FindSnapshotMembers.class,
                query -> Mono.error(new Refusal(UNAVAILABLE, "behind", "The projections are behind.")));
        take("segment_type=tag&segment_id=5").isEqualTo(503);
        assertThat(backend.sent).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
                    -                                       | segment_type
                    limit=3                                 | segment_type
                    segment_type=tag                        | segment_id
                    segment_id=5                            | segment_id
                    segment_type=tag&segment_id=5&fan_ids=1 | fan_ids
                    fan_ids=1&fan_tags=vip                  | fan_tags
                    segment_type=tag&segment_id=5&name=ann  | name
                    fan_ids=ann                             | fan_ids
                    fan_rating=high                         | fan_rating
                    """)
    void fans_are_meant_in_one_way(String form, String field) {
        naming(take(form == null ? "" : form), field);
        assertThat(backend.sent).isEmpty();
        assertThat(backend.asked).isEmpty();
    }

    @Test
    void a_name_is_said_and_has_an_end() {
        naming(send(MANAGED, "fan_tags=vip"), "snapshot_name");
        naming(send(MANAGED + "/s", "snapshot_name=" + "n".repeat(129)), "snapshot_name");
        naming(send(MANAGED + "/s", ""), "snapshot_name");
    }

    @Test
    void it_is_listed_renamed_and_removed() {
        client.get().uri(MANAGED).exchange().expectBody().json("[" + SHOWN + "]");
        client.get().uri(MANAGED + "/s").exchange().expectBody().json(SHOWN);
        send(MANAGED + "/s", "snapshot_name= June ").isOk();
        client.method(HttpMethod.DELETE)
                .uri(MANAGED + "/s")
                .exchange()
                .expectBody(String.class)
                .isEqualTo("true");
        assertThat(backend.sent)
                .containsExactly(
                        new RenameSnapshot(new SnapshotId(7, "s"), "June"), new RemoveSnapshot(new SnapshotId(7, "s")));
    }

    private SnapshotSource meant() {
        return ((FindSnapshotMembers) backend.asked.getFirst()).source();
    }

    private StatusAssertions take(String form) {
        return send(MANAGED, "snapshot_name=May&" + form);
    }

    private StatusAssertions send(String uri, String form) {
        return client.post()
                .uri(uri)
                .contentType(MediaType.APPLICATION_FORM_URLENCODED)
                .bodyValue(form)
                .exchange()
                .expectStatus();
    }
}
