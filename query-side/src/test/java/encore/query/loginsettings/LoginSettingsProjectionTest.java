package encore.query.loginsettings;

import static org.assertj.core.api.Assertions.assertThat;

import encore.kernel.loginsettings.LoginSettings;
import encore.kernel.loginsettings.LoginSettingsBuilder;
import encore.kernel.loginsettings.LoginSettingsEvent.LoginSettingsChanged;
import encore.kernel.loginsettings.LoginSettingsId;
import encore.kernel.loginsettings.LoginSettingsQuery.FindLoginSettings;
import encore.query.ProjectionUnderTest;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LoginSettingsProjectionTest {

    private static final LoginSettings STAFF =
            new LoginSettings(List.of(4L), List.of("seat"), List.of("vip"), 5, 0, List.of("DE", "US"));

    private final ProjectionUnderTest<LoginSettingsProjection> settings =
            new ProjectionUnderTest<>(LoginSettingsProjection::new);

    @AfterEach
    void close() {
        settings.close();
    }

    @Test
    void an_account_has_the_defaults_until_it_sets_its_own() {
        assertThat(settings(7)).isEqualTo(LoginSettings.DEFAULT);
        settings.given(new LoginSettingsChanged(new LoginSettingsId(7), STAFF));
        assertThat(settings(7)).isEqualTo(STAFF);
        assertThat(settings(8)).isEqualTo(LoginSettings.DEFAULT);
    }

    @Test
    void settings_that_an_earlier_build_did_not_know_have_their_defaults() {
        settings.given(new LoginSettingsChanged(
                new LoginSettingsId(7),
                LoginSettingsBuilder.builder().staffTagIds(List.of(4L)).build()));
        assertThat(settings(7))
                .isEqualTo(new LoginSettings(List.of(4L), List.of(), List.of(), 10_000, 1_000, List.of()));
    }

    @Test
    void they_answer_what_is_staffs_and_where_codes_go() {
        assertThat(STAFF.isStaffTag(4)).isTrue();
        assertThat(STAFF.isStaffTag(5)).isFalse();
        assertThat(STAFF.isStaffField("seat")).isTrue();
        assertThat(STAFF.isStaffField("Seat")).isFalse();
        assertThat(STAFF.isStaffProp("vip")).isTrue();
        assertThat(STAFF.isStaffProp("other")).isFalse();
        assertThat(STAFF.sendsSmsTo("US")).isTrue();
        assertThat(STAFF.sendsSmsTo("FR")).isFalse();
        assertThat(LoginSettings.DEFAULT.sendsSmsTo("FR")).isTrue();
    }

    @Test
    void replayed_it_is_the_same() {
        settings.given(
                new LoginSettingsChanged(new LoginSettingsId(7), LoginSettings.DEFAULT),
                new LoginSettingsChanged(new LoginSettingsId(7), STAFF));
        try (var again = settings.replayed()) {
            assertThat(again.checksums()).isEqualTo(settings.checksums());
        }
    }

    private LoginSettings settings(long account) {
        return settings.read(documents -> settings.projection().find(new FindLoginSettings(account), documents));
    }
}
