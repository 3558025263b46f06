package encore.command.contacts;

import static encore.command.contacts.WhenContactUnusedThenForget.LOOKED_AT_AFTER;
import static org.assertj.core.api.Assertions.assertThat;

import encore.command.automations.AutomationUnderTest;
import encore.kernel.contacts.ContactCommand.ForgetUnusedContact;
import encore.kernel.contacts.ContactEvent.CodeRequested;
import encore.kernel.contacts.ContactEvent.ContactForgotten;
import encore.kernel.contacts.ContactEvent.ContactKept;
import encore.kernel.contacts.ContactEvent.LookUpRecorded;
import encore.kernel.contacts.ContactEvent.WrongPasswordGiven;
import encore.kernel.contacts.ContactId;
import encore.kernel.contacts.ContactKind;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanEvent.FanProfileChanged;
import encore.kernel.fans.FanId;
import encore.kernel.fans.profile.Profile;
import encore.kernel.fans.profile.ProfileBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class WhenContactUnusedThenForgetTest {

    private static final ContactId CONTACT = new ContactId(7, "c");
    private static final FanId FAN = new FanId(7, 42);
    private static final Instant NOON = Instant.parse("2026-07-01T12:00:00Z");
    private static final Duration DAY = Duration.ofDays(1);
    private static final ForgetUnusedContact FORGET = new ForgetUnusedContact(CONTACT);

    private final AutomationUnderTest automation = new AutomationUnderTest(new WhenContactUnusedThenForget()).at(NOON);

    @Test
    void a_contact_is_looked_at_seven_days_after_its_last_code_or_wrong_password() {
        automation.when(code());
        assertThat(due()).isEqualTo(NOON.plus(LOOKED_AT_AFTER));
        automation.at(NOON.plus(DAY)).when(wrongPassword());
        assertThat(due()).isEqualTo(NOON.plus(DAY).plus(LOOKED_AT_AFTER));
        automation.at(NOON.plus(LOOKED_AT_AFTER)).expect();
        automation.at(NOON.plus(DAY).plus(LOOKED_AT_AFTER)).expect(FORGET);
        assertThat(due()).isNull();
    }

    @Test
    void further_look_ups_keep_no_contact() {
        automation.when(lookUp()).at(NOON.plus(DAY)).when(lookUp());
        assertThat(due()).isEqualTo(NOON.plus(LOOKED_AT_AFTER));
        automation.at(NOON.plus(LOOKED_AT_AFTER)).expect(FORGET);
    }

    @Test
    void a_forgotten_contact_has_no_timer() {
        automation.when(code(), new ContactForgotten(CONTACT));
        assertThat(due()).isNull();
    }

    @Test
    void a_contact_of_a_fan_is_looked_at_once_more_and_then_no_more() {
        automation.when(code(), kept(FAN)).at(NOON.plus(LOOKED_AT_AFTER)).expect(FORGET);
        automation.when(code(), lookUp(), wrongPassword());
        assertThat(due()).as("a fan that logs in costs no timer").isNull();
    }

    @Test
    void a_contact_that_stops_being_a_fans_is_looked_at_seven_days_later() {
        automation.when(code(), kept(FAN)).at(NOON.plus(LOOKED_AT_AFTER));
        Instant later = NOON.plus(Duration.ofDays(100));
        automation.at(later).when(changed(email("new@fans.example")));
        assertThat(due()).isEqualTo(later.plus(LOOKED_AT_AFTER));
        automation.at(later.plus(DAY)).when(code());
        assertThat(due()).as("used meanwhile").isEqualTo(later.plus(DAY).plus(LOOKED_AT_AFTER));
        automation.at(later.plus(DAY).plus(LOOKED_AT_AFTER)).expect(FORGET, FORGET);
    }

    @Test
    void a_contact_that_is_cleared_or_whose_fan_is_erased_is_looked_at_as_well() {
        automation.when(code(), kept(FAN)).at(NOON.plus(LOOKED_AT_AFTER));
        automation.when(new FanProfileChanged(FAN, Profile.EMPTY, List.of("email")));
        assertThat(due()).isNotNull();
        automation.at(NOON.plus(Duration.ofDays(20)));
        assertThat(due()).isNull();
        automation.when(new FanErased(FAN));
        assertThat(due()).isNotNull();
    }

    @Test
    void other_changes_and_other_fans_set_no_timer() {
        automation.when(code(), kept(FAN)).at(NOON.plus(LOOKED_AT_AFTER));
        automation.when(
                changed(ProfileBuilder.builder()
                        .name("Ada")
                        .phone("+4512345678")
                        .build()),
                new FanProfileChanged(new FanId(7, 4), email("x@fans.example"), null),
                new FanErased(new FanId(7, 4)));
        assertThat(due()).isNull();
    }

    @Test
    void the_fan_that_has_the_contact_now_counts() {
        FanId other = new FanId(7, 43);
        automation.when(code(), kept(FAN), kept(other)).at(NOON.plus(LOOKED_AT_AFTER));
        automation.when(changed(email("new@fans.example")));
        assertThat(due()).isNull();
        automation.when(new FanProfileChanged(other, email("new@fans.example"), null));
        assertThat(due()).isNotNull();
        automation.when(new ContactForgotten(CONTACT), new FanErased(other));
        assertThat(due()).isNull();
    }

    private Instant due() {
        return automation.timer(CONTACT.toString());
    }

    private static ContactKept kept(FanId fan) {
        return new ContactKept(CONTACT, ContactKind.EMAIL, fan);
    }

    private static Profile email(String email) {
        return Profile.reachableBy(email, null);
    }

    private static FanProfileChanged changed(Profile changes) {
        return new FanProfileChanged(FAN, changes, null);
    }

    private static CodeRequested code() {
        return new CodeRequested(CONTACT, ContactKind.EMAIL, "ada@fans.example", "r", null, "Acme", NOON, NOON);
    }

    private static LookUpRecorded lookUp() {
        return new LookUpRecorded(CONTACT, ContactKind.EMAIL, "ada@fans.example", NOON);
    }

    private static WrongPasswordGiven wrongPassword() {
        return new WrongPasswordGiven(CONTACT, ContactKind.EMAIL, "ada@fans.example", NOON);
    }
}
