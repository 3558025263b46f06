package encore.command.registrations;

import static org.axonframework.modelling.command.AggregateCreationPolicy.CREATE_IF_MISSING;
import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import encore.command.CodeClaims;
import encore.command.RecordOwner;
import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Claims.Claim;
import encore.infra.eventstore.Facts;
import encore.infra.eventstore.Streams;
import encore.kernel.Patch;
import encore.kernel.fans.FanId;
import encore.kernel.registrations.RecordedRegistration;
import encore.kernel.registrations.Registrant;
import encore.kernel.registrations.RegistrationCommand.AddRegistration;
import encore.kernel.registrations.RegistrationCommand.RepeatRegistration;
import encore.kernel.registrations.RegistrationDetails;
import encore.kernel.registrations.RegistrationEvent;
import encore.kernel.registrations.RegistrationEvent.RegistrationChanged;
import encore.kernel.registrations.RegistrationEvent.RegistrationRecorded;
import encore.kernel.registrations.RegistrationId;
import java.util.List;
import java.util.Objects;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.axonframework.modelling.command.CreationPolicy;
import org.axonframework.spring.stereotype.Aggregate;
import org.jspecify.annotations.Nullable;

/** A registration. A repeat changes only the values that differ. It stays with its fan unless its email changes. */
@Aggregate
class Registration {

    @AggregateIdentifier
    private @Nullable RegistrationId id;

    private @Nullable FanId fan;
    private RegistrationDetails details = RegistrationDetails.EMPTY;
    private Registrant registrant = Registrant.EMPTY;

    Registration() {}

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    RecordedRegistration decide(AddRegistration command, Claims claims, Streams streams, Facts facts) {
        RecordOwner.requireNew(id);
        RecordOwner.requireOpenFan(command.fan(), streams);
        RegistrationDetails first = Patch.of(command.details()).applyTo(RegistrationDetails.EMPTY);
        claims.take(claim(command.registration().account(), first), command.registration());
        CodeClaims.update(command.registration(), List.of(), first.codes(), claims, streams, facts);
        apply(new RegistrationRecorded(
                command.registration(),
                command.fan(),
                first,
                Patch.of(command.registrant()).applyTo(Registrant.EMPTY)));
        return answer();
    }

    @CommandHandler
    RecordedRegistration decide(RepeatRegistration command, Claims claims, Streams streams, Facts facts) {
        FanId current = Objects.requireNonNull(fan, "Axon decides on loaded registrations alone");
        if (!streams.isOpen(current)) {
            return answer();
        }
        if (command.fan() == null && registrant.hasOtherEmailThan(command.registrant())) {
            throw RecordOwner.otherContactRefusal();
        }
        FanId next = command.fan() == null ? current : command.fan();
        RecordOwner.requireOpenFan(next, streams);
        RegistrationDetails changed = Patch.of(command.details()).applyTo(details);
        Registrant newRegistrant = Patch.of(command.registrant()).applyTo(registrant);
        if (!next.equals(current) || !changed.equals(details) || !newRegistrant.equals(registrant)) {
            CodeClaims.update(command.registration(), details.codes(), changed.codes(), claims, streams, facts);
            apply(new RegistrationChanged(command.registration(), next, changed, newRegistrant));
        }
        return answer();
    }

    private RecordedRegistration answer() {
        return new RecordedRegistration(
                String.valueOf(details.registrationKey()),
                Objects.requireNonNull(fan).number());
    }

    /** Returns the claim on the registration's key, which is unique in its network. */
    static Claim claim(long account, RegistrationDetails details) {
        return RecordOwner.keyClaim("registration_key", account, details.network(), details.registrationKey());
    }

    @EventSourcingHandler
    void evolve(RegistrationRecorded event) {
        id = event.registration();
        setState(event);
    }

    @EventSourcingHandler
    void evolve(RegistrationChanged event) {
        setState(event);
    }

    private void setState(RegistrationEvent event) {
        fan = event.fan();
        details = event.details();
        registrant = event.registrant();
    }
}
