package encore.command.addresses;

import static encore.kernel.Refusal.Kind.RULE;
import static org.axonframework.modelling.command.AggregateCreationPolicy.CREATE_IF_MISSING;
import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import encore.command.lookups.PageTabs;
import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Facts;
import encore.infra.eventstore.Streams;
import encore.infra.eventstore.SubjectKeys;
import encore.kernel.Refusal;
import encore.kernel.addresses.AddressCommand.ForgetAddress;
import encore.kernel.addresses.AddressCommand.ForgetUnreadable;
import encore.kernel.addresses.AddressCommand.MonitorAddress;
import encore.kernel.addresses.AddressEntry;
import encore.kernel.addresses.AddressEvent.AddressForgotten;
import encore.kernel.addresses.AddressEvent.AddressListed;
import encore.kernel.addresses.AddressEvent.AddressMonitored;
import encore.kernel.addresses.AddressEvent.AddressUnlisted;
import encore.kernel.addresses.AddressId;
import encore.kernel.addresses.AddressesId;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.axonframework.modelling.command.CreationPolicy;
import org.axonframework.spring.stereotype.Aggregate;
import org.jspecify.annotations.Nullable;

/**
 * Counts the addresses that an account monitors. Only claims say which ones: each address has its own stream, under
 * its own key.
 */
@Aggregate
class MonitoredAddresses {

    private static final int MOST = 10_000;

    @AggregateIdentifier
    private @Nullable AddressesId id;

    private int count;

    MonitoredAddresses() {}

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    AddressEntry decide(MonitorAddress command, Streams streams, Claims claims, Facts facts, SubjectKeys keys) {
        AddressesId addresses = command.addresses();
        if (command.pageTabId() != null) {
            PageTabs.mustBeOpen(addresses.account(), command.pageTabId(), streams);
        }
        AddressRule addressRule =
                new AddressRule(addresses.account(), command.network(), command.pageTabId(), command.isBlocked());
        AddressId same = addressRule.currentEntry(claims, streams);
        if (same != null) {
            return new AddressEntry(same.uid());
        }
        AddressId opposite = addressRule.opposite().currentEntry(claims, streams);
        if (opposite == null) {
            theLimitIsNotReached();
        }
        AddressId address = new AddressId(addresses.account(), command.uid());
        keys.create(address);
        addressRule.takeClaim(address, claims);
        facts.record(
                address, new AddressMonitored(address, command.network(), command.pageTabId(), command.isBlocked()));
        apply(new AddressListed(addresses, address));
        if (opposite != null) {
            claims.release(addressRule.opposite().claim(), opposite);
            end(addresses, opposite, facts);
        }
        return new AddressEntry(address.uid());
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    AddressEntry decide(ForgetAddress command, Streams streams, Claims claims, Facts facts) {
        AddressesId addresses = command.addresses();
        AddressRule addressRule =
                new AddressRule(addresses.account(), command.network(), command.pageTabId(), command.isBlocked());
        AddressId address = addressRule.currentEntry(claims, streams);
        if (address == null) {
            return new AddressEntry(null);
        }
        claims.release(addressRule.claim(), address);
        end(addresses, address, facts);
        return new AddressEntry(address.uid());
    }

    /**
     * Ends an address whose key is gone. Its claim stays, since its value can no longer be read. The next command that
     * wants the claim finds that its holder has ended.
     */
    @CommandHandler
    AddressEntry decide(ForgetUnreadable command, Streams streams, Facts facts) {
        if (streams.isOpen(command.address())) {
            end(command.addresses(), command.address(), facts);
        }
        return new AddressEntry(command.address().uid());
    }

    private static void end(AddressesId addresses, AddressId address, Facts facts) {
        facts.end(address, new AddressForgotten(address));
        apply(new AddressUnlisted(addresses, address));
    }

    private void theLimitIsNotReached() {
        if (count >= MOST) {
            throw new Refusal(RULE, "too-many-addresses", "ip_address", "An account monitors at most 10000 addresses.");
        }
    }

    @EventSourcingHandler
    void evolve(AddressListed event) {
        id = event.addresses();
        count++;
    }

    @EventSourcingHandler
    void evolve(AddressUnlisted event) {
        count--;
    }
}
