package encore.command;

import encore.infra.eventstore.Claims.Claim;
import encore.infra.eventstore.Dispatch;
import encore.infra.eventstore.Streams;
import encore.kernel.Command;
import encore.kernel.Refusal;
import encore.kernel.fans.FanCommand.FindOrRegisterFan;
import encore.kernel.fans.FanId;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Finds whose a record is that other systems tell of under a key, night after night. The key is looked up before the
 * contact: what is told again changes nothing of the fan, and brings nobody back (ADR 59).
 */
public final class Told {

    /** What a record refuses that is told again with another contact than it has. */
    public static final String ANOTHER_CONTACT = "another-contact";

    private Told() {}

    /**
     * Hands a new record over with the fan that has its contact, or a new one.
     *
     * @param contact {@link FindOrRegisterFan#ofNewRecord}
     * @param record of the fan
     */
    public static <R> R first(Dispatch dispatch, FindOrRegisterFan contact, Function<FanId, Command<R>> record) {
        return dispatch.handOver(record.apply(whose(dispatch, contact)));
    }

    /**
     * Hands over what is told again: without a fan, and with one where the record answers that it has another contact.
     *
     * @param contact {@link FindOrRegisterFan#ofMovedRecord}
     * @param record of the fan that it moves to; null while nobody was looked for
     */
    public static <R> R again(
            Dispatch dispatch, FindOrRegisterFan contact, Function<@Nullable FanId, Command<R>> record) {
        try {
            return dispatch.handOver(record.apply(null));
        } catch (Refusal refusal) {
            if (!refusal.type().equals(ANOTHER_CONTACT)) {
                throw refusal;
            }
            return dispatch.handOver(record.apply(whose(dispatch, contact)));
        }
    }

    /** The refusal of a record that stays with its fan otherwise. */
    public static Refusal anotherContact() {
        return new Refusal(Refusal.Kind.CONFLICT, ANOTHER_CONTACT, "This record has another contact; try again.");
    }

    /** Refuses an id that another record has. */
    public static void mustBeNew(@Nullable Object id) {
        if (id != null) {
            throw new Refusal(Refusal.Kind.CONFLICT, "uid-taken", "Another record has this uid; try again.");
        }
    }

    /** Refuses a fan that was erased since it was found. */
    public static void mustStillBeThere(@Nullable FanId fan, Streams streams) {
        if (fan != null && !streams.isOpen(fan)) {
            throw new Refusal(Refusal.Kind.CONFLICT, "fan-gone", "The fan has just been erased; try again.");
        }
    }

    /** A claim on a key that is unique in a network. The length keeps the two apart. */
    public static Claim claim(String space, long account, @Nullable String network, @Nullable String key) {
        String on = network == null ? "" : network;
        return new Claim(space, account, on.length() + ":" + on + key);
    }

    private static FanId whose(Dispatch dispatch, FindOrRegisterFan contact) {
        return new FanId(contact.fan().account(), dispatch.send(contact).fanId());
    }
}
