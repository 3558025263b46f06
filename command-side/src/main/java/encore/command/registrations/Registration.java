package encore.command.registrations;

import static org.axonframework.modelling.command.AggregateCreationPolicy.CREATE_IF_MISSING;
import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import encore.command.Codes;
import encore.command.Told;
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
    private RegistrationDetails details = RegistrationDetails.UNSAID;
    private Registrant registrant = Registrant.UNSAID;

    Registration() {}

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    RecordedRegistration decide(AddRegistration command, Claims claims, Streams streams, Facts facts) {
        Told.mustBeNew(id);
        Told.mustStillBeThere(command.fan(), streams);
        RegistrationDetails first = Patch.of(command.details()).on(RegistrationDetails.UNSAID);
        claims.take(claim(command.registration().account(), first), command.registration());
        Codes.hold(command.registration(), List.of(), first.codes(), claims, streams, facts);
        apply(new RegistrationRecorded(
                command.registration(),
                command.fan(),
                first,
                Patch.of(command.registrant()).on(Registrant.UNSAID)));
        return recorded();
    }

    @CommandHandler
    RecordedRegistration decide(RepeatRegistration command, Claims claims, Streams streams, Facts facts) {
        FanId now = Objects.requireNonNull(fan, "Axon decides on loaded registrations alone");
        if (!streams.isOpen(now)) {
            return recorded();
        }
        if (command.fan() == null && registrant.isNotReachedBy(command.registrant())) {
            throw Told.anotherContact();
        }
        FanId next = command.fan() == null ? now : command.fan();
        Told.mustStillBeThere(next, streams);
        RegistrationDetails changed = Patch.of(command.details()).on(details);
        Registrant said = Patch.of(command.registrant()).on(registrant);
        if (!next.equals(now) || !changed.equals(details) || !said.equals(registrant)) {
            Codes.hold(command.registration(), details.codes(), changed.codes(), claims, streams, facts);
            apply(new RegistrationChanged(command.registration(), next, changed, said));
        }
        return recorded();
    }

    private RecordedRegistration recorded() {
        return new RecordedRegistration(
                String.valueOf(details.registrationKey()),
                Objects.requireNonNull(fan).number());
    }

    /** Returns the claim on the registration's key, which is unique in its network. */
    static Claim claim(long account, RegistrationDetails details) {
        return Told.claim("registration_key", account, details.network(), details.registrationKey());
    }

    @EventSourcingHandler
    void evolve(RegistrationRecorded event) {
        id = event.registration();
        told(event);
    }

    @EventSourcingHandler
    void evolve(RegistrationChanged event) {
        told(event);
    }

    private void told(RegistrationEvent event) {
        fan = event.fan();
        details = event.details();
        registrant = event.registrant();
    }
}
