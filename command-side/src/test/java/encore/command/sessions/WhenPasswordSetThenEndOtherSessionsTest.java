package encore.command.sessions;

import static encore.command.sessions.LoginsTest.LOGINS;

import encore.command.automations.AutomationUnderTest;
import encore.kernel.browserlogin.BrowserCodeEvent.BrowserCodeIssued;
import encore.kernel.browserlogin.BrowserLogin;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanEvent.FanPasswordSet;
import encore.kernel.fans.FanId;
import encore.kernel.sessions.SessionCommand.EndFanSession;
import encore.kernel.sessions.SessionCommand.EndOtherSessions;
import encore.kernel.sessions.SessionEvent.FanSessionOpened;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The position of each event is its number here, from 1, and its sequence one less. */
class WhenPasswordSetThenEndOtherSessionsTest {

    private final AutomationUnderTest automation = new AutomationUnderTest(new WhenPasswordSetThenEndOtherSessions());

    @Test
    void a_password_ends_the_sessions_that_were_there_before() {
        automation
                .given(opened("a", null), opened("b", 1L))
                .when(password())
                .expect(new EndOtherSessions(LOGINS, null, 1L));
    }

    @Test
    void the_session_whose_call_set_it_goes_on() {
        automation
                .given(opened("a", null), opened("b", null))
                .by("session:b")
                .when(password())
                .expect(new EndOtherSessions(LOGINS, "b", 1L));
    }

    @Test
    void without_a_login_before_there_is_nothing_to_end() {
        automation.given().when(password()).expect();
    }

    @Test
    void a_login_with_an_older_password_ends_though_it_is_folded_last() {
        automation.given(password(), password()).when(opened("a", 1L)).expect(new EndFanSession(LOGINS, "a", false));
    }

    @Test
    void a_login_with_the_present_password_or_with_none_goes_on() {
        automation
                .given(password(), password())
                .when(opened("a", 2L), opened("b", null))
                .expect();
    }

    @Test
    void a_login_in_between_ends_with_the_next_password_once() {
        automation
                .given(opened("a", null), password(), opened("b", 2L))
                .when(password())
                .expect(new EndOtherSessions(LOGINS, null, 2L));
    }

    @Test
    void a_code_of_a_browser_login_that_nobody_has_used_ends_too() {
        var login = new BrowserLogin("https://fans.example/back", null, LoginsTest.details(), null, "v1");
        automation
                .given(new BrowserCodeIssued(LOGINS, "h", login, LoginsTest.NOON))
                .when(password())
                .expect(new EndOtherSessions(LOGINS, null, 0L));
    }

    @Test
    void another_fan_and_an_erased_one_are_left_alone() {
        automation
                .given(opened("a", null))
                .when(new FanPasswordSet(new FanId(7, 43), "$"), new FanErased(LOGINS.fan()))
                .expect();
        automation.when(password()).expect();
    }

    private static FanSessionOpened opened(String session, @Nullable Long password) {
        return new FanSessionOpened(LOGINS, session, LoginsTest.details(), password, LoginsTest.NOON);
    }

    private static FanPasswordSet password() {
        return new FanPasswordSet(LOGINS.fan(), "$argon2id$");
    }
}
