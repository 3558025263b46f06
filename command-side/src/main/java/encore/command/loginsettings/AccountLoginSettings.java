package encore.command.loginsettings;

import static org.axonframework.modelling.command.AggregateCreationPolicy.CREATE_IF_MISSING;
import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import encore.kernel.loginsettings.CodeChannel;
import encore.kernel.loginsettings.GrantedCodes;
import encore.kernel.loginsettings.LoginSettings;
import encore.kernel.loginsettings.LoginSettingsCommand.GrantCodes;
import encore.kernel.loginsettings.LoginSettingsCommand.ReadLoginSettings;
import encore.kernel.loginsettings.LoginSettingsCommand.StoreLoginSettings;
import encore.kernel.loginsettings.LoginSettingsEvent.CodesGranted;
import encore.kernel.loginsettings.LoginSettingsEvent.LoginSettingsChanged;
import encore.kernel.loginsettings.LoginSettingsId;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.axonframework.modelling.command.CreationPolicy;
import org.axonframework.spring.stereotype.Aggregate;
import org.jspecify.annotations.Nullable;

/**
 * The login settings of an account, and the codes that its gateways may send today. The codes of a day are counted here
 * and not at the gateways, so that the limit survives their restarts and holds for all of them together.
 */
@Aggregate
class AccountLoginSettings {

    /** A grant is this part of a day's codes. So a gateway that ends loses at most half a per cent of them. */
    private static final int GRANTS_A_DAY = 200;

    @AggregateIdentifier
    private @Nullable LoginSettingsId id;

    private LoginSettings settings = LoginSettings.DEFAULT;
    private LocalDate day = LocalDate.EPOCH;
    private int grantedByEmail;
    private int grantedBySms;

    AccountLoginSettings() {}

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    LoginSettings decide(StoreLoginSettings command) {
        LoginSettings after = command.change().applyTo(settings).withDefaults();
        if (!after.equals(settings)) {
            apply(new LoginSettingsChanged(command.settings(), after));
        }
        return after;
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    LoginSettings decide(ReadLoginSettings command) {
        return settings;
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    GrantedCodes decide(GrantCodes command, Instant now) {
        LocalDate today = theDayOf(now);
        int limit = settings.codesPerDay(command.channel());
        int left = limit - grantedOn(today, command.channel());
        int count = Math.min(left, Math.max(1, limit / GRANTS_A_DAY));
        if (count > 0) {
            apply(new CodesGranted(command.settings(), command.channel(), today, count));
        }
        Instant end = today.plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant();
        return new GrantedCodes(
                Math.max(0, count), Math.max(1, Duration.between(now, end).toSeconds()));
    }

    /** Returns the day, and the last day of a grant while the clock is behind it: a day's codes are granted once. */
    private LocalDate theDayOf(Instant now) {
        LocalDate today = now.atZone(ZoneOffset.UTC).toLocalDate();
        return today.isBefore(day) ? day : today;
    }

    private int grantedOn(LocalDate today, CodeChannel channel) {
        if (!today.equals(day)) {
            return 0;
        }
        return channel == CodeChannel.SMS ? grantedBySms : grantedByEmail;
    }

    @EventSourcingHandler
    void evolve(LoginSettingsChanged event) {
        id = event.settings();
        settings = event.all().withDefaults();
    }

    @EventSourcingHandler
    void evolve(CodesGranted event) {
        id = event.settings();
        if (!event.day().equals(day)) {
            day = event.day();
            grantedByEmail = 0;
            grantedBySms = 0;
        }
        if (event.channel() == CodeChannel.SMS) {
            grantedBySms += event.count();
        } else {
            grantedByEmail += event.count();
        }
    }
}
