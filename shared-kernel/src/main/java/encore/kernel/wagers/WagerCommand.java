package encore.kernel.wagers;

import encore.kernel.Command;
import encore.kernel.Patch;
import org.jspecify.annotations.Nullable;

/**
 * The commands of a wager. Each answers the wager. The path names the campaign, the tab item and, except for an
 * offer, the wager: unknown ones are refused as unknown.
 */
public sealed interface WagerCommand extends Command<Wager> {

    WagerId wager();

    @Override
    default WagerId stream() {
        return wager();
    }

    /** Offers a wager, whose uid is generated before the command. */
    record OfferWager(WagerId wager, WagerDetails details) implements WagerCommand {}

    /**
     * Changes a wager, or decides it. A decided wager never changes again.
     *
     * @param result the result that decides the wager; null when it stays open
     */
    record ChangeWager(
            WagerId wager,
            Patch<WagerDetails> change,
            @Nullable WagerResult result) implements WagerCommand {}

    /** Answers a wager if it is open, and refuses one that is decided. It changes nothing. */
    record CheckOffer(WagerId wager) implements WagerCommand {}

    /** Withdraws an open wager. All stakes are paid back. */
    record WithdrawWager(WagerId wager) implements WagerCommand {}
}
