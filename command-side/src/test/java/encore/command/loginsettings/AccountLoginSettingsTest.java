package encore.command.loginsettings;

import encore.command.AggregateUnderTest;
import encore.kernel.Patch;
import encore.kernel.loginsettings.CodeChannel;
import encore.kernel.loginsettings.GrantedCodes;
import encore.kernel.loginsettings.LoginSettings;
import encore.kernel.loginsettings.LoginSettingsBuilder;
import encore.kernel.loginsettings.LoginSettingsCommand.GrantCodes;
import encore.kernel.loginsettings.LoginSettingsCommand.ReadLoginSettings;
import encore.kernel.loginsettings.LoginSettingsCommand.StoreLoginSettings;
import encore.kernel.loginsettings.LoginSettingsEvent.CodesGranted;
import encore.kernel.loginsettings.LoginSettingsEvent.LoginSettingsChanged;
import encore.kernel.loginsettings.LoginSettingsId;
import java.time.LocalDate;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AccountLoginSettingsTest {

    private static final LoginSettingsId OURS = new LoginSettingsId(7);

    /** The fixture's clock shows noon of this day. */
    private static final LocalDate TODAY = LocalDate.of(2026, 3, 1);

    private static final long TO_MIDNIGHT = 12 * 3_600L;
    private static final LoginSettings STAFF = LoginSettingsBuilder.builder()
            .staffTagIds(List.of(5L, 4L, 5L))
            .staffFieldKeys(List.of("seat"))
            .build();
    private static final LoginSettings FEW_CODES =
            LoginSettingsBuilder.builder().codesPerDay(3).smsCodesPerDay(0).build();

    private final AggregateUnderTest<AccountLoginSettings> settings =
            new AggregateUnderTest<>(AccountLoginSettings.class);

    @Test
    void a_change_keeps_what_it_does_not_name() {
        LoginSettings after = STAFF.withDefaults();
        settings.givenNoPriorActivity()
                .when(new StoreLoginSettings(OURS, Patch.of(STAFF)))
                .expectEvents(new LoginSettingsChanged(OURS, after))
                .expectResultMessagePayload(after);
        settings.given(new LoginSettingsChanged(OURS, after))
                .when(new StoreLoginSettings(OURS, Patch.of(FEW_CODES)))
                .expectEvents(new LoginSettingsChanged(
                        OURS, new LoginSettings(List.of(4L, 5L), List.of("seat"), List.of(), 3, 0, List.of())));
    }

    @Test
    void a_cleared_setting_has_its_default() {
        settings.given(changed(FEW_CODES))
                .when(new StoreLoginSettings(
                        OURS,
                        new Patch<>(LoginSettingsBuilder.builder().build(), Set.of("codesPerDay", "smsCodesPerDay"))))
                .expectEvents(new LoginSettingsChanged(OURS, LoginSettings.DEFAULT))
                .expectResultMessagePayload(LoginSettings.DEFAULT);
    }

    @Test
    void a_change_of_nothing_records_nothing() {
        settings.given(changed(STAFF))
                .when(new StoreLoginSettings(OURS, Patch.of(STAFF)))
                .expectNoEvents()
                .expectResultMessagePayload(STAFF.withDefaults());
    }

    @Test
    void another_command_reads_the_settings_or_the_defaults() {
        settings.givenNoPriorActivity()
                .when(new ReadLoginSettings(OURS))
                .expectNoEvents()
                .expectResultMessagePayload(LoginSettings.DEFAULT);
        settings.given(changed(STAFF))
                .when(new ReadLoginSettings(OURS))
                .expectNoEvents()
                .expectResultMessagePayload(STAFF.withDefaults());
    }

    @Test
    void a_grant_is_a_small_part_of_the_day() {
        settings.givenNoPriorActivity()
                .when(new GrantCodes(OURS, CodeChannel.EMAIL))
                .expectEvents(granted(CodeChannel.EMAIL, TODAY, 50))
                .expectResultMessagePayload(new GrantedCodes(50, TO_MIDNIGHT));
        settings.givenNoPriorActivity()
                .when(new GrantCodes(OURS, CodeChannel.SMS))
                .expectEvents(granted(CodeChannel.SMS, TODAY, 5))
                .expectResultMessagePayload(new GrantedCodes(5, TO_MIDNIGHT));
    }

    @Test
    void a_day_has_no_more_than_its_codes() {
        settings.given(granted(CodeChannel.EMAIL, TODAY, 9_980))
                .when(new GrantCodes(OURS, CodeChannel.EMAIL))
                .expectEvents(granted(CodeChannel.EMAIL, TODAY, 20));
        settings.given(granted(CodeChannel.EMAIL, TODAY, 9_980), granted(CodeChannel.EMAIL, TODAY, 20))
                .when(new GrantCodes(OURS, CodeChannel.EMAIL))
                .expectNoEvents()
                .expectResultMessagePayload(new GrantedCodes(0, TO_MIDNIGHT));
    }

    @Test
    void the_channels_count_by_themselves() {
        settings.given(granted(CodeChannel.SMS, TODAY, 1_000))
                .when(new GrantCodes(OURS, CodeChannel.EMAIL))
                .expectEvents(granted(CodeChannel.EMAIL, TODAY, 50));
        settings.given(granted(CodeChannel.SMS, TODAY, 1_000))
                .when(new GrantCodes(OURS, CodeChannel.SMS))
                .expectNoEvents();
    }

    @Test
    void a_limit_of_its_own_counts_at_once() {
        settings.given(changed(FEW_CODES))
                .when(new GrantCodes(OURS, CodeChannel.EMAIL))
                .expectEvents(granted(CodeChannel.EMAIL, TODAY, 1));
        settings.given(changed(FEW_CODES))
                .when(new GrantCodes(OURS, CodeChannel.SMS))
                .expectNoEvents()
                .expectResultMessagePayload(new GrantedCodes(0, TO_MIDNIGHT));
        settings.given(granted(CodeChannel.EMAIL, TODAY, 500), changed(FEW_CODES))
                .when(new GrantCodes(OURS, CodeChannel.EMAIL))
                .expectNoEvents()
                .expectResultMessagePayload(new GrantedCodes(0, TO_MIDNIGHT));
    }

    @Test
    void a_new_day_begins_anew_and_a_clock_that_goes_back_gives_no_day_twice() {
        settings.given(granted(CodeChannel.EMAIL, TODAY.minusDays(1), 10_000))
                .when(new GrantCodes(OURS, CodeChannel.EMAIL))
                .expectEvents(granted(CodeChannel.EMAIL, TODAY, 50));
        settings.given(granted(CodeChannel.EMAIL, TODAY.plusDays(1), 10_000))
                .when(new GrantCodes(OURS, CodeChannel.EMAIL))
                .expectNoEvents()
                .expectResultMessagePayload(new GrantedCodes(0, TO_MIDNIGHT + 86_400));
    }

    private static LoginSettingsChanged changed(LoginSettings change) {
        return new LoginSettingsChanged(OURS, change.withDefaults());
    }

    private static CodesGranted granted(CodeChannel channel, LocalDate day, int count) {
        return new CodesGranted(OURS, channel, day, count);
    }
}
