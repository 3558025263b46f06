package encore.infra.eventstore.mongo;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.infra.eventstore.keys.SecretFingerprints;
import encore.infra.eventstore.log.StartRefused;
import encore.infra.eventstore.log.adapter.JumpDetectingClock.StampsAhead;
import encore.infra.eventstore.log.commit.NewCommit;
import encore.infra.eventstore.log.commit.NewCommit.NewEvent;
import encore.infra.eventstore.process.ProcessStore;
import encore.infra.eventstore.verify.LogVerifier;
import encore.infra.eventstore.verify.Witness;
import encore.infra.testmongo.MongoForTests;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The message when a log cannot be opened: one sentence, and no password. */
class MongoStartTest {

    @TempDir
    Path directory;

    @Test
    void nobody_there_is_said_with_the_address_alone() {
        assertThatThrownBy(
                        () -> MongoEventLog.open("mongodb://ann:s3cret@127.0.0.1:1/fans?serverSelectionTimeoutMS=300"))
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining("No MongoDB that takes writes answers at 127.0.0.1:1/fans")
                .hasMessageNotContaining("s3cret");
    }

    @Test
    void a_text_that_is_no_address_is_not_repeated() {
        assertThatThrownBy(() -> MongoEventLog.open("mongodb:/ann:s3cret@host"))
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining("ENCORE_MONGO is not the address of a MongoDB")
                .hasMessageNotContaining("s3cret");
    }

    @Test
    void a_database_with_half_a_copy_is_not_opened() {
        String uri = MongoForTests.uri();
        try (MongoInstallation target = MongoInstallation.open(uri)) {
            target.begin(new LogVerifier.Report(3, new byte[32], null, List.of()));
            assertThatThrownBy(() -> MongoEventLog.open(uri))
                    .isInstanceOf(StartRefused.class)
                    .hasMessageContaining("was not finished");
            target.finish();
        }
        MongoEventLog.open(uri).close();
    }

    @Test
    void a_log_that_ends_before_what_follows_it_is_refused_until_that_is_accepted() {
        String uri = MongoForTests.uri();
        try (MongoEventLog log = MongoEventLog.open(uri);
                MongoKeyStore keys =
                        MongoKeyStore.open(uri, directory.resolve("master.key"), SecretFingerprints.none())) {
            for (int i = 0; i < 3; i++) {
                NewEvent event = new NewEvent("a", i, "Happened", "1", "{}".getBytes(UTF_8), "{}".getBytes(UTF_8));
                log.append(new NewCommit(bytes(i), List.of(event), null, List.of(), List.of(), List.of()))
                        .join();
            }
            ProcessStore store = new MongoProcessStores(log, "node").open("WhenXThenY");
            store.acquireLease();
            store.commit(
                    Map.of("progress", "{\"position\":5,\"delivered\":0,\"refused\":0,\"outbox\":0,\"letters\":0}"));
            new MongoTokenStore(log).advance("WhenXThenY", 4);
            new MongoTokenStore(log).advanceTimers("WhenXThenY", Long.MAX_VALUE);
            new MongoTokenStore(log).advanceTimers("WhenYThenZ", 1);
            keys.erasedUpTo(6);
        }
        assertThatThrownBy(() -> MongoEventLog.openChecked(
                        uri, () -> List.of(new Witness("the view fans", 9)), StampsAhead.REFUSE))
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining("The log ends at 3, but the view fans names 9");
        assertThatThrownBy(() -> MongoEventLog.open(uri))
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining("the sweep of erasures among the keys names 6");
        try (MongoOfflineLog cut = MongoOfflineLog.open(uri)) {
            assertThat(cut.witnesses()).extracting(Witness::position).containsExactlyInAnyOrder(4L, 5L, 6L);
            cut.acceptEnd(LogVerifier.verify(cut.rows(), null));
        }
        try (MongoEventLog log = MongoEventLog.open(uri)) {
            assertThat(new MongoTokenStore(log).position("WhenXThenY")).hasValue(3);
            assertThat(new MongoTokenStore(log).timersUntil("WhenXThenY")).hasValue(log.headTime());
            assertThat(new MongoTokenStore(log).timersUntil("WhenYThenZ")).hasValue(1);
            assertThat(new MongoProcessStores(log, "node").open("WhenXThenY").get("progress"))
                    .isNull();
        }
    }

    @Test
    void a_log_that_is_stamped_far_ahead_of_the_clock_is_refused_until_that_is_accepted() {
        String uri = MongoForTests.uri();
        long ahead = System.currentTimeMillis() + Duration.ofDays(10).toMillis();
        try (MongoEventLog log = MongoEventLog.open(uri, () -> ahead)) {
            NewEvent event = new NewEvent("a", 0, "Happened", "1", "{}".getBytes(UTF_8), "{}".getBytes(UTF_8));
            log.append(new NewCommit(bytes(1), List.of(event), null, List.of(), List.of(), List.of()))
                    .join();
        }
        assertThatThrownBy(() -> MongoEventLog.openChecked(uri, List::of, StampsAhead.REFUSE))
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining("ahead of the clock")
                .hasMessageContaining("ENCORE_CLOCK_AHEAD=accept");
        try (MongoEventLog log = MongoEventLog.openChecked(uri, List::of, StampsAhead.ACCEPT)) {
            assertThat(log.warning()).contains("ahead of the clock");
        }
    }

    private static byte[] bytes(int number) {
        byte[] id = new byte[16];
        id[0] = (byte) number;
        return id;
    }
}
