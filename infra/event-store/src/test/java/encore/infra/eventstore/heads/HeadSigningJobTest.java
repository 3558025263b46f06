package encore.infra.eventstore.heads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.infra.eventstore.log.HashChain;
import encore.infra.eventstore.log.StartRefused;
import encore.infra.eventstore.log.commit.NewCommit;
import encore.infra.eventstore.log.commit.NewCommit.NewEvent;
import encore.infra.eventstore.sqlite.SqliteEventLog;
import encore.infra.eventstore.sqlite.keys.SqliteKeyStore;
import encore.kernel.audit.SignedHead;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HeadSigningJobTest {

    private static final long HOUR = 3_600_000;

    private final AtomicLong now = new AtomicLong(1_772_366_400_000L);
    private HeadSigner signer;

    @TempDir
    private Path directory;

    private SqliteEventLog log;
    private HeadStore heads;

    @BeforeEach
    void open() {
        log = SqliteEventLog.open(directory);
        heads = FileHeadStore.in(directory);
        try (SqliteKeyStore keys = SqliteKeyStore.open(directory)) {
            signer = HeadSigner.of(keys);
        }
    }

    @AfterEach
    void close() {
        log.close();
    }

    @Test
    void a_head_is_stored_at_each_start_and_each_hour() {
        append(0);
        try (HeadSigningJob keeper = keeper()) {
            keeper.start();
            assertThat(kept()).hasSize(1);
            append(1);
            now.addAndGet(HOUR - 1);
            keeper.signWhenDue();
            assertThat(kept()).hasSize(1);
            now.incrementAndGet();
            keeper.signWhenDue();
            keeper.signWhenDue();
            assertThat(kept()).hasSize(2);
        }
        try (HeadSigningJob keeper = keeper()) {
            keeper.start();
        }
        assertThat(kept()).extracting(SignedHead::position).containsExactly(1L, 2L, 2L);
        assertThat(kept()).extracting(SignedHead::at).isSorted().doesNotHaveDuplicates();
        assertThat(kept()).allMatch(HeadSigner::isSigned);
        assertThat(kept().getLast().hash()).isEqualTo(HexFormat.of().formatHex(new HashChain(log).headAt(2)));
    }

    @Test
    void heads_of_another_installation_are_refused_and_left_as_they_are() {
        append(0);
        heads.save(HeadSigner.ofSeed(new byte[32]).sign(1, new HashChain(log).headAt(1), 5));
        try (HeadSigningJob keeper = keeper()) {
            assertThatThrownBy(keeper::start)
                    .isInstanceOf(StartRefused.class)
                    .hasMessageContaining("of another installation")
                    .hasMessageContaining("move them away");
        }
        assertThat(kept()).hasSize(1);
    }

    @Test
    void an_empty_log_has_no_head() {
        try (HeadSigningJob keeper = keeper()) {
            keeper.start();
            keeper.signWhenDue();
        }
        assertThat(kept()).isEmpty();
    }

    private HeadSigningJob keeper() {
        return new HeadSigningJob(log, signer, heads, now::get);
    }

    private List<SignedHead> kept() {
        return heads.after(0, 100);
    }

    private void append(long sequence) {
        byte[] id = new byte[16];
        id[0] = (byte) sequence;
        log.append(new NewCommit(
                        id,
                        List.of(new NewEvent("a", sequence, "Happened", "1", new byte[0], new byte[0])),
                        null,
                        List.of(),
                        List.of(),
                        List.of()))
                .join();
    }
}
