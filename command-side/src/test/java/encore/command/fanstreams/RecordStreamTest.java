package encore.command.fanstreams;

import static encore.command.Refusals.refusalNaming;
import static org.assertj.core.api.Assertions.assertThat;

import encore.command.AggregateUnderTest;
import encore.infra.eventstore.Claims.Claim;
import encore.kernel.Patch;
import encore.kernel.fanstreams.FanStreamCommand.ChangeFanStream;
import encore.kernel.fanstreams.FanStreamCommand.CreateFanStream;
import encore.kernel.fanstreams.FanStreamCommand.DeleteFanStream;
import encore.kernel.fanstreams.FanStreamCommand.ReadStreamTerms;
import encore.kernel.fanstreams.FanStreamEvent.FanStreamChanged;
import encore.kernel.fanstreams.FanStreamEvent.FanStreamCreated;
import encore.kernel.fanstreams.FanStreamEvent.FanStreamDeleted;
import encore.kernel.fanstreams.FanStreamId;
import encore.kernel.fanstreams.FanStreamSettings;
import encore.kernel.fanstreams.FanStreamSettingsBuilder;
import encore.kernel.fanstreams.FanStreamTerms;
import encore.kernel.fanstreams.SavedStream;
import encore.kernel.tags.TagId;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecordStreamTest {

    private static final FanStreamId WALL = new FanStreamId(7, "wall");
    private static final Claim KEY = new Claim("stream_key", 0, "wall");
    private static final FanStreamSettings NAMED = FanStreamSettingsBuilder.builder(FanStreamSettings.NONE)
            .streamName("Wall")
            .trustLevel(1)
            .build();

    private final AggregateUnderTest<RecordStream> stream = new AggregateUnderTest<>(RecordStream.class);

    @Test
    void a_new_stream_takes_its_key_in_the_whole_installation() {
        stream.givenNoPriorActivity()
                .when(new CreateFanStream(WALL, NAMED, null))
                .expectEvents(new FanStreamCreated(WALL, "wall", NAMED))
                .expectResultMessagePayload(new SavedStream("wall"));
        assertThat(stream.claims.ownerOf(KEY)).isEqualTo(WALL.toString());
    }

    @Test
    void a_key_that_another_account_has_is_refused() {
        stream.claims.held(KEY, new FanStreamId(8, "wall"));
        stream.givenNoPriorActivity()
                .when(new CreateFanStream(WALL, NAMED, null))
                .expectException(refusalNaming("stream_key"));
    }

    @Test
    void a_tag_must_exist() {
        FanStreamSettings tagged =
                FanStreamSettingsBuilder.builder(NAMED).tagId(5L).build();
        stream.givenNoPriorActivity()
                .when(new CreateFanStream(WALL, tagged, null))
                .expectException(refusalNaming("tag_id"));
        stream.streams.open(new TagId(7, 5));
        stream.givenNoPriorActivity()
                .when(new CreateFanStream(WALL, tagged, null))
                .expectEvents(new FanStreamCreated(WALL, "wall", tagged));
    }

    @Test
    void a_change_records_the_difference_alone() {
        FanStreamSettings change = FanStreamSettingsBuilder.builder()
                .streamName("Wall")
                .recordLimit(10)
                .authorizedNetworks(List.of("photos"))
                .build();
        FanStreamSettings difference = FanStreamSettingsBuilder.builder()
                .recordLimit(10)
                .authorizedNetworks(List.of("photos"))
                .build();
        stream.given(new FanStreamCreated(WALL, "wall", NAMED))
                .when(new ChangeFanStream(WALL, Patch.of(change), null))
                .expectEvents(FanStreamChanged.of(WALL, Patch.of(difference)));
        stream.given(new FanStreamCreated(WALL, "wall", NAMED))
                .when(new ChangeFanStream(WALL, Patch.of(NAMED), null))
                .expectNoEvents();
    }

    @Test
    void its_terms_can_be_read_and_it_is_deleted() {
        stream.given(new FanStreamCreated(WALL, "wall", NAMED))
                .when(new ReadStreamTerms(WALL))
                .expectResultMessagePayload(new FanStreamTerms(1, true, null, List.of()))
                .expectNoEvents();
        stream.given(new FanStreamCreated(WALL, "wall", NAMED))
                .when(new DeleteFanStream(WALL))
                .expectEvents(new FanStreamDeleted(WALL));
    }
}
