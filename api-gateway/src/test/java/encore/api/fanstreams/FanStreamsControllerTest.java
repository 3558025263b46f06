package encore.api.fanstreams;

import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.kernel.fanstreams.FanStreamId;
import encore.kernel.fanstreams.records.ModeratedRecords;
import encore.kernel.fanstreams.records.RecordFlagsBuilder;
import encore.kernel.fanstreams.records.StreamRecordCommand.FlagRecords;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FanStreamsControllerTest {

    private static final String FLAGS = "/api/v1/manage/streams/wall/records/flags";
    private static final FlagRecords APPROVAL = new FlagRecords(
            new FanStreamId(7, "wall"),
            List.of(5L, 6L),
            RecordFlagsBuilder.builder().isApproved(true).build());

    private static final GatewayUnderTest GATEWAY = GatewayUnderTest.with(
            FanStreamsController.class, ManagedStreamsController.class, ManagedRecordsController.class);

    private final FakeBackend backend = GATEWAY.backend;

    @BeforeEach
    void answers() {
        backend.sent.clear();
        backend.asked.clear();
        backend.on(FlagRecords.class, command -> new ModeratedRecords(2));
    }

    @AfterAll
    static void stop() {
        GATEWAY.close();
    }

    @Test
    void flags_come_as_a_form_and_as_json() {
        for (String[] body : new String[][] {
            {"application/x-www-form-urlencoded", "feed_record_ids=5&feed_record_ids=6&is_approved=true"},
            {"application/json", "{\"feed_record_ids\": [5, 6], \"is_approved\": true}"}
        }) {
            GATEWAY.server()
                    .post()
                    .uri(FLAGS)
                    .header("Content-Type", body[0])
                    .bodyValue(body[1])
                    .exchange()
                    .expectStatus()
                    .isOk();
        }
        assertThat(backend.sent).containsExactly(APPROVAL, APPROVAL);
    }

    @Test
    void a_call_without_a_flag_or_with_a_wrong_key_is_refused() {
        GATEWAY.server()
                .post()
                .uri(FLAGS)
                .header("Content-Type", "application/json")
                .bodyValue("{\"feed_record_ids\": [5]}")
                .exchange()
                .expectStatus()
                .isBadRequest();
        GATEWAY.server()
                .post()
                .uri("/api/v1/manage/streams")
                .header("Content-Type", "application/json")
                .bodyValue("{\"stream_key\": \"no key\"}")
                .exchange()
                .expectStatus()
                .isBadRequest();
        assertThat(backend.sent).isEmpty();
    }
}
