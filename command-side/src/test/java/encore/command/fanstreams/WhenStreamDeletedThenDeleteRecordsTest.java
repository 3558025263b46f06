package encore.command.fanstreams;

import static org.assertj.core.api.Assertions.assertThat;

import encore.command.automations.AutomationUnderTest;
import encore.kernel.fanstreams.FanStreamEvent.FanStreamDeleted;
import encore.kernel.fanstreams.FanStreamId;
import encore.kernel.fanstreams.records.RecordContent;
import encore.kernel.fanstreams.records.RecordCounts;
import encore.kernel.fanstreams.records.StreamRecordCommand.DeleteRecord;
import encore.kernel.fanstreams.records.StreamRecordEvent.StreamRecordAdded;
import encore.kernel.fanstreams.records.StreamRecordEvent.StreamRecordDeleted;
import encore.kernel.fanstreams.records.StreamRecordId;
import org.junit.jupiter.api.Test;

class WhenStreamDeletedThenDeleteRecordsTest {

    private static final FanStreamId WALL = new FanStreamId(7, "wall");
    private static final FanStreamId OTHER = new FanStreamId(7, "wall2");

    private final AutomationUnderTest automation = new AutomationUnderTest(new WhenStreamDeletedThenDeleteRecords());

    @Test
    void the_records_of_the_stream_go_and_those_of_others_stay() {
        automation
                .given(added("a", WALL), added("b", OTHER), added("c", WALL))
                .given(new StreamRecordDeleted(id("c"), WALL, 3, true))
                .when(new FanStreamDeleted(WALL))
                .expect(new DeleteRecord(id("a")));
    }

    @Test
    void a_record_that_comes_after_the_deletion_goes_too() {
        automation.given(new FanStreamDeleted(WALL)).when(added("a", WALL), added("b", OTHER));
        automation.expect(new DeleteRecord(id("a")));
    }

    @Test
    void many_records_go_part_by_part() {
        for (int i = 0; i < 250; i++) {
            automation.given(added("r" + i, WALL));
        }
        automation.when(new FanStreamDeleted(WALL));
        assertThat(automation.named()).hasSize(250).doesNotHaveDuplicates();
        assertThat(automation.again().named()).hasSize(250);
    }

    private static StreamRecordAdded added(String uid, FanStreamId stream) {
        return new StreamRecordAdded(
                id(uid), stream, "photos", uid, null, RecordContent.NONE, RecordCounts.NONE, null, true);
    }

    private static StreamRecordId id(String uid) {
        return new StreamRecordId(7, uid);
    }
}
