package encore.command.fanstreams;

import static org.assertj.core.api.Assertions.assertThat;

import encore.command.AggregateUnderTest;
import encore.infra.eventstore.Claims.Claim;
import encore.kernel.Refusal;
import encore.kernel.fans.FanId;
import encore.kernel.fanstreams.FanStreamId;
import encore.kernel.fanstreams.records.ImportOutcome;
import encore.kernel.fanstreams.records.ImportedRecord;
import encore.kernel.fanstreams.records.RecordAuthorBuilder;
import encore.kernel.fanstreams.records.RecordContent;
import encore.kernel.fanstreams.records.RecordContentBuilder;
import encore.kernel.fanstreams.records.RecordCounts;
import encore.kernel.fanstreams.records.RecordFlags;
import encore.kernel.fanstreams.records.StreamRecordCommand.AddImport;
import encore.kernel.fanstreams.records.StreamRecordCommand.AddPost;
import encore.kernel.fanstreams.records.StreamRecordCommand.CountRecord;
import encore.kernel.fanstreams.records.StreamRecordCommand.FindRecordAuthor;
import encore.kernel.fanstreams.records.StreamRecordCommand.FlagRecord;
import encore.kernel.fanstreams.records.StreamRecordCommand.RepeatImport;
import encore.kernel.fanstreams.records.StreamRecordEvent.StreamRecordAdded;
import encore.kernel.fanstreams.records.StreamRecordEvent.StreamRecordAuthorFound;
import encore.kernel.fanstreams.records.StreamRecordEvent.StreamRecordCounted;
import encore.kernel.fanstreams.records.StreamRecordEvent.StreamRecordRepeated;
import encore.kernel.fanstreams.records.StreamRecordId;
import encore.kernel.identifiers.IdentifierName;
import encore.kernel.identifiers.IdentifiersId;
import java.util.List;
import org.hamcrest.Matchers;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StreamRecordStateTest {

    private static final FanStreamId WALL = new FanStreamId(7, "wall");
    private static final StreamRecordId RECORD = new StreamRecordId(7, "r");
    private static final FanId FAN = new FanId(7, 42);
    private static final RecordCounts TEN = new RecordCounts(10L, null);
    private static final ImportedRecord ROW =
            new ImportedRecord(RECORD, "photos", "k1", RecordContent.NONE, TEN, List.of("sun"));

    private final AggregateUnderTest<StreamRecordState> record = new AggregateUnderTest<>(StreamRecordState.class);

    private static StreamRecordAdded imported(@Nullable FanId fan) {
        return new StreamRecordAdded(RECORD, WALL, "photos", "k1", fan, RecordContent.NONE, TEN, List.of("sun"), false);
    }

    @Test
    void a_record_of_a_fan_needs_an_open_fan() {
        AddPost post = new AddPost(RECORD, WALL, FAN, RecordContent.NONE, List.of(), true);
        record.givenNoPriorActivity().when(post).expectException(Matchers.instanceOf(Refusal.class));
        record.streams.open(FAN);
        record.givenNoPriorActivity()
                .when(post)
                .expectEvents(new StreamRecordAdded(
                        RECORD, WALL, "portal", null, FAN, RecordContent.NONE, RecordCounts.NONE, List.of(), true));
    }

    @Test
    void an_import_takes_its_key() {
        record.givenNoPriorActivity()
                .when(new AddImport(ROW, WALL, null, false))
                .expectEvents(imported(null));
        assertThat(record.claims.ownerOf(new Claim("record_key", 7, "fan_stream.7.wall.photos.k1")))
                .isEqualTo(RECORD.toString());
    }

    @Test
    void a_repeat_changes_texts_and_given_counts() {
        ImportedRecord again =
                new ImportedRecord(RECORD, "photos", "k1", RecordContent.NONE, new RecordCounts(null, 3L), null);
        record.given(imported(null))
                .when(new RepeatImport(RECORD, null, again, 9))
                .expectEvents(
                        new StreamRecordRepeated(RECORD, WALL, null, RecordContent.NONE, new RecordCounts(10L, 3L)))
                .expectResultMessagePayload(new ImportOutcome(9L, ImportOutcome.REPEATED));
    }

    @Test
    void counts_that_stay_are_no_event_and_neither_are_no_flags() {
        record.given(imported(null)).when(new CountRecord(RECORD, TEN)).expectNoEvents();
        record.given(imported(null))
                .when(new CountRecord(RECORD, new RecordCounts(11L, null)))
                .expectEvents(new StreamRecordCounted(RECORD, WALL, new RecordCounts(11L, null)));
        record.given(imported(null))
                .when(new FlagRecord(RECORD, RecordFlags.NONE))
                .expectNoEvents();
    }

    @Test
    void an_author_that_became_a_fan_is_found_by_the_next_import() {
        StreamRecordRepeated repeated = new StreamRecordRepeated(RECORD, WALL, null, RecordContent.NONE, TEN);
        record.given(imported(null))
                .when(new RepeatImport(RECORD, FAN, ROW, 9))
                .expectEvents(repeated, new StreamRecordAuthorFound(RECORD, WALL, FAN));
        record.given(imported(null), new StreamRecordAuthorFound(RECORD, WALL, FAN))
                .when(new RepeatImport(RECORD, FAN, ROW, 9))
                .expectNoEvents()
                .expectResultMessagePayload(new ImportOutcome(null, ImportOutcome.IGNORED));
        record.streams.open(FAN);
        record.given(imported(null), new StreamRecordAuthorFound(RECORD, WALL, FAN))
                .when(new RepeatImport(RECORD, FAN, ROW, 9))
                .expectEvents(repeated);
    }

    @Test
    void a_record_is_linked_while_its_author_is_an_open_fan() {
        RecordContent byAnn = RecordContentBuilder.builder(RecordContent.NONE)
                .author(RecordAuthorBuilder.builder().authorUserKey("ann-1").build())
                .build();
        StreamRecordAdded added =
                new StreamRecordAdded(RECORD, WALL, "photos", "k1", null, byAnn, TEN, List.of("sun"), false);
        record.facts.standing(9, added);
        FindRecordAuthor find = new FindRecordAuthor(RECORD, 9);
        record.given(added).when(find).expectNoEvents();
        record.claims.held(
                new Claim(IdentifierName.SPACE, 7, IdentifierName.claimed("photos", "ann-1")), new IdentifiersId(FAN));
        record.given(added).when(find).expectNoEvents();
        record.streams.open(FAN);
        StreamRecordAuthorFound found = new StreamRecordAuthorFound(RECORD, WALL, FAN);
        record.given(added).when(find).expectEvents(found);
        record.given(added, found).when(find).expectNoEvents();
    }
}
