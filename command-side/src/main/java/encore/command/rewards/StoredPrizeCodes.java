package encore.command.rewards;

import static encore.kernel.Refusal.Kind.RULE;
import static org.axonframework.modelling.command.AggregateCreationPolicy.CREATE_IF_MISSING;
import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import encore.infra.eventstore.SubjectKeys;
import encore.kernel.Refusal;
import encore.kernel.rewards.codes.PrizeCodeCommand.ReadPrizeCodes;
import encore.kernel.rewards.codes.PrizeCodeCommand.StorePrizeCodes;
import encore.kernel.rewards.codes.PrizeCodeCount;
import encore.kernel.rewards.codes.PrizeCodeEvent.PrizeCodesAdded;
import encore.kernel.rewards.codes.PrizeCodes;
import encore.kernel.rewards.codes.PrizeCodesId;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.axonframework.modelling.command.CreationPolicy;
import org.axonframework.spring.stereotype.Aggregate;
import org.jspecify.annotations.Nullable;

/** The prize codes of one reward, each once. They only grow. */
@Aggregate
class StoredPrizeCodes {

    @AggregateIdentifier
    private @Nullable PrizeCodesId id;

    private long total;
    private Set<String> codes = new HashSet<>();

    StoredPrizeCodes() {}

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    PrizeCodeCount decide(StorePrizeCodes command, SubjectKeys keys) {
        List<String> added = command.prizeCodes();
        theyAreWellFormed(added);
        eachIsNew(added);
        if (total + added.size() > PrizeCodes.MOST) {
            throw new Refusal(RULE, "too-many-prize-codes", "prize_codes", "A reward has at most 100000 prize codes.");
        }
        if (id == null) {
            keys.create(command.codes());
        }
        for (int from = 0; from < added.size(); from += PrizeCodes.CHUNK) {
            int to = Math.min(from + PrizeCodes.CHUNK, added.size());
            apply(PrizeCodesAdded.of(command.codes(), total, added.subList(from, to)));
        }
        return new PrizeCodeCount(total);
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    PrizeCodeCount decide(ReadPrizeCodes command) {
        return new PrizeCodeCount(total);
    }

    private static void theyAreWellFormed(List<String> added) {
        if (added.isEmpty()) {
            throw refusal("prize-codes-missing", "Give at least one prize code.");
        }
        if (added.size() > PrizeCodes.MAX_OF_A_CALL) {
            throw refusal("too-many-prize-codes", "A call adds at most 10000 prize codes.");
        }
        if (added.stream().anyMatch(code -> code.length() > PrizeCodes.LONGEST)) {
            throw refusal("prize-code-too-long", "A prize code has at most 128 characters.");
        }
        if (new HashSet<>(added).size() < added.size()) {
            throw refusal("prize-code-twice", "A prize code occurs twice.");
        }
    }

    private void eachIsNew(List<String> added) {
        if (added.stream().anyMatch(codes::contains)) {
            throw refusal("prize-code-twice", "The reward has one of these prize codes already.");
        }
    }

    private static Refusal refusal(String type, String sentence) {
        return new Refusal(RULE, type, "prize_codes", sentence);
    }

    @EventSourcingHandler
    void evolve(PrizeCodesAdded event) {
        id = event.codes();
        total += event.count();
        codes.addAll(event.list());
    }
}
