package encore.api.updates;

import static encore.kernel.updates.UpdateKind.IDOL;
import static encore.kernel.updates.UpdateKind.IDOL_EVENT;
import static encore.kernel.updates.UpdateKind.PERFORMANCE;
import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.kernel.idols.Idol;
import encore.kernel.idols.IdolPresentation;
import encore.kernel.idols.IdolProfileBuilder;
import encore.kernel.idols.IdolType;
import encore.kernel.updates.UpdateKind;
import encore.kernel.updates.UpdatedRecords;
import encore.kernel.updates.Updates;
import encore.kernel.updates.UpdatesQuery.FindUpdates;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.test.web.reactive.server.WebTestClient;

class UpdatesControllerTest {

    private static final String UPDATES = "/api/v1/crm/get_updates";
    private static final Idol ADA = Idol.of(
            "ada",
            Instant.ofEpochSecond(5),
            IdolProfileBuilder.builder()
                    .idolName("Ada")
                    .idolType(IdolType.OTHER)
                    .labelNames(List.of())
                    .build(),
            IdolPresentation.EMPTY);

    private static final GatewayUnderTest GATEWAY = GatewayUnderTest.with(UpdatesController.class);

    private final FakeBackend backend = GATEWAY.backend;
    private final WebTestClient client = GATEWAY.server();

    @BeforeEach
    void two_idols_changed() {
        backend.asked.clear();
        backend.on(
                FindUpdates.class,
                query -> new Updates(
                        null, new UpdatedRecords<>(List.of(ADA), List.of("bea")), null, Instant.ofEpochSecond(17)));
    }

    @AfterAll
    static void stop() {
        GATEWAY.close();
    }

    @Test
    void existing_records_are_whole_and_deleted_ones_have_their_uid() {
        client.get()
                .uri(UPDATES + "?idols=true")
                .exchange()
                .expectStatus()
                .isOk()
                .expectHeader()
                .valueEquals("Encore-Update-Time", 17)
                .expectBody(String.class)
                .isEqualTo("{\"idols\":[{\"idol_uid\":\"ada\",\"idol_name\":\"Ada\",\"idol_type\":\"other\","
                        + "\"description\":null,\"media_uid\":null,\"image_url\":null,\"link_url\":null,"
                        + "\"music_uid\":null,\"music_follower_count\":null,\"idol_labels\":[],\"artist_name\":null,"
                        + "\"props\":null,\"creation_timestamp\":5,"
                        + "\"creation_timestamp_iso\":\"1970-01-01T00:00:05Z\"},"
                        + "{\"idol_uid\":\"bea\",\"is_deleted\":true}]}");
    }

    @Test
    void without_a_flag_that_is_true_all_is_meant_and_the_last_hour() {
        assertThat(asked("").kinds()).isEqualTo(Set.of(PERFORMANCE, IDOL, IDOL_EVENT));
        assertThat(asked("?performances=false").kinds()).hasSize(3);
        assertThat(asked("?performances=false&idol_events=1").kinds()).isEqualTo(Set.<UpdateKind>of(IDOL_EVENT));
        FindUpdates query = asked("");
        assertThat(Duration.between(query.since(), query.now())).isEqualTo(Duration.ofHours(1));
    }

    @ParameterizedTest
    @ValueSource(longs = {-3_599, -1, 9})
    void a_time_within_the_hour_is_taken(long seconds) {
        Instant since = Instant.ofEpochSecond(Instant.now().getEpochSecond() + seconds);
        assertThat(asked("?last_update_time=" + since.getEpochSecond()).since()).isEqualTo(since);
    }

    @ParameterizedTest
    @ValueSource(longs = {-3_620, 20})
    void any_other_is_refused(long seconds) {
        client.get()
                .uri(UPDATES + "?last_update_time=" + (Instant.now().getEpochSecond() + seconds))
                .exchange()
                .expectStatus()
                .isBadRequest()
                .expectBody()
                .jsonPath("$.errors[0].field")
                .isEqualTo("last_update_time");
        assertThat(backend.asked).isEmpty();
    }

    private FindUpdates asked(String query) {
        client.get().uri(UPDATES + query).exchange().expectStatus().isOk();
        return (FindUpdates) backend.asked.getLast();
    }
}
