package encore.command;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.eventstore.RecordedEvent;
import encore.kernel.Patch;
import encore.kernel.contacts.ContactValue;
import encore.kernel.fans.FanCommand.ChangeFan;
import encore.kernel.fans.FanCommand.EraseFan;
import encore.kernel.fans.FanCommand.FindOrRegisterFan;
import encore.kernel.fans.FanEvent.FanPasswordSet;
import encore.kernel.fans.FanId;
import encore.kernel.fans.profile.Consent;
import encore.kernel.fans.profile.Curation;
import encore.kernel.fans.profile.Profile;
import encore.kernel.fans.profile.ProfileBuilder;
import encore.kernel.passwords.PasswordCommand.FindPassword;
import encore.kernel.passwords.PasswordLookupId;
import encore.kernel.passwords.StoredPassword;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Looks for passwords by contact in a log. */
class PasswordsOnDiskTest {

    private static final FanId ANN = new FanId(7, 42);
    private static final ContactValue EMAIL = ContactValue.email("ann@x.example");
    private static final ContactValue PHONE = ContactValue.phone("+12025550101");

    @TempDir
    private Path directory;

    private CommandSideOnDisk side;
    private int lookups;

    @BeforeEach
    void open() {
        side = new CommandSideOnDisk(directory);
    }

    @AfterEach
    void close() {
        side.close();
    }

    @Test
    void a_password_is_found_by_either_contact_with_the_position_of_its_event() {
        register("$first");
        StoredPassword first = new StoredPassword(42L, "$first", positionOf("$first"));
        assertThat(find(EMAIL)).isEqualTo(first);
        assertThat(find(PHONE)).isEqualTo(first);
        setPassword("$second");
        StoredPassword second = new StoredPassword(42L, "$second", positionOf("$second"));
        assertThat(second.position()).isGreaterThan(first.position());
        assertThat(find(EMAIL)).isEqualTo(second);
        side.reopen();
        assertThat(find(EMAIL)).isEqualTo(second);
    }

    @Test
    void nobody_and_nothing_differ_for_the_gateway_alone() {
        assertThat(find(EMAIL)).isEqualTo(StoredPassword.OF_NOBODY);
        register(null);
        assertThat(find(EMAIL)).isEqualTo(new StoredPassword(42L, null, 0));
        assertThat(find(ContactValue.email("bob@x.example"))).isEqualTo(StoredPassword.OF_NOBODY);
    }

    @Test
    void a_look_up_writes_nothing() {
        register("$first");
        long head = side.log.head();
        find(EMAIL);
        find(ContactValue.email("bob@x.example"));
        assertThat(side.log.head()).isEqualTo(head);
    }

    @Test
    void it_is_found_behind_a_snapshot_and_no_snapshot_holds_it() throws InterruptedException {
        register("$first");
        for (int i = 0; i < 250; i++) {
            Profile renamed = ProfileBuilder.builder().firstName("Ann " + i).build();
            side.send(new ChangeFan(ANN, Patch.of(renamed), Patch.of(Consent.EMPTY), Patch.of(Curation.EMPTY), null));
        }
        for (int i = 0; i < 1_000 && side.log.snapshot(ANN.toString()) == null; i++) {
            Thread.sleep(10);
        }
        assertThat(side.log.snapshot(ANN.toString())).isNotNull();
        side.reopen();
        assertThat(find(EMAIL)).isEqualTo(new StoredPassword(42L, "$first", positionOf("$first")));
        assertThat(side.log.streamEventsRead.get()).isLessThan(100);
    }

    @Test
    void a_fan_that_was_erased_has_none() {
        register("$first");
        side.send(new EraseFan(ANN));
        assertThat(find(EMAIL)).isEqualTo(StoredPassword.OF_NOBODY);
    }

    @Test
    void neither_a_look_up_nor_its_answer_prints_a_contact_or_a_hash() {
        assertThat(lookup(EMAIL).toString()).doesNotContain(EMAIL.value());
        assertThat(lookup(PHONE).toString()).doesNotContain(PHONE.value());
        assertThat(new StoredPassword(42L, "$first", 9).toString()).doesNotContain("$first");
    }

    private void register(@Nullable String passwordHash) {
        side.send(new FindOrRegisterFan(
                ANN, Profile.reachableBy(EMAIL.value(), PHONE.value()), Consent.EMPTY, passwordHash));
    }

    private void setPassword(String hash) {
        side.send(new ChangeFan(ANN, Patch.of(Profile.EMPTY), Patch.of(Consent.EMPTY), Patch.of(Curation.EMPTY), hash));
    }

    private StoredPassword find(ContactValue contact) {
        return side.send(lookup(contact));
    }

    private FindPassword lookup(ContactValue contact) {
        return new FindPassword(new PasswordLookupId(7, "lookup-" + lookups++), contact);
    }

    private long positionOf(String hash) {
        return side.events().stream()
                .filter(recorded -> recorded.event() instanceof FanPasswordSet set && hash.equals(set.passwordHash()))
                .mapToLong(RecordedEvent::position)
                .findFirst()
                .orElseThrow();
    }
}
