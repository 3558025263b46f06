package encore.command.wagers;

import static encore.kernel.Refusal.Kind.CONFLICT;
import static encore.kernel.Refusal.Kind.RULE;
import static org.axonframework.modelling.command.AggregateCreationPolicy.CREATE_IF_MISSING;
import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import encore.infra.eventstore.Streams;
import encore.kernel.Patch;
import encore.kernel.Refusal;
import encore.kernel.names.Blanks;
import encore.kernel.wagers.Wager;
import encore.kernel.wagers.WagerCommand.ChangeWager;
import encore.kernel.wagers.WagerCommand.CheckOffer;
import encore.kernel.wagers.WagerCommand.OfferWager;
import encore.kernel.wagers.WagerCommand.WithdrawWager;
import encore.kernel.wagers.WagerDetails;
import encore.kernel.wagers.WagerEvent.WagerChanged;
import encore.kernel.wagers.WagerEvent.WagerDecided;
import encore.kernel.wagers.WagerEvent.WagerOffered;
import encore.kernel.wagers.WagerEvent.WagerWithdrawn;
import encore.kernel.wagers.WagerId;
import encore.kernel.wagers.WagerResult;
import java.math.BigDecimal;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.axonframework.modelling.command.CreationPolicy;
import org.axonframework.spring.stereotype.Aggregate;
import org.jspecify.annotations.Nullable;

/** A wager. Its result is set once; after that nothing of it changes. */
@Aggregate
class ManagedWager {

    private static final BigDecimal MOST = BigDecimal.valueOf(1_000_000);

    @AggregateIdentifier
    private @Nullable WagerId id;

    private WagerDetails details = WagerDetails.NONE;
    private @Nullable WagerResult result;

    ManagedWager() {}

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    Wager decide(OfferWager command, Streams streams) {
        itsTabItemExists(command.wager(), streams);
        if (id != null) {
            throw new Refusal(CONFLICT, "wager-uid-taken", "Another wager was made under this uid; try again.");
        }
        WagerDetails first = Patch.of(command.details()).applyTo(WagerDetails.NONE);
        itHasATitleAndOdds(WagerDetails.NONE, first);
        apply(new WagerOffered(command.wager(), first));
        return Wager.of(command.wager(), first, null);
    }

    @CommandHandler
    Wager decide(ChangeWager command, Streams streams) {
        itsTabItemExists(command.wager(), streams);
        WagerDetails after = command.change().applyTo(details);
        itHasATitleAndOdds(details, after);
        theResultIsFinal(after, command.result());
        if (!after.equals(details)) {
            apply(WagerChanged.of(command.wager(), command.change().differenceFrom(details)));
        }
        if (command.result() != null && result == null) {
            apply(new WagerDecided(command.wager(), command.result()));
        }
        return Wager.of(command.wager(), details, result);
    }

    @CommandHandler
    Wager decide(WithdrawWager command, Streams streams) {
        itsTabItemExists(command.wager(), streams);
        itHasNotEnded("A wager that has ended cannot be withdrawn.");
        var before = Wager.of(command.wager(), details, null);
        apply(new WagerWithdrawn(command.wager()));
        return before;
    }

    @CommandHandler
    Wager decide(CheckOffer command, Streams streams) {
        itsTabItemExists(command.wager(), streams);
        itHasNotEnded("A wager that has ended takes no more stakes.");
        return Wager.of(command.wager(), details, null);
    }

    private void itHasNotEnded(String sentence) {
        if (result != null) {
            throw new Refusal(RULE, "wager-decided", sentence);
        }
    }

    private static void itsTabItemExists(WagerId wager, Streams streams) {
        streams.mustBeKnown(wager.tabItem().campaign());
        streams.mustBeKnown(wager.tabItem());
    }

    private static void itHasATitleAndOdds(WagerDetails before, WagerDetails after) {
        if (Blanks.isMissing(before.title(), after.title())) {
            throw new Refusal(RULE, "title-missing", "title", "A wager has a title.");
        }
        if (after.odds() == null || after.odds().signum() <= 0 || after.odds().compareTo(MOST) > 0) {
            throw new Refusal(RULE, "odds-out-of-range", "odds", "Odds are above zero and at most 1000000.");
        }
    }

    private void theResultIsFinal(WagerDetails after, @Nullable WagerResult given) {
        if (result != null && given != null && given != result) {
            throw new Refusal(RULE, "result-final", "result", "The result of a wager is set once and never changes.");
        }
        if (result != null && !after.equals(details)) {
            throw new Refusal(RULE, "wager-decided", "A wager that has ended cannot be changed.");
        }
    }

    @EventSourcingHandler
    void evolve(WagerOffered event) {
        id = event.wager();
        details = event.details();
    }

    @EventSourcingHandler
    void evolve(WagerChanged event) {
        details = event.patch().applyTo(details);
    }

    @EventSourcingHandler
    void evolve(WagerDecided event) {
        result = event.result();
    }
}
