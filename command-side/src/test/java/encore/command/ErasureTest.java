package encore.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.eventstore.axon.AggregateCache;
import encore.infra.eventstore.axon.SubjectEraser;
import encore.infra.eventstore.codec.EventCodec;
import encore.infra.eventstore.codec.EventMetadata;
import encore.infra.eventstore.log.StartRefused;
import encore.infra.eventstore.log.commit.NewCommit;
import encore.infra.eventstore.sqlite.SqliteEventLog;
import encore.infra.eventstore.sqlite.directory.SqliteBackup;
import encore.infra.eventstore.sqlite.keys.SqliteKeyStore;
import encore.infra.eventstore.tail.RingBufferTail;
import encore.kernel.Refusal;
import encore.kernel.activities.ActivityCommand.RecordActivity;
import encore.kernel.activities.ActivityCommand.RecordEntry;
import encore.kernel.activities.ActivityDetails;
import encore.kernel.activities.ActivityEvent.ActivityRecorded;
import encore.kernel.activities.ActivityId;
import encore.kernel.campaigns.AppType;
import encore.kernel.campaigns.CampaignCommand.CreateCampaign;
import encore.kernel.campaigns.CampaignDetailsBuilder;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.fans.FanCommand.EraseFan;
import encore.kernel.fans.FanCommand.FindOrRegisterFan;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanEvent.FanRegistered;
import encore.kernel.fans.FanId;
import encore.kernel.fans.profile.Consent;
import encore.kernel.fans.profile.Profile;
import encore.kernel.identifiers.ChangedIdentifiers;
import encore.kernel.identifiers.IdentifierCommand.AddIdentifier;
import encore.kernel.identifiers.IdentifiersId;
import encore.kernel.points.AwardDetails;
import encore.kernel.points.LedgerId;
import encore.kernel.points.PointsCommand.AwardPoints;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

class ErasureTest {

    @TempDir
    private Path directory;

    private CommandSideOnDisk side;
    private FanId fan;

    @BeforeEach
    void open() {
        side = new CommandSideOnDisk(directory);
        fan = side.registerFan(42, "ada@example.com");
    }

    @AfterEach
    void close() {
        if (side != null) {
            side.close();
        }
    }

    @Test
    void once_the_answer_is_there_nobody_can_read_the_fan_any_more() {
        assertThat(registered().profile().email()).isEqualTo("ada@example.com");
        side.send(new EraseFan(fan));
        assertThat(side.keys.find(fan.toString())).isNull();
        assertThat(registered().profile().email()).isNull();
    }

    @Test
    void an_erased_fan_gets_no_points_and_its_contact_is_free_for_another() {
        side.send(new EraseFan(fan));
        var award = new AwardPoints(new LedgerId(fan, "p"), "a", 5, "test", AwardDetails.NONE);
        assertThatThrownBy(() -> side.send(award)).isInstanceOf(Refusal.class);
        assertThat(side.registerFan(43, "ada@example.com")).isEqualTo(new FanId(7, 43));
    }

    @Test
    void claims_of_an_erased_fan_are_free_for_another() {
        side.send(new AddIdentifier(new IdentifiersId(fan), "shop", "ada"));
        side.send(new EraseFan(fan));
        var other = new IdentifiersId(side.registerFan(43, "bea@example.com"));
        assertThat(side.send(new AddIdentifier(other, "shop", "ada"))).isEqualTo(new ChangedIdentifiers(43));
    }

    /** Its key was there when the decision was made, and is not when it is written. */
    @Test
    void personal_data_of_a_fan_erased_meanwhile_is_refused_like_that_of_an_unknown_fan() {
        var details = ActivityDetails.of(JsonMapper.shared().createObjectNode().put("colour", "blue"));
        meanwhileErased();
        refused(() -> side.send(new RecordActivity(new ActivityId(7, "a"), fan, "Doors", details, null)), null);
        var quiz = new CampaignId(7, 5);
        var named = CampaignDetailsBuilder.builder().name("Quiz").build();
        side.send(new CreateCampaign(quiz, AppType.TRIVIA, null, named));
        fan = side.registerFan(43, "bea@example.com");
        meanwhileErased();
        refused(() -> side.send(new RecordEntry(new ActivityId(7, "b"), quiz, fan, false, details, null)), "fan_id");
        assertThat(side.events()).noneMatch(recordedEvent -> recordedEvent.event() instanceof ActivityRecorded);
    }

    private void meanwhileErased() {
        FanId erased = fan;
        side.log.behindALook.put(erased.toString(), () -> side.send(new EraseFan(erased)));
    }

    private static void refused(ThrowingCallable command, @Nullable String field) {
        assertThatThrownBy(command).isInstanceOfSatisfying(Refusal.class, refusal -> {
            assertThat(refusal.kind()).isEqualTo(field == null ? Refusal.Kind.UNKNOWN : Refusal.Kind.RULE);
            assertThat(refusal.field()).isEqualTo(field);
        });
    }

    @Test
    void a_fan_is_erased_once_and_a_repeat_is_answered() {
        var first = side.send("7:k/0", "f", new EraseFan(fan));
        assertThat(side.send("7:k/0", "f", new EraseFan(fan))).isEqualTo(first.asRepeat());
        assertThatThrownBy(() -> side.send(new EraseFan(fan))).isInstanceOf(Refusal.class);
    }

    @Test
    void an_erasure_that_the_log_has_and_the_key_store_has_not_is_carried_out_before_anything_serves() {
        EventCodec codec = side.bean(EventCodec.class);
        side.close();
        side = null;
        try (var log = SqliteEventLog.open(directory)) {
            long next = log.streamHead(fan.toString()).sequence() + 1;
            var metadata = EventMetadata.of(7, "test", "ForgetFan", "r");
            byte[] commit = new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
            var event = codec.encode(new FanErased(fan), fan.toString(), next, commit, 0, metadata);
            log.append(new NewCommit(commit, List.of(event), null, List.of(), List.of(), List.of()))
                    .join();
        }
        try (var keys = SqliteKeyStore.open(directory)) {
            assertThat(keys.find(fan.toString())).isNotNull();
        }
        side = new CommandSideOnDisk(directory);
        assertThat(side.keys.find(fan.toString())).isNull();
        assertThat(side.keys.erasedUpTo()).isEqualTo(side.log.head());
        assertThat(registered().profile().email()).isNull();
    }

    @Test
    void an_erasure_that_cannot_be_decoded_destroys_its_fan_s_key_all_the_same_and_holds_up_nobody() {
        FanId other = side.registerFan(43, "bea@example.com");
        side.close();
        side = null;
        try (var log = SqliteEventLog.open(directory)) {
            long next = log.streamHead(fan.toString()).sequence() + 1;
            byte[] commit = new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
            byte[] nothing = "{}".getBytes(StandardCharsets.UTF_8);
            var event = new NewCommit.NewEvent(fan.toString(), next, "fan_erased", "99", nothing, nothing);
            log.append(new NewCommit(commit, List.of(event), null, List.of(), List.of(), List.of()))
                    .join();
        }
        side = new CommandSideOnDisk(directory);
        assertThat(side.keys.find(fan.toString())).isNull();
        side.send(new EraseFan(other));
        assertThat(side.keys.find(other.toString())).isNull();
    }

    @Test
    void a_sweep_that_names_more_than_the_log_has_is_not_believed() {
        EventCodec codec = side.bean(EventCodec.class);
        side.close();
        side = null;
        try (var log = SqliteEventLog.open(directory)) {
            long next = log.streamHead(fan.toString()).sequence() + 1;
            var metadata = EventMetadata.of(7, "test", "ForgetFan", "r");
            byte[] commit = new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
            var event = codec.encode(new FanErased(fan), fan.toString(), next, commit, 0, metadata);
            log.append(new NewCommit(commit, List.of(event), null, List.of(), List.of(), List.of()))
                    .join();
            try (var keys = SqliteKeyStore.open(directory);
                    var tail = new RingBufferTail(log, codec, 16);
                    var subjectEraser = new SubjectEraser(log, keys, codec, new AggregateCache(100_000), tail)) {
                keys.erasedUpTo(log.head() + 100);
                subjectEraser.start();
                assertThat(keys.find(fan.toString())).isNull();
                assertThat(keys.erasedUpTo()).isEqualTo(log.head());
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
        side = new CommandSideOnDisk(directory);
    }

    @Test
    void a_fan_erased_after_a_backup_is_erased_in_the_restored_log(@TempDir Path backup) {
        SqliteBackup.take(directory, backup);
        side.send(new EraseFan(fan));
        side.close();
        side = null;
        assertThat(SqliteBackup.restore(backup, directory, false).erased()).isEqualTo(1);
        side = new CommandSideOnDisk(directory);
        assertThat(side.events().getLast().event()).isEqualTo(new FanErased(fan));
        assertThat(side.keys.find(fan.toString())).isNull();
        assertThat(registered().profile().email()).isNull();
        assertThat(side.send(new FindOrRegisterFan(
                                new FanId(7, 44), Profile.reachableBy("ada@example.com", null), Consent.EMPTY, null))
                        .fanId())
                .isEqualTo(44);
        long head = side.log.head();
        side.reopen();
        assertThat(side.log.head()).isEqualTo(head);
    }

    @Test
    void a_start_on_a_restored_log_that_is_cut_off_is_repeated(@TempDir Path backup) throws Exception {
        EventCodec codec = side.bean(EventCodec.class);
        SqliteBackup.take(directory, backup);
        side.send(new EraseFan(fan));
        side.close();
        side = null;
        SqliteBackup.restore(backup, directory, false);
        try (var log = SqliteEventLog.open(directory);
                var keys = SqliteKeyStore.open(directory);
                var tail = new RingBufferTail(log, codec, 16);
                var cutOff = new SubjectEraser(log, keys, codec, new AggregateCache(10), tail)) {
            cutOff.start();
            assertThat(cutOff.unfinishedSubjects()).containsExactly(fan.toString());
            assertThat(keys.erasedUpTo()).isZero();
        }
        side = new CommandSideOnDisk(directory);
        assertThat(side.events().getLast().event()).isEqualTo(new FanErased(fan));
        assertThat(side.keys.erasedUpTo()).isPositive();
    }

    @Test
    void a_restore_that_was_cut_off_is_not_started_over(@TempDir Path backup) throws IOException {
        SqliteBackup.take(directory, backup);
        side.close();
        side = null;
        Files.writeString(directory.resolve("restoring"), "");
        assertThatThrownBy(() -> SqliteEventLog.open(directory))
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining("Run ./encore restore again");
        SqliteBackup.restore(backup, directory, false);
        side = new CommandSideOnDisk(directory);
        assertThat(registered().profile().email()).isEqualTo("ada@example.com");
    }

    private FanRegistered registered() {
        return side.events().stream()
                .map(RecordedEvent::event)
                .filter(FanRegistered.class::isInstance)
                .map(FanRegistered.class::cast)
                .findFirst()
                .orElseThrow();
    }
}
