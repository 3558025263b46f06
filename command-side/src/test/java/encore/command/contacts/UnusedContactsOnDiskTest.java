package encore.command.contacts;

import static encore.command.Awaiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import encore.command.CommandSideOnDisk;
import encore.infra.eventstore.RecordedEvent;
import encore.infra.testmongo.MongoForTests;
import encore.kernel.Patch;
import encore.kernel.contacts.ContactCommand.RecordLookUp;
import encore.kernel.contacts.ContactCommand.RecordPasswordTry;
import encore.kernel.contacts.ContactEvent.ContactForgotten;
import encore.kernel.contacts.ContactEvent.ContactKept;
import encore.kernel.contacts.ContactEvent.ContactUsed;
import encore.kernel.contacts.ContactId;
import encore.kernel.contacts.ContactKind;
import encore.kernel.contacts.ContactValue;
import encore.kernel.fans.FanCommand.ChangeFan;
import encore.kernel.fans.FanId;
import encore.kernel.fans.profile.Consent;
import encore.kernel.fans.profile.Curation;
import encore.kernel.fans.profile.Profile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Contacts that nobody uses, on the whole command side with its real stores. */
class UnusedContactsOnDiskTest {

    private static final Duration PAUSE = Duration.ofDays(7).plusMinutes(5);

    @TempDir
    Path directory;

    @Test
    void contacts_are_forgotten_on_sqlite_unless_a_fan_has_them() {
        try (var side = new CommandSideOnDisk(directory)) {
            unusedContactsAreForgotten(side);
        }
    }

    @Test
    void contacts_are_forgotten_on_mongo_unless_a_fan_has_them() {
        try (var side = CommandSideOnDisk.onMongo(MongoForTests.uri())) {
            unusedContactsAreForgotten(side);
        }
    }

    private static void unusedContactsAreForgotten(CommandSideOnDisk side) {
        FanId fan = side.registerFan(42, "fan@fans.example");
        use(side, "fan@fans.example");
        use(side, "nobody@fans.example");
        side.send(new RecordLookUp(fresh(), email("looked@fans.example")));
        ContactId ofFan = contact(side, "fan@fans.example");
        ContactId nobodys = contact(side, "nobody@fans.example");
        ContactId lookedUp = contact(side, "looked@fans.example");

        side.reopenAfter(Duration.ofDays(6));
        use(side, "later@fans.example");
        assertThat(forgotten(side)).isEmpty();

        side.reopenAfter(Duration.ofDays(1).plusMinutes(5));
        await(() ->
                forgotten(side).size() == 2 && !events(side, ContactKept.class).isEmpty());
        assertThat(forgotten(side)).containsExactlyInAnyOrder(nobodys, lookedUp);
        assertThat(events(side, ContactKept.class)).containsExactly(new ContactKept(ofFan, ContactKind.EMAIL, fan));

        side.send(new ChangeFan(
                fan,
                Patch.of(Profile.reachableBy("other@fans.example", null)),
                Patch.of(Consent.EMPTY),
                Patch.of(Curation.EMPTY),
                null));
        side.reopenAfter(PAUSE);
        await(() -> forgotten(side).contains(ofFan));
        assertThat(events(side, ContactKept.class)).hasSize(1);
        use(side, "fan@fans.example");
        assertThat(contact(side, "fan@fans.example")).as("a new stream").isNotEqualTo(ofFan);
    }

    private static void use(CommandSideOnDisk side, String email) {
        side.send(new RecordPasswordTry(fresh(), email(email), false));
    }

    private static ContactId contact(CommandSideOnDisk side, String email) {
        return events(side, ContactUsed.class).stream()
                .filter(event -> email.equals(event.value()))
                .reduce((first, second) -> second)
                .orElseThrow()
                .contact();
    }

    private static List<ContactId> forgotten(CommandSideOnDisk side) {
        return events(side, ContactForgotten.class).stream()
                .map(ContactForgotten::contact)
                .toList();
    }

    private static <E> List<E> events(CommandSideOnDisk side, Class<E> type) {
        return side.events().stream()
                .map(RecordedEvent::event)
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }

    private static ContactId fresh() {
        return new ContactId(CommandSideOnDisk.ACCOUNT, UUID.randomUUID().toString());
    }

    private static ContactValue email(String value) {
        return new ContactValue(ContactKind.EMAIL, value);
    }
}
