package encore.command.lists;

import static encore.command.AggregateUnderTest.refusal;
import static encore.command.Refusals.refusalAsUnknown;
import static encore.command.Refusals.refusalNaming;
import static encore.kernel.Refusal.Kind.RULE;
import static org.axonframework.modelling.command.AggregateCreationPolicy.CREATE_IF_MISSING;

import encore.command.AggregateUnderTest;
import encore.kernel.Patch;
import encore.kernel.Refusal;
import encore.kernel.networks.Network;
import encore.kernel.networks.NetworkCommand.AddNetwork;
import encore.kernel.networks.NetworkCommand.ChangeNetwork;
import encore.kernel.networks.NetworkCommand.RemoveNetwork;
import encore.kernel.networks.NetworkEvent;
import encore.kernel.networks.NetworkEvent.NetworkAdded;
import encore.kernel.networks.NetworkEvent.NetworkChanged;
import encore.kernel.networks.NetworkEvent.NetworkRemoved;
import encore.kernel.networks.NetworksId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.axonframework.modelling.command.CreationPolicy;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The rules of every list, on networks of which two can be added. */
class KeyedListTest {

    private static final NetworksId OURS = new NetworksId(7);
    private static final Network SHOP = network("shop", "Our shop");
    private static final Network ARENA = network("arena", null);

    private final AggregateUnderTest<Shortlist> list = new AggregateUnderTest<>(Shortlist.class);

    @Test
    void an_item_is_added_and_answered() {
        list.given(new NetworkAdded(OURS, SHOP))
                .when(new AddNetwork(OURS, ARENA))
                .expectEvents(new NetworkAdded(OURS, ARENA))
                .expectResultMessagePayload(ARENA);
    }

    @Test
    void a_key_that_is_taken_or_built_in_is_refused_and_named() {
        for (Network taken : List.of(network("shop", null), network("email", null))) {
            list.given(new NetworkAdded(OURS, SHOP))
                    .when(new AddNetwork(OURS, taken))
                    .expectNoEvents()
                    .expectException(refusal(RULE, "thing-exists"));
            list.given(new NetworkAdded(OURS, SHOP))
                    .when(new AddNetwork(OURS, taken))
                    .expectException(refusalNaming("thing_key"));
        }
    }

    @Test
    void a_full_list_takes_another_item_once_one_was_removed() {
        var both = List.of(new NetworkAdded(OURS, SHOP), new NetworkAdded(OURS, ARENA));
        var stall = network("stall", null);
        list.given(both).when(new AddNetwork(OURS, stall)).expectNoEvents().expectException(refusalNaming("thing_key"));
        list.given(both)
                .when(new AddNetwork(OURS, SHOP))
                .expectNoEvents()
                .expectException(refusal(RULE, "thing-exists"));
        list.given(both)
                .andGiven(new NetworkRemoved(OURS, "arena"))
                .when(new AddNetwork(OURS, stall))
                .expectEvents(new NetworkAdded(OURS, stall));
    }

    @Test
    void a_change_is_an_event_of_the_whole_item_and_answers_it() {
        var changed = network("shop", "Their shop");
        list.given(new NetworkAdded(OURS, SHOP))
                .when(new ChangeNetwork(OURS, Patch.of(new Network("shop", "Their shop", null))))
                .expectEvents(new NetworkChanged(OURS, changed))
                .expectResultMessagePayload(changed);
        list.given(new NetworkAdded(OURS, SHOP), new NetworkChanged(OURS, changed))
                .when(new ChangeNetwork(OURS, new Patch<>(new Network("shop", null, null), Set.of("description"))))
                .expectEvents(new NetworkChanged(OURS, network("shop", null)));
    }

    @Test
    void a_change_that_changes_nothing_is_no_event_and_answers_the_item() {
        list.given(new NetworkAdded(OURS, SHOP))
                .when(new ChangeNetwork(OURS, Patch.of(SHOP)))
                .expectNoEvents()
                .expectResultMessagePayload(SHOP);
    }

    @Test
    void a_change_is_held_against_the_rules_with_the_item_before_and_after() {
        list.given(new NetworkAdded(OURS, SHOP))
                .when(new ChangeNetwork(OURS, Patch.of(network("shop", "closed"))))
                .expectNoEvents()
                .expectException(refusal(RULE, "Our shop to closed"));
    }

    @Test
    void an_item_is_removed_and_answered() {
        list.given(new NetworkAdded(OURS, SHOP))
                .when(new RemoveNetwork(OURS, "shop"))
                .expectEvents(new NetworkRemoved(OURS, "shop"))
                .expectResultMessagePayload(SHOP);
    }

    @Test
    void a_key_that_is_not_in_the_list_is_unknown() {
        for (Object command : List.of(
                new RemoveNetwork(OURS, "arena"),
                new RemoveNetwork(OURS, "email"),
                new ChangeNetwork(OURS, Patch.of(ARENA)))) {
            list.given(new NetworkAdded(OURS, SHOP), new NetworkAdded(OURS, ARENA), new NetworkRemoved(OURS, "arena"))
                    .when(command)
                    .expectNoEvents()
                    .expectException(refusalAsUnknown());
        }
    }

    private static Network network(String name, @Nullable String description) {
        return new Network(name, description, List.of());
    }

    static class Shortlist {

        static final KeyedList<Network> LIST =
                KeyedList.<Network>of("thing", "thing_key", 2).withBuiltIn(Network.BUILT_IN);

        @AggregateIdentifier
        private @Nullable NetworksId id;

        private final Map<String, Network> items = new HashMap<>();

        @CommandHandler
        @CreationPolicy(CREATE_IF_MISSING)
        Network decide(AddNetwork command) {
            return LIST.decision(command.networks(), items).add(command.network(), NetworkAdded::new);
        }

        @CommandHandler
        Network decide(ChangeNetwork command) {
            return LIST.decision(command.networks(), items)
                    .requiring(Shortlist::aShopIsNotClosed)
                    .change(command.change(), NetworkChanged::new);
        }

        @CommandHandler
        Network decide(RemoveNetwork command) {
            return LIST.decision(command.networks(), items).remove(command.network(), NetworkRemoved::new);
        }

        private static void aShopIsNotClosed(Network before, Network after) {
            if ("closed".equals(after.description())) {
                throw new Refusal(RULE, before.description() + " to " + after.description(), "It is open.");
            }
        }

        @EventSourcingHandler
        void evolve(NetworkEvent event) {
            id = event.networks();
            LIST.evolve(items, event);
        }
    }
}
