package encore.command.fanstreams;

import static org.assertj.core.api.Assertions.assertThat;

import encore.command.automations.AutomationUnderTest;
import encore.infra.eventstore.sqlite.keys.SqliteKeyStore;
import encore.kernel.fans.FanId;
import encore.kernel.fanstreams.FanStreamId;
import encore.kernel.fanstreams.records.RecordAuthorBuilder;
import encore.kernel.fanstreams.records.RecordContent;
import encore.kernel.fanstreams.records.RecordContentBuilder;
import encore.kernel.fanstreams.records.RecordCounts;
import encore.kernel.fanstreams.records.StreamRecordCommand.FindRecordAuthor;
import encore.kernel.fanstreams.records.StreamRecordEvent.StreamRecordAdded;
import encore.kernel.fanstreams.records.StreamRecordEvent.StreamRecordAuthorFound;
import encore.kernel.fanstreams.records.StreamRecordEvent.StreamRecordDeleted;
import encore.kernel.fanstreams.records.StreamRecordEvent.StreamRecordRepeated;
import encore.kernel.fanstreams.records.StreamRecordId;
import encore.kernel.identifiers.IdentifierEvent.IdentifierAdded;
import encore.kernel.identifiers.IdentifiersId;
import java.nio.file.Path;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WhenIdentifierAddedThenFindAuthorsTest {

    private static final FanStreamId WALL = new FanStreamId(7, "wall");
    private static final FanId ANN = new FanId(7, 42);
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    @TempDir
    private Path directory;

    private SqliteKeyStore keys;
    private AutomationUnderTest automation;

    @BeforeEach
    void open() {
        keys = SqliteKeyStore.open(directory);
        automation = new AutomationUnderTest(new WhenIdentifierAddedThenFindAuthors(keys)).at(NOON);
    }

    @AfterEach
    void close() {
        keys.close();
    }

    @Test
    void all_records_of_the_author_are_looked_up() {
        automation
                .given(added("a", "ann-1"), added("b", "ben-1"), added("c", "ann-1"), added("d", null))
                .when(identifier("photos", "ann-1"));
        assertThat(automation.named())
                .containsExactlyInAnyOrder(new FindRecordAuthor(id("a"), 1), new FindRecordAuthor(id("c"), 3));
        assertThat(automation.entries()).noneMatch(key -> key.contains("ann-1"));
    }

    @Test
    void an_identifier_of_another_network_or_value_finds_nobody() {
        automation
                .given(added("a", "ann-1"))
                .when(identifier("films", "ann-1"), identifier("photos", "ann-2"))
                .expect();
    }

    @Test
    void a_repeat_may_name_another_author() {
        automation
                .given(added("a", "ann-1"), repeated("a", "ann-2"))
                .when(identifier("photos", "ann-1"))
                .expect();
        automation.when(identifier("photos", "ann-2")).expect(new FindRecordAuthor(id("a"), 2));
    }

    @Test
    void records_that_have_a_fan_or_are_deleted_leave_nothing() {
        automation.given(
                added("a", "ann-1"),
                added("b", "ann-1"),
                new StreamRecordAuthorFound(id("a"), WALL, ANN),
                new StreamRecordDeleted(id("b"), WALL, 2, true),
                repeated("a", "ann-1"));
        assertThat(automation.entries()).isEmpty();
        automation.when(identifier("photos", "ann-1")).expect();
    }

    @Test
    void a_record_just_after_an_identifier_is_looked_up_at_once() {
        automation.given(identifier("photos", "ann-1"));
        automation.when(added("a", "ann-1")).expect(new FindRecordAuthor(id("a"), 2));
        automation.given().at(NOON.plusSeconds(61)).when(added("b", "ann-1")).expect();
    }

    @Test
    void an_author_with_many_records_is_handled_part_by_part() {
        for (int i = 0; i < 250; i++) {
            automation.given(added("r" + i, "ann-1"));
        }
        automation.when(identifier("photos", "ann-1"));
        assertThat(automation.named()).hasSize(250).doesNotHaveDuplicates();
    }

    private static IdentifierAdded identifier(String network, String value) {
        return new IdentifierAdded(new IdentifiersId(ANN), network, value, null);
    }

    private static StreamRecordAdded added(String uid, @Nullable String author) {
        return new StreamRecordAdded(id(uid), WALL, "photos", uid, null, by(author), RecordCounts.NONE, null, true);
    }

    private static StreamRecordRepeated repeated(String uid, String author) {
        return new StreamRecordRepeated(id(uid), WALL, null, by(author), RecordCounts.NONE);
    }

    private static RecordContent by(@Nullable String author) {
        return RecordContentBuilder.builder(RecordContent.NONE)
                .author(RecordAuthorBuilder.builder().authorUserKey(author).build())
                .build();
    }

    private static StreamRecordId id(String uid) {
        return new StreamRecordId(7, uid);
    }
}
