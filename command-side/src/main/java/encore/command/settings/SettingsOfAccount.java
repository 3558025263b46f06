package encore.command.settings;

import static org.axonframework.modelling.command.AggregateCreationPolicy.CREATE_IF_MISSING;
import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import encore.kernel.settings.AccountSettings;
import encore.kernel.settings.AccountSettingsCommand.ChangeAccountSettings;
import encore.kernel.settings.AccountSettingsEvent.AccountSettingsChanged;
import encore.kernel.settings.AccountSettingsId;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.axonframework.modelling.command.CreationPolicy;
import org.axonframework.spring.stereotype.Aggregate;
import org.jspecify.annotations.Nullable;

/** The settings of an account. */
@Aggregate
class SettingsOfAccount {

    @AggregateIdentifier
    private @Nullable AccountSettingsId id;

    private AccountSettings settings = AccountSettings.DEFAULT;

    SettingsOfAccount() {}

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    AccountSettings decide(ChangeAccountSettings command) {
        AccountSettings after = command.change().applyTo(settings).withDefaults();
        if (!after.equals(settings)) {
            apply(new AccountSettingsChanged(command.settings(), after));
        }
        return after;
    }

    @EventSourcingHandler
    void evolve(AccountSettingsChanged event) {
        id = event.settings();
        settings = event.all().withDefaults();
    }
}
