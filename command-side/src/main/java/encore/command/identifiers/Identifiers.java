package encore.command.identifiers;

import static encore.kernel.Refusal.Kind.RULE;
import static org.axonframework.modelling.command.AggregateCreationPolicy.CREATE_IF_MISSING;
import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import encore.command.CodeClaims;
import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Claims.Claim;
import encore.infra.eventstore.Facts;
import encore.infra.eventstore.Streams;
import encore.kernel.Refusal;
import encore.kernel.StreamId;
import encore.kernel.identifiers.ChangedIdentifiers;
import encore.kernel.identifiers.IdentifierCommand.AddIdentifier;
import encore.kernel.identifiers.IdentifierCommand.AssignMemberId;
import encore.kernel.identifiers.IdentifierCommand.ForgetIdentifiers;
import encore.kernel.identifiers.IdentifierCommand.ReadPartnerSubscriptions;
import encore.kernel.identifiers.IdentifierCommand.RemoveIdentifier;
import encore.kernel.identifiers.IdentifierEvent.IdentifierAdded;
import encore.kernel.identifiers.IdentifierEvent.IdentifierRemoved;
import encore.kernel.identifiers.IdentifierEvent.IdentifiersForgotten;
import encore.kernel.identifiers.IdentifiersId;
import encore.kernel.identifiers.MemberId;
import encore.kernel.scans.ScanCode;
import encore.kernel.subscriptions.PartnerSubscriptions;
import encore.kernel.subscriptions.SubscriptionId;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.axonframework.modelling.command.CreationPolicy;
import org.axonframework.spring.stereotype.Aggregate;
import org.jspecify.annotations.Nullable;

/** A fan's names on networks. No two fans of an account have the same one. */
@Aggregate
class Identifiers {

    private static final String PORTAL = "portal";

    @AggregateIdentifier
    private @Nullable IdentifiersId id;

    /** In the order in which they were added, also after a snapshot: they are forgotten in this order. */
    private LinkedHashSet<Identifier> held = new LinkedHashSet<>();

    /** The wristbands among them that are claimed as codes. Those of an earlier build are not. */
    private Set<String> codes = new HashSet<>();

    Identifiers() {}

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    ChangedIdentifiers decide(AddIdentifier command, Streams streams, Claims claims, Facts facts) {
        streams.mustBeKnown(command.identifiers().fan());
        var identifier = new Identifier(command.network(), command.value());
        if (!held.contains(identifier)) {
            add(command.identifiers(), identifier, streams, claims, facts);
        }
        return answer(command.identifiers());
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    ChangedIdentifiers decide(RemoveIdentifier command, Streams streams, Claims claims) {
        streams.mustBeKnown(command.identifiers().fan());
        var identifier = new Identifier(command.network(), command.value());
        if (held.contains(identifier)) {
            claims.release(identifier.claim(command.stream().account()), command.identifiers());
            boolean isCode = isCode(identifier);
            if (isCode) {
                releaseCode(identifier.value(), command.identifiers(), claims);
            }
            apply(new IdentifierRemoved(
                    command.identifiers(), identifier.network(), identifier.value(), isCode ? true : null));
        }
        return answer(command.identifiers());
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    MemberId decide(AssignMemberId command, Streams streams, Claims claims, Facts facts) {
        var fan = command.identifiers().fan();
        streams.mustBeKnown(fan);
        theFanHasNoMemberId();
        var memberId = MemberNumber.of(fan);
        add(command.identifiers(), new Identifier(PORTAL, memberId), streams, claims, facts);
        return new MemberId(fan.number(), memberId);
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    ChangedIdentifiers decide(ForgetIdentifiers command, Claims claims) {
        if (!held.isEmpty()) {
            held.forEach(identifier ->
                    claims.release(identifier.claim(command.stream().account()), command.identifiers()));
            codes.forEach(value -> releaseCode(value, command.identifiers(), claims));
            apply(new IdentifiersForgotten(command.identifiers()));
        }
        return answer(command.identifiers());
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    PartnerSubscriptions decide(ReadPartnerSubscriptions command, Claims claims) {
        long account = command.stream().account();
        return new PartnerSubscriptions(held.stream()
                .filter(identifier -> identifier.network().equals(PartnerSubscriptions.NETWORK))
                .map(identifier -> claims.ownerOf(new Claim(PartnerSubscriptions.USERS, account, identifier.value())))
                .filter(Objects::nonNull)
                .map(text -> StreamId.parse(SubscriptionId.class, text))
                .toList());
    }

    private void theFanHasNoMemberId() {
        if (held.stream().anyMatch(identifier -> identifier.network().equals(PORTAL))) {
            throw new Refusal(RULE, "member-id-exists", "This fan has a member_id.");
        }
    }

    private static void add(IdentifiersId id, Identifier identifier, Streams streams, Claims claims, Facts facts) {
        var claim = identifier.claim(id.account());
        String owner = claims.ownerOf(claim);
        if (owner != null) {
            var other = StreamId.parse(IdentifiersId.class, owner);
            noLivingFanHasIt(other, streams);
            claims.release(claim, other);
        }
        claims.take(claim, id);
        String codeFrom = identifier.isWristband()
                ? CodeClaims.link(id, ScanCode.ofWristband(identifier.value()), claims, streams, facts)
                : null;
        apply(new IdentifierAdded(id, identifier.network(), identifier.value(), codeFrom));
    }

    private boolean isCode(Identifier identifier) {
        return identifier.isWristband() && codes.contains(identifier.value());
    }

    private static void releaseCode(String value, IdentifiersId id, Claims claims) {
        CodeClaims.release(id.account(), ScanCode.ofWristband(value), id.toString(), claims);
    }

    /**
     * Refuses an identifier that a living fan has. One that was added while its fan was being erased stays claimed, but
     * belongs to nobody.
     */
    private static void noLivingFanHasIt(IdentifiersId owner, Streams streams) {
        if (streams.isOpen(owner.fan())) {
            throw new Refusal(RULE, "identifier-taken", "identifier_value", "Another fan has this identifier.");
        }
    }

    private static ChangedIdentifiers answer(IdentifiersId id) {
        return new ChangedIdentifiers(id.fan().number());
    }

    @EventSourcingHandler
    void evolve(IdentifierAdded event) {
        id = event.identifiers();
        // Without a value the fan is erased: no more commands are decided here.
        if (event.value() != null) {
            held.add(new Identifier(event.network(), event.value()));
            if (event.codeFrom() != null) {
                codes.add(event.value());
            }
        }
    }

    @EventSourcingHandler
    void evolve(IdentifierRemoved event) {
        if (event.value() != null) {
            held.remove(new Identifier(event.network(), event.value()));
            if (event.isCode() != null) {
                codes.remove(event.value());
            }
        }
    }

    @EventSourcingHandler
    void evolve(IdentifiersForgotten event) {
        held.clear();
        codes.clear();
    }
}
