package encore.query.fanstreams;

import static org.assertj.core.api.Assertions.assertThat;

import encore.kernel.Event;
import encore.kernel.fans.DisplayNames;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanId;
import encore.kernel.fanstreams.FanStreamEvent.FanStreamDeleted;
import encore.kernel.fanstreams.FanStreamId;
import encore.kernel.fanstreams.pages.ManagedRecord;
import encore.kernel.fanstreams.pages.ModeratedStream;
import encore.kernel.fanstreams.pages.ModerationState;
import encore.kernel.fanstreams.pages.RecordSelection;
import encore.kernel.fanstreams.pages.ShownRecord;
import encore.kernel.fanstreams.pages.StreamDay;
import encore.kernel.fanstreams.pages.StreamRecordQuery.CountModeration;
import encore.kernel.fanstreams.pages.StreamRecordQuery.CountWaitingRecords;
import encore.kernel.fanstreams.pages.StreamRecordQuery.CountWaitingRecords.WaitingRecords;
import encore.kernel.fanstreams.pages.StreamRecordQuery.FindManagedRecordsAlone;
import encore.kernel.fanstreams.pages.StreamRecordQuery.FindRecordsOfFan;
import encore.kernel.fanstreams.pages.StreamRecordQuery.FindShownRecords;
import encore.kernel.fanstreams.pages.StreamRecordQuery.FindStreamDays;
import encore.kernel.fanstreams.pages.StreamRecordQuery.ManagedSelection;
import encore.kernel.fanstreams.pages.StreamRecordQuery.SummarizeRecords;
import encore.kernel.fanstreams.pages.StreamSummary;
import encore.kernel.fanstreams.pages.SummarySelection;
import encore.kernel.fanstreams.pages.SummarySelection.SummaryPart;
import encore.kernel.fanstreams.records.RecordContent;
import encore.kernel.fanstreams.records.RecordContentBuilder;
import encore.kernel.fanstreams.records.RecordCounts;
import encore.kernel.fanstreams.records.RecordFlags;
import encore.kernel.fanstreams.records.RecordFlagsBuilder;
import encore.kernel.fanstreams.records.StreamRecordEvent.StreamRecordAdded;
import encore.kernel.fanstreams.records.StreamRecordEvent.StreamRecordDeleted;
import encore.kernel.fanstreams.records.StreamRecordEvent.StreamRecordFlagged;
import encore.kernel.fanstreams.records.StreamRecordId;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.paging.Paging.TimeKeys;
import encore.query.ProjectionUnderTest;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StreamRecordsProjectionTest {

    private static final FanStreamId WALL = new FanStreamId(7, "wall");
    private static final FanId ANN = new FanId(7, 42);
    private static final FanId BEN = new FanId(7, 43);
    private static final DisplayNames NO_NAMES = new DisplayNames(Map.of());

    private final ProjectionUnderTest<StreamRecordsProjection> records =
            new ProjectionUnderTest<>(() -> new StreamRecordsProjection(position -> 4_000_000_000_000L));

    @AfterEach
    void close() {
        records.close();
    }

    @Test
    void pages_are_in_the_order_of_approval_and_the_limit_keeps_the_newest_and_permanent_ones() {
        records.given(added("a", ANN, "alpha", true), added("b", ANN, "beta", true), added("c", BEN, "gamma", false));
        records.given(
                flagged("c", 3, RecordFlagsBuilder.builder().isApproved(true).build()));
        assertThat(captions(records, 10, null)).containsExactly("gamma", "beta", "alpha");
        assertThat(captions(records, 1, null)).containsExactly("gamma");
        records.given(
                flagged("a", 1, RecordFlagsBuilder.builder().isPermanent(true).build()));
        assertThat(captions(records, 1, null)).containsExactly("gamma", "alpha");
        records.given(
                flagged("a", 1, RecordFlagsBuilder.builder().isApproved(true).build()));
        assertThat(captions(records, 10, null)).containsExactly("alpha", "gamma", "beta");
        assertThat(captions(records.replayed(), 10, null)).containsExactly("alpha", "gamma", "beta");
    }

    @Test
    void words_leave_the_summary_with_their_fan() {
        records.given(added("a", ANN, "alpha #tag", true), added("b", BEN, "alpha beta", true));
        assertThat(summary().words()).extracting(StreamSummary.WordCount::word).containsExactly("alpha", "beta");
        assertThat(summary().authors()).isEqualTo(2);
        records.given(new FanErased(ANN));
        StreamSummary after = summary();
        assertThat(after.total()).isEqualTo(2);
        assertThat(after.approvedTotal()).isEqualTo(1);
        assertThat(after.hashtags()).isEmpty();
        assertThat(captions(records, 10, null)).containsExactly("alpha beta");
        assertThat(ofFan(43)).isEqualTo(1);
        assertThat(ofFan(42)).isZero();
    }

    @Test
    void a_deleted_record_counts_as_arrived_alone() {
        records.given(added("a", ANN, "alpha", true), new StreamRecordDeleted(id("a"), WALL, 1, false));
        assertThat(summary().total()).isEqualTo(1);
        assertThat(summary().approvedTotal()).isZero();
        assertThat(managed()).isEmpty();
    }

    @Test
    void records_are_found_and_counted_by_what_was_decided_and_say_who_did() {
        records.given(
                added("a", ANN, "alpha", false),
                added("b", ANN, "beta", true),
                added("c", BEN, "gamma", false),
                added("d", ANN, "delta", false));
        records.given(
                flagged("a", 1, RecordFlagsBuilder.builder().isApproved(true).build()),
                flagged(
                        "c",
                        3,
                        RecordFlagsBuilder.builder()
                                .isApproved(false)
                                .isReviewed(true)
                                .build()),
                flagged("d", 4, RecordFlagsBuilder.builder().isReported(true).build()));
        for (var under : List.of(records, records.replayed())) {
            assertThat(ids(managed(under, ModerationState.TO_APPROVE, false))).containsExactly(4L);
            assertThat(ids(managed(under, ModerationState.SHOWN, true))).containsExactly(2L, 1L);
            assertThat(ids(managed(under, ModerationState.HIDDEN, false))).containsExactly(3L);
            assertThat(counts(under)).isEqualTo(new ModeratedStream("wall", null, 1, 2, 1));
            assertThat(managed(under, ModerationState.HIDDEN, false).getFirst().decidedBy())
                    .isEqualTo("key");
            assertThat(managed(under, ModerationState.TO_APPROVE, false)
                            .getFirst()
                            .decidedAt())
                    .isNull();
        }
        records.given(new StreamRecordDeleted(id("c"), WALL, 3, false), new FanErased(ANN));
        assertThat(counts(records)).isEqualTo(new ModeratedStream("wall", null, 0, 0, 0));
        assertThat(managed()).isEmpty();
    }

    @Test
    void the_records_of_a_deleted_stream_leave_no_documents() {
        records.given(added("a", ANN, "alpha", true), added("b", BEN, "beta", true));
        records.given(new FanStreamDeleted(WALL));
        assertThat(captions(records, 10, null)).isEmpty();
        assertThat(summary().total()).isZero();
        records.given(added("late", ANN, "late", true));
        records.given(new FanErased(BEN));
        for (String uid : List.of("a", "b", "late")) {
            records.given(new StreamRecordDeleted(id(uid), WALL, 1, false));
        }
        for (var each : List.of(records, records.replayed())) {
            assertThat(each.<Boolean>read(documents -> documents
                            .getAll(
                                    StreamRecordDocuments.RECORDS,
                                    List.of("stream_record.7.a", "stream_record.7.b", "stream_record.7.late"))
                            .isEmpty()))
                    .isTrue();
        }
        assertThat(ofFan(42)).isZero();
        assertThat(summary().total()).isZero();
    }

    @Test
    void words_are_found_by_their_beginnings() {
        records.given(added("a", ANN, "Alpha's #Sunset", true), added("b", BEN, "beta", true));
        assertThat(captions(records, 10, "alph SUN")).containsExactly("Alpha's #Sunset");
        assertThat(captions(records, 10, "gamma")).isEmpty();
    }

    @Test
    void the_numbers_of_each_day_are_counted() {
        records.given(added("a", ANN, "one", true), added("b", ANN, "two", true), added("c", BEN, "three", false));
        LocalDate today = LocalDate.ofInstant(Objects.requireNonNull(summary().lastRecordTimestamp()), ZoneOffset.UTC);
        assertThat(days(today.minusDays(1), today.plusDays(1)))
                .containsExactly(
                        new StreamDay(today.minusDays(1), 0, 0, 0, 0),
                        new StreamDay(today, 3, 2, 1, 0),
                        new StreamDay(today.plusDays(1), 0, 0, 0, 0));
        assertThat(days(today.plusDays(1), today.plusDays(1)))
                .containsExactly(new StreamDay(today.plusDays(1), 0, 0, 0, 0));
    }

    /** The best of several walks counts, since the machine may do something else. */
    @Test
    void a_year_of_a_full_stream_is_counted_in_one_walk() {
        records.given(IntStream.range(0, 100_000)
                .mapToObj(i -> added("r" + i, new FanId(7, 1_000 + i % 1_000), "word", true))
                .toArray(Event[]::new));
        LocalDate last = LocalDate.ofInstant(Objects.requireNonNull(summary().lastRecordTimestamp()), ZoneOffset.UTC);
        long best = Long.MAX_VALUE;
        for (int i = 0; i < 5; i++) {
            long start = System.nanoTime();
            assertThat(days(last.minusDays(364), last)).hasSize(365);
            best = Math.min(best, System.nanoTime() - start);
        }
        assertThat(Duration.ofNanos(best)).isLessThan(Duration.ofMillis(300));
    }

    private List<StreamDay> days(LocalDate first, LocalDate last) {
        return records.projection().find(new FindStreamDays(7, "wall", first, last));
    }

    private int ofFan(long fan) {
        return records.read(documents -> records.projection()
                .find(new FindRecordsOfFan(7, fan), documents)
                .size());
    }

    private List<ManagedRecord> managed() {
        return managed(records, null, false);
    }

    private static List<ManagedRecord> managed(
            ProjectionUnderTest<StreamRecordsProjection> under, @Nullable ModerationState state, boolean newestFirst) {
        var selection = new ManagedSelection(RecordFlags.NONE, state, newestFirst);
        var query = new FindManagedRecordsAlone(7, "wall", selection, new NextKey(null, 10));
        return under.read(documents -> under.projection().find(query, documents)).rows().stream()
                .map(ShownRecord.Managed::record)
                .toList();
    }

    private static List<Long> ids(List<ManagedRecord> found) {
        return found.stream().map(row -> row.record().feedRecordId()).toList();
    }

    private static ModeratedStream counts(ProjectionUnderTest<StreamRecordsProjection> under) {
        return under.projection().find(new CountModeration(7, List.of("wall"))).getFirst();
    }

    private StreamSummary summary() {
        return records.projection()
                .find(new SummarizeRecords(
                        7,
                        "wall",
                        10,
                        new SummarySelection(null, null, null, Set.of(SummaryPart.WORDS, SummaryPart.HASHTAGS))));
    }

    private static List<@Nullable String> captions(
            ProjectionUnderTest<StreamRecordsProjection> under, int limit, @Nullable String words) {
        RecordSelection selection = new RecordSelection(List.of(), null, null, null, words, RecordSelection.ALL.area());
        var query = new FindShownRecords(7, "wall", limit, selection, NO_NAMES, new TimeKeys(null, null, 10));
        return under.read(documents -> under.projection().find(query, documents)).rows().stream()
                .map(row -> row.record().caption())
                .toList();
    }

    private static StreamRecordId id(String uid) {
        return new StreamRecordId(7, uid);
    }

    private static StreamRecordAdded added(String uid, FanId fan, String caption, boolean isApproved) {
        RecordContent content = RecordContentBuilder.builder(RecordContent.NONE)
                .caption(caption)
                .build();
        return new StreamRecordAdded(
                id(uid), WALL, "portal", null, fan, content, RecordCounts.NONE, List.of(), isApproved);
    }

    private static StreamRecordFlagged flagged(String uid, long position, RecordFlags flags) {
        return new StreamRecordFlagged(id(uid), WALL, position, flags);
    }

    @Test
    void records_wait_until_they_are_approved_reviewed_or_gone() {
        records.given(
                added("a", ANN, "alpha", false),
                added("b", ANN, "beta", true),
                added("c", BEN, "gamma", false),
                added("d", BEN, "delta", false));
        assertThat(waiting(records)).containsExactly(new WaitingRecords("wall", 3));
        records.given(
                flagged("a", 1, RecordFlagsBuilder.builder().isApproved(true).build()),
                flagged("c", 3, RecordFlagsBuilder.builder().isReviewed(true).build()));
        assertThat(waiting(records)).containsExactly(new WaitingRecords("wall", 1));
        assertThat(waiting(records.replayed())).containsExactly(new WaitingRecords("wall", 1));
        records.given(new FanErased(BEN));
        assertThat(waiting(records)).isEmpty();
    }

    private static List<WaitingRecords> waiting(ProjectionUnderTest<StreamRecordsProjection> under) {
        return under.projection().find(new CountWaitingRecords(7));
    }
}
