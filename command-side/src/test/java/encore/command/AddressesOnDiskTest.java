package encore.command;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.eventstore.log.StoredSnapshot;
import encore.infra.eventstore.sqlite.directory.SqliteBackup;
import encore.kernel.addresses.AddressCommand.ForgetAddress;
import encore.kernel.addresses.AddressCommand.MonitorAddress;
import encore.kernel.addresses.AddressEvent.AddressForgotten;
import encore.kernel.addresses.AddressEvent.AddressMonitored;
import encore.kernel.addresses.AddressEvent.AddressUnlisted;
import encore.kernel.addresses.AddressId;
import encore.kernel.addresses.AddressesId;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Monitored addresses in a log: two streams in one commit, and one key for each address. */
class AddressesOnDiskTest {

    private static final AddressesId OURS = new AddressesId(7);

    @TempDir
    private Path directory;

    private CommandSideOnDisk side;

    @BeforeEach
    void open() {
        side = new CommandSideOnDisk(directory);
    }

    @AfterEach
    void close() {
        side.close();
    }

    @Test
    void a_forgotten_address_cannot_be_read_any_more_and_the_others_can() {
        side.send(monitor("a", "192.0.2.1"));
        side.send(monitor("b", "192.0.2.2"));
        side.send(new ForgetAddress(OURS, "192.0.2.1", null, true));
        assertThat(side.keys.find("address.7.a")).isNull();
        assertThat(monitored("a").ipAddress()).isNull();
        assertThat(monitored("b").ipAddress()).isEqualTo("192.0.2.2");
        side.reopen();
        side.send(monitor("c", "192.0.2.1"));
        assertThat(monitored("c").ipAddress()).isEqualTo("192.0.2.1");
    }

    @Test
    void how_many_there_are_is_snapshotted_beside_what_they_are() throws InterruptedException {
        for (int i = 0; i < 250; i++) {
            side.send(monitor("a" + i, "192.0.2." + i));
        }
        StoredSnapshot snapshot = snapshot();
        assertThat(new String(snapshot.state(), StandardCharsets.UTF_8))
                .contains("\"count\":" + (snapshot.sequence() + 1));
        side.reopen();
        side.send(monitor("b", "198.51.100.1"));
        assertThat(side.log.streamEventsRead.get()).isLessThan(100);
    }

    @Test
    void an_address_forgotten_after_a_backup_is_forgotten_in_the_restored_log(@TempDir Path backup) {
        side.send(monitor("a", "192.0.2.1"));
        SqliteBackup.take(directory, backup);
        side.send(new ForgetAddress(OURS, "192.0.2.1", null, true));
        side.close();
        assertThat(SqliteBackup.restore(backup, directory, false).erased()).isEqualTo(1);
        side = new CommandSideOnDisk(directory);
        AddressId gone = new AddressId(7, "a");
        assertThat(side.events())
                .extracting(RecordedEvent::event)
                .endsWith(new AddressForgotten(gone), new AddressUnlisted(OURS, gone));
        side.send(monitor("b", "192.0.2.1"));
        assertThat(monitored("b").ipAddress()).isEqualTo("192.0.2.1");
        long head = side.log.head();
        side.reopen();
        assertThat(side.log.head()).isEqualTo(head);
    }

    private StoredSnapshot snapshot() throws InterruptedException {
        for (int i = 0; i < 1_000; i++) {
            StoredSnapshot snapshot = side.log.snapshot(OURS.toString());
            if (snapshot != null) {
                return snapshot;
            }
            Thread.sleep(10);
        }
        throw new AssertionError("No snapshot");
    }

    private AddressMonitored monitored(String uid) {
        String stream = new AddressId(7, uid).toString();
        return side.events().stream()
                .filter(recordedEvent -> recordedEvent.event() instanceof AddressMonitored)
                .map(RecordedEvent::event)
                .map(AddressMonitored.class::cast)
                .filter(event -> event.address().toString().equals(stream))
                .findFirst()
                .orElseThrow();
    }

    private static MonitorAddress monitor(String uid, String network) {
        return new MonitorAddress(OURS, uid, network, null, true);
    }
}
