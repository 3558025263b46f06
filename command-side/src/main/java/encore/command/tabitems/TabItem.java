package encore.command.tabitems;

import static encore.kernel.Refusal.Kind.CONFLICT;
import static encore.kernel.Refusal.Kind.RULE;
import static org.axonframework.modelling.command.AggregateCreationPolicy.CREATE_IF_MISSING;
import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import encore.infra.eventstore.Streams;
import encore.kernel.Patch;
import encore.kernel.Refusal;
import encore.kernel.names.Blanks;
import encore.kernel.tabitems.SavedTabItem;
import encore.kernel.tabitems.TabItemCommand.AddTabItem;
import encore.kernel.tabitems.TabItemCommand.ChangeTabItem;
import encore.kernel.tabitems.TabItemCommand.CheckStakingTime;
import encore.kernel.tabitems.TabItemCommand.RemoveTabItem;
import encore.kernel.tabitems.TabItemDetails;
import encore.kernel.tabitems.TabItemEvent.TabItemAdded;
import encore.kernel.tabitems.TabItemEvent.TabItemChanged;
import encore.kernel.tabitems.TabItemEvent.TabItemRemoved;
import encore.kernel.tabitems.TabItemId;
import java.time.Instant;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.axonframework.modelling.command.CreationPolicy;
import org.axonframework.spring.stereotype.Aggregate;
import org.jspecify.annotations.Nullable;

/** A tab item. It has a title, and exists as long as its campaign. */
@Aggregate
class TabItem {

    @AggregateIdentifier
    private @Nullable TabItemId id;

    private TabItemDetails details = TabItemDetails.NONE;

    TabItem() {}

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    SavedTabItem decide(AddTabItem command, Streams streams) {
        streams.mustBeKnown(command.tabItem().campaign());
        theIdIsFree();
        TabItemDetails first = Patch.of(command.details()).applyTo(TabItemDetails.NONE);
        itHasATitle(TabItemDetails.NONE, first);
        itEndsNotBeforeItBegins(first, "end_timestamp");
        apply(new TabItemAdded(command.tabItem(), first));
        return new SavedTabItem(command.tabItem().number());
    }

    @CommandHandler
    SavedTabItem decide(ChangeTabItem command, Streams streams) {
        streams.mustBeKnown(command.tabItem().campaign());
        TabItemDetails after = command.change().applyTo(details);
        itHasATitle(details, after);
        itEndsNotBeforeItBegins(
                after, command.change().touches("endTimestamp") ? "end_timestamp" : "activation_timestamp");
        if (!after.equals(details)) {
            apply(TabItemChanged.of(command.tabItem(), command.change().differenceFrom(details)));
        }
        return new SavedTabItem(command.tabItem().number());
    }

    @CommandHandler
    SavedTabItem decide(RemoveTabItem command, Streams streams) {
        streams.mustBeKnown(command.tabItem().campaign());
        apply(new TabItemRemoved(command.tabItem()));
        return new SavedTabItem(command.tabItem().number());
    }

    @CommandHandler
    SavedTabItem decide(CheckStakingTime command, Streams streams) {
        streams.mustBeKnown(command.tabItem().campaign());
        stakesAreOpen(command.at());
        return new SavedTabItem(command.tabItem().number());
    }

    private void stakesAreOpen(Instant at) {
        boolean begun = details.activationTimestamp() == null || !at.isBefore(details.activationTimestamp());
        boolean over = details.endTimestamp() != null
                && !at.isBefore(details.endTimestamp().plusSeconds(1));
        if (!begun || over) {
            throw new Refusal(RULE, "stakes-closed", "Stakes are accepted from the item's activation to its end.");
        }
    }

    private void theIdIsFree() {
        if (id != null) {
            throw new Refusal(CONFLICT, "tab-item-id-taken", "Another item was added under this id; try again.");
        }
    }

    private static void itHasATitle(TabItemDetails before, TabItemDetails after) {
        if (Blanks.isMissing(before.title(), after.title())) {
            throw new Refusal(RULE, "title-missing", "title", "A tab item has a title.");
        }
    }

    private static void itEndsNotBeforeItBegins(TabItemDetails after, String field) {
        if (after.activationTimestamp() != null
                && after.endTimestamp() != null
                && after.endTimestamp().isBefore(after.activationTimestamp())) {
            throw new Refusal(RULE, "ends-before-it-begins", field, "A tab item does not end before it begins.");
        }
    }

    @EventSourcingHandler
    void evolve(TabItemAdded event) {
        id = event.tabItem();
        details = event.details();
    }

    @EventSourcingHandler
    void evolve(TabItemChanged event) {
        details = event.patch().applyTo(details);
    }
}
